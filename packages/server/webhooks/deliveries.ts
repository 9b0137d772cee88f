import { deliverEvents, managementPath } from '@decidable/contract/management';
import { NobodyWaits } from '../errors.ts';
import { routedPath } from '../http/errors/envelope.ts';
import { Refusal } from '../http/errors/refusal.ts';
import type { Exchange } from '../http/exchange.ts';
import type { RefuseUnsigned, SignedRoute } from '../http/signed-route.ts';
import { MOST_READ_AT_ONCE } from '../request-body/checked-body.ts';
import { parseJson } from '../request-body/json.ts';
import type { SignalServices } from '../sessions/sent-signals.ts';
import type {
  ApiKey,
  KeyHash,
  KeyId,
  OrganizationId,
  Storage,
  Webhook,
  Write,
  WriteOutcome,
} from '../storage/ports.ts';
import type { SealedSecrets } from '../storage/sealed-secrets.ts';
import type { BodyReaders } from '../workers/index.ts';
import type { DeliveredEvent, SenderHeaders } from './events/delivered-event.ts';
import { readDelivery, TOPIC_HEADERS } from './events/read-delivery.ts';
import { type DeliveryCall, recordEvents } from './record-events.ts';
import { isSigned } from './signature.ts';

/** Events that were left out and are told to those who look at recent calls; the sender is told all. Set by hand. */
const MAX_TOLD = 5;

/** What deliveries are counted as. */
const METERED = '/webhooks';

const UNSIGNED =
  'The webhook is not known, or the signature is not that of this body with its secret. Compare address and secret with those that were shown when the webhook was made.';

const WITHOUT_SECRET =
  'The secret of this webhook is not there any more, as copies of a cluster leave it out. Make the webhook anew, and give its address and its secret to the sender.';

export interface DeliveryNeeds {
  readonly storage: Pick<Storage, 'webhooks' | 'orders' | 'commit' | 'now'>;
  readonly services: SignalServices;
  readonly largeBodies: Pick<BodyReaders, 'turn' | 'readDelivery'>;
  readonly secrets: SealedSecrets;
}

/** Its path, with the organization and the webhook. */
const PATH = new RegExp(`^${managementPath}${deliverEvents.path.replaceAll(/\{\w+\}/g, '([^/]{1,256})')}$`);

/** What WooCommerce sends unsigned when a webhook is made: it wants an answer of 200, and says nothing. */
const isPing = ({ sender }: Webhook, body: Buffer): boolean =>
  sender === 'woocommerce' && body.length < 100 && /^webhook_id=\d+$/.test(body.toString('latin1'));

/**
 * The way of a delivery: the webhook of its path, limits and size as for a call of an endpoint, then its signature. Only then
 * is the body read.
 */
export function webhookDeliveries(needs: DeliveryNeeds, refuse: RefuseUnsigned): SignedRoute {
  const { storage } = needs;
  const webhooks = new WeakMap<Exchange, Webhook>();
  return {
    path: managementPath + deliverEvents.path,
    bodyLimit: deliverEvents.bodyLimit!,
    matches: (path) => PATH.test(path),
    identify: async (exchange) => {
      const [, organizationId = '', id = ''] = PATH.exec(routedPath(exchange.request)) ?? [];
      const webhook = await storage.webhooks.find(organizationId as OrganizationId, id);
      if (webhook === undefined) return refuse(exchange, UNSIGNED);
      webhooks.set(exchange, webhook);
      exchange.key = asKey(webhook);
    },
    answer: async (exchange, body) => {
      let leave: (() => void) | undefined;
      try {
        const webhook = webhooks.get(exchange)!;
        if (isPing(webhook, body)) {
          exchange.send(200, JSON.stringify({ received: 0, recorded: 0, ignored: 0 }));
          return;
        }
        const secret = needs.secrets.unseal(webhook.sealedSecret, webhook);
        if (secret === undefined) throw new Refusal('UNAUTHORIZED', WITHOUT_SECRET);
        if (!isSigned(webhook.sender, secret, exchange.request.headers, body)) {
          await refuse(exchange, UNSIGNED);
          return;
        }
        const { organizationId } = webhook;
        const isLarge = body.length > MOST_READ_AT_ONCE;
        if (isLarge) leave = await needs.largeBodies.turn(organizationId, body.length, exchange.ended);
        const headers = topicOf(exchange);
        const events: readonly DeliveredEvent[] = isLarge
          ? await needs.largeBodies.readDelivery(webhook.sender, body, headers, organizationId)
          : readDelivery(webhook.sender, parseJson(body), headers);
        const leftOut = await recordEvents(needs, callOf(exchange, webhook, storage), events);
        exchange.warnings = leftOut.slice(0, MAX_TOLD).map(({ index, reason }) => ({
          code: 'left_out',
          field: `event ${index}`,
          message: reason,
        }));
        const ignored = events.filter(({ kind }) => kind === 'ignored').length;
        const recorded = events.length - ignored - leftOut.length;
        const more = leftOut.length > 0 && { left_out: leftOut };
        exchange.send(200, JSON.stringify({ received: events.length, recorded, ignored, ...more }));
      } catch (error) {
        exchange.refuse(error);
      } finally {
        leave?.();
      }
    },
  };
}

const topicOf = ({ request: { headers } }: Exchange): SenderHeaders =>
  Object.fromEntries(
    TOPIC_HEADERS.map((name) => {
      const value = headers[name];
      return [name, typeof value === 'string' ? value : undefined];
    }),
  );

/** A webhook as limits, metering and the list of recent calls know callers. */
const asKey = ({ id, organizationId, sender, label, createdAt }: Webhook): ApiKey => ({
  id: id as KeyId,
  organizationId,
  hash: '' as KeyHash,
  prefix: `${sender} webhook`,
  origins: [],
  endpoints: [],
  createdAt,
  ...(label !== undefined && { label }),
});

function callOf(
  exchange: Exchange,
  { id, organizationId }: Webhook,
  storage: Pick<Storage, 'commit' | 'now'>,
): DeliveryCall {
  const at = storage.now();
  const write = (writes: readonly Write[], metered: string | undefined): Promise<readonly WriteOutcome[]> => {
    // What was refused when the service stopped is sent again.
    if (exchange.isAnswered) return Promise.reject(new NobodyWaits());
    return storage.commit({ organizationId, at, writes, metered });
  };
  return {
    organizationId,
    keyId: id as KeyId,
    at,
    commitAhead: (writes) => write(writes, undefined),
    commit: (writes) => write(writes, METERED),
  };
}
