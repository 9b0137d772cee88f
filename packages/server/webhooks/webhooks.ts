import { randomBytes, randomUUID } from 'node:crypto';
import { limits } from '@decidable/contract/limits';
import { managementPath } from '@decidable/contract/management';
import { Conflict, InvalidInput, NotFound } from '../errors.ts';
import type { OrganizationId, Storage, Webhook, WebhookSender } from '../storage/ports.ts';
import { SealedSecrets } from '../storage/sealed-secrets.ts';

type Store = Pick<Storage, 'webhooks' | 'signIns'>;

/** The systems that a webhook may be for. */
export const WEBHOOK_SENDERS: readonly WebhookSender[] = ['segment', 'snowplow', 'shopify', 'woocommerce'];

/** Whose deliveries a webhook takes. @throws InvalidInput */
export function webhookSender(text: string): WebhookSender {
  const sender = WEBHOOK_SENDERS.find((each) => each === text);
  if (sender === undefined) throw new InvalidInput(`Give one of ${WEBHOOK_SENDERS.join(', ')}.`);
  return sender;
}

/** A secret of another system. @throws InvalidInput */
export function webhookSecret(text: string): string {
  const { min, max } = limits.webhookSecret;
  const { length } = [...text];
  if (length < min || length > max) throw new InvalidInput(`Give ${min} to ${max} characters.`);
  return text;
}

/** Where deliveries of a webhook go, below the address of the service. */
export const webhookPath = ({ organizationId, id }: Pick<Webhook, 'organizationId' | 'id'>): string =>
  `${managementPath}/organizations/${encodeURIComponent(organizationId)}/webhooks/${id}`;

export interface WebhookSettings {
  readonly sender: WebhookSender;
  readonly label?: string;
  /** That of the other system, where it makes one. */
  readonly secret?: string;
}

/**
 * Creates a webhook.
 *
 * @returns its facts, and its secret where that was made here, which is shown this once
 * @throws Conflict where the organization has too many; StoreUnavailable
 */
export async function createWebhook(
  { webhooks, signIns }: Store,
  organizationId: OrganizationId,
  { sender, label, secret: given }: WebhookSettings,
  now: number,
): Promise<{ readonly webhook: Webhook; readonly secret?: string }> {
  if ((await webhooks.list(organizationId)).length >= limits.webhooks)
    throw new Conflict(
      `An organization has at most ${limits.webhooks} webhooks. Remove one that is not used.`,
    );
  const secrets = await SealedSecrets.open({ signIns });
  const secret = given ?? randomBytes(24).toString('base64url');
  const id = randomUUID();
  const webhook: Webhook = {
    id,
    organizationId,
    sender,
    ...(label !== undefined && { label }),
    sealedSecret: secrets.seal(secret, { organizationId, id }),
    createdAt: now,
  };
  await webhooks.create(webhook);
  return { webhook, ...(given === undefined && { secret }) };
}

/** @throws NotFound where the organization has no such webhook; StoreUnavailable */
export async function removeWebhook(
  { webhooks }: Pick<Storage, 'webhooks'>,
  organizationId: OrganizationId,
  id: string,
): Promise<void> {
  if (await webhooks.remove(organizationId, id)) return;
  throw new NotFound(`This organization has no webhook ${id}.`);
}
