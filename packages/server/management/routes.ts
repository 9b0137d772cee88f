import type { IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import type { Warning } from '@decidable/contract';
import { type ManagementEndpoint, managementPath } from '@decidable/contract/management';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Forbidden, Overloaded } from '../errors.ts';
import { FairQueue, QueueFull } from '../fair-queue.ts';
import { compress, ONCE } from '../http/body/content-encoding.ts';
import { envelope } from '../http/errors/envelope.ts';
import { isOurFault, refusalOf } from '../http/errors/refusal-of.ts';
import type { Exchange } from '../http/exchange.ts';
import type { LimitAdapters } from '../http/limits/limit-adapters.ts';
import { RateRule } from '../http/limits/rate-rule.ts';
import type { WorkBudget } from '../http/limits/work-budget.ts';
import { appendToAuditLog } from '../people/index.ts';
import type { OrganizationId } from '../storage/ports.ts';
import { managedEndpoints } from './endpoints/index.ts';
import { answerEvents } from './events/answer-events.ts';
import type { Download, ManagedEndpoint, ManagementCall, ManagementNeeds, SignInCookies } from './manage.ts';
import { requestSignal } from './request-signal.ts';
import { AccessTokens } from './session/access-token.ts';
import {
  accessCookie,
  clearedCookies,
  deviceCookie,
  renewalCookie,
  renewalOf,
  sentCookies,
} from './session/cookies.ts';
import { DeviceCookies } from './session/device-cookies.ts';
import { requireOwnOrigin } from './session/own-origin.ts';
import { roleOf, type SignedIn, signedIn } from './session/signed-in.ts';
import { SignInThrottle } from './sign-in-throttle.ts';
import { readUpload } from './upload-body.ts';

/** Bytes of a body unless its declaration says otherwise. */
const BODY_LIMIT = 256 * 1024;
const LONGEST_PARAMETER = 256;
/** Requests of one address: a page loads with a dozen. Set by hand. */
const OF_ADDRESS = { rate: 30, burst: 300 };

/** Uploads at a time, whose files are in memory, and as many that may wait before theirs are read. Set by hand. */
export const MOST_UPLOADS = 4;

export interface ManagementOptions {
  readonly needs: Omit<ManagementNeeds, 'throttle' | 'onUnreadFailure'>;
  /** Where requests and tries to sign in are counted. */
  readonly limits: LimitAdapters;
  /** Bounds the work of organizations; nothing is bounded unless given. */
  readonly work?: WorkBudget;
  /** Told of a fault of the service in work that nobody waits for any more. */
  readonly onFault: (error: unknown) => void;
  /** Whether the service is about to stop: streams end then. */
  readonly isLeaving: () => boolean;
  /** Whether a browser reached the service by HTTPS: then its cookies are sent by HTTPS alone. */
  readonly isSecure: (request: IncomingMessage) => boolean;
  readonly endpoints?: readonly ManagedEndpoint[];
}

/** Whether it begins work of an organization. Revoking a key is no work, and mends it, as does removing what is kept. */
const isWork = ({ method, form, tag }: ManagementEndpoint): boolean =>
  method !== 'GET' &&
  (form === 'upload' ||
    form === 'events' ||
    (method !== 'DELETE' && (tag === 'Catalogue' || tag === 'Grading')));

/** The names of the parameters of a path. */
const parametersOf = (path: string): string[] => [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);

/** The schema of the parameters of a path: each is short text. */
const parameterSchema = (path: string) => ({
  type: 'object',
  properties: Object.fromEntries(
    parametersOf(path).map((name) => [name, { type: 'string', minLength: 1, maxLength: LONGEST_PARAMETER }]),
  ),
  required: parametersOf(path),
});

/** Mounts the management interface. */
export async function managementRoutes(
  app: FastifyInstance,
  {
    needs: given,
    limits,
    work,
    onFault,
    isLeaving,
    isSecure,
    endpoints = managedEndpoints,
  }: ManagementOptions,
): Promise<void> {
  const devices = await DeviceCookies.open(given.storage);
  const needs: ManagementNeeds = {
    ...given,
    throttle: new SignInThrottle(limits, devices),
    onUnreadFailure: (error) => {
      if (isOurFault(error, refusalOf(error))) onFault(error);
    },
  };
  const tokens = await AccessTokens.open(needs.storage);
  const ofAddress = new RateRule(
    'management',
    OF_ADDRESS,
    'Too many requests came from this address.',
    limits.limiter('management', OF_ADDRESS),
  );
  const countedByAddress = { giveBack: ({ address }: Exchange) => ofAddress.giveBack(address) };
  app.addContentTypeParser('application/octet-stream', (request: FastifyRequest, payload: IncomingMessage) =>
    readUpload(payload, request.routeOptions.bodyLimit),
  );
  for (const { contract, handle } of endpoints) {
    const { method, path, query, request: body, form, bodyLimit = BODY_LIMIT } = contract;
    app.route<{ Params: Record<string, string>; Querystring: object }>({
      method,
      url: managementPath + path.replace(/\{(\w+)\}/g, ':$1'),
      bodyLimit,
      exposeHeadRoute: false,
      schema: {
        params: parameterSchema(path),
        ...(query !== undefined && { querystring: query }),
        ...(body !== undefined && form !== 'upload' && { body }),
      },
      // Before the body is read.
      onRequest: async (request, reply) => {
        const exchange = app.exchangeOf(request);
        await ofAddress.take(exchange.address);
        exchange.counted = countedByAddress;
        await admit(request, contract);
        const { organizationId } = request.params;
        if (organizationId !== undefined && isWork(contract))
          await work?.ofOrganization.check(organizationId);
        if (form === 'upload') await takePlace(request, reply);
      },
      handler: async (request, reply) => {
        const { role, signedIn: caller } = admitted.get(request)!;
        const call = callOf(contract, request, reply, caller, role);
        const answer = await during(call.organizationId, () => handle(call, needs));
        return send(contract, request, reply, call, answer);
      },
    });
  }

  const during = <T>(organizationId: OrganizationId | undefined, done: () => T): T =>
    work === undefined || organizationId === undefined ? done() : work.duringMembers(organizationId, done);

  const uploads = new FairQueue({ places: MOST_UPLOADS, most: MOST_UPLOADS });

  /** Waits for a place to upload; it is given back when the answer has left or the client has hung up. */
  async function takePlace({ params }: FastifyRequest, { raw }: FastifyReply): Promise<void> {
    const left = new AbortController();
    raw.once('close', () => left.abort());
    const { organizationId = '' } = params as { readonly organizationId?: string };
    try {
      const leave = await uploads.turn(organizationId, 1, left.signal);
      if (left.signal.aborted) leave();
      else raw.once('close', leave);
    } catch (error) {
      // Whoever has hung up is told nothing.
      if (!(error instanceof QueueFull) && !left.signal.aborted) throw error;
      throw new Overloaded('Too many files are being uploaded. Try again in a minute.', 30);
    }
  }

  const admitted = new WeakMap<
    FastifyRequest,
    { readonly signedIn?: SignedIn; readonly role?: ManagementCall['role'] }
  >();

  /** Origin, token, sign-in and role, in this order. */
  async function admit(request: FastifyRequest, { method, access }: ManagementEndpoint): Promise<void> {
    const { headers } = request;
    if (method !== 'GET') requireOwnOrigin(headers);
    if (access === 'anyone') {
      admitted.set(request, {});
      return;
    }
    const caller = await signedIn(needs.storage, tokens, sentCookies(headers).access, needs.storage.now());
    if (method !== 'GET' && !tokens.isCsrfToken(caller.signInId, headers['x-csrf-token']))
      throw new Forbidden(
        'The header x-csrf-token is missing or not the one of this sign-in. Load the page again.',
      );
    const { organizationId } = request.params as { readonly organizationId?: string };
    const role =
      organizationId === undefined
        ? undefined
        : await roleOf(needs.storage, caller.person, organizationId as OrganizationId, access);
    admitted.set(request, { signedIn: caller, ...(role !== undefined && { role }) });
  }

  function callOf(
    { form }: ManagementEndpoint,
    request: FastifyRequest<{ Params: Record<string, string>; Querystring: object }>,
    reply: FastifyReply,
    caller: SignedIn | undefined,
    role: ManagementCall['role'] | undefined,
  ): ManagementCall & { readonly warnings: Warning[] } {
    const { params, query, body, headers } = request;
    const exchange = app.exchangeOf(request);
    const at = needs.storage.now();
    const organizationId = params.organizationId as OrganizationId;
    const warnings: Warning[] = [];
    // Few calls need it, and it has a timer.
    let signal: AbortSignal | undefined;
    const call: Omit<ManagementCall, 'caller' | 'role'> & { readonly warnings: Warning[] } = {
      params: params as ManagementCall['params'],
      query: query as ManagementCall['query'],
      body: (form === 'upload' ? (body ?? Buffer.alloc(0)) : body) as ManagementCall['body'],
      organizationId,
      at,
      address: exchange.address,
      headers,
      get signal() {
        signal ??= requestSignal(reply.raw, isLeaving);
        return signal;
      },
      cookies: cookiesOf(request, reply, { tokens, devices }, caller, isSecure(request.raw)),
      warnings,
      warn: (warning) => warnings.push(warning),
      audit: (action, subject, detail) =>
        appendToAuditLog(needs.storage, organizationId, caller!.person, at, action, subject, detail),
    };
    // Endpoints for anyone do not look at the caller, and those of no organization not at the role.
    return Object.assign(call, {
      caller: caller?.person as ManagementCall['caller'],
      role: role as ManagementCall['role'],
    });
  }

  async function send(
    contract: ManagementEndpoint,
    request: FastifyRequest,
    reply: FastifyReply,
    call: ManagementCall & { readonly warnings: Warning[] },
    answer: unknown,
  ): Promise<FastifyReply> {
    const { form, access } = contract;
    if (form === 'download') {
      const { name, type, content } = answer as Download;
      reply.type(type).header('content-disposition', attachment(name));
      return typeof content === 'string' || Buffer.isBuffer(content)
        ? reply.send(content)
        : reply.send(Readable.from(content));
    }
    if (form === 'events') {
      const exchange = app.exchangeOf(request);
      reply.hijack();
      const requireAccess = async () => {
        // Work that was begun tells how it ends, also to whoever has just deleted what they were a member of.
        if (contract.method !== 'GET') return;
        // As of the beginning: the token was good then, and a page with a stream open renews no token for it.
        const caller = await signedIn(needs.storage, tokens, sentCookies(request.headers).access, call.at);
        await roleOf(needs.storage, caller.person, call.organizationId, access);
      };
      const source = answer as AsyncIterable<unknown>;
      await answerEvents(
        reply.raw,
        source,
        requireAccess,
        () => reply.raw.destroy(),
        (error) => told(exchange, error),
      );
      return reply;
    }
    const { warnings } = call;
    const json = JSON.stringify(warnings.length === 0 ? answer : { ...(answer as object), warnings });
    reply.type('application/json; charset=utf-8');
    const bytes = Buffer.from(json);
    const encoding = app.exchangeOf(request).encodingFor(bytes.length);
    if (encoding === undefined) return reply.send(json);
    return reply.header('content-encoding', encoding).send(await compress(encoding, bytes, ONCE));
  }

  function told(exchange: Exchange, error: unknown): string {
    const path = exchange.route ?? managementPath;
    const refusal = refusalOf(error, path);
    if (isOurFault(error, refusal)) exchange.fault = error;
    return envelope(refusal.code, refusal.message, path, exchange.correlationId);
  }
}

/** A header that names a file, in ASCII and in UTF-8 (RFC 6266). */
const attachment = (name: string): string =>
  `attachment; filename="${name.replace(/[^\x20-\x7e]|["\\]/g, '_')}"; filename*=UTF-8''${encodeURIComponent(name)}`;

function cookiesOf(
  request: FastifyRequest,
  reply: FastifyReply,
  { tokens, devices }: { readonly tokens: AccessTokens; readonly devices: DeviceCookies },
  caller: SignedIn | undefined,
  secure: boolean,
): SignInCookies {
  const { renewal, device } = sentCookies(request.headers);
  return {
    signInId: caller?.signInId,
    renewal: renewalOf(renewal),
    device,
    csrfToken: (signInId) => tokens.csrfToken(signInId),
    set: async ({ personId, signInId, secret, account }, now) => {
      const cookies = [accessCookie(await tokens.sign({ personId, signInId }, now), secure)];
      if (secret !== undefined) cookies.push(renewalCookie(signInId, secret, secure));
      if (account !== undefined && devices.deviceOf(device, account) === undefined)
        cookies.push(deviceCookie(devices.make(account), secure));
      reply.header('set-cookie', cookies);
    },
    clear: () => reply.header('set-cookie', clearedCookies(secure)),
  };
}
