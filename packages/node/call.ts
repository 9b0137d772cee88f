import { type Answer, readAnswer } from './answer.ts';
import { Deadline } from './deadline.ts';
import {
  ConnectionError,
  type DecidableError,
  ServiceError,
  TimeoutError,
  UnexpectedAnswerError,
} from './errors.ts';
import type { OperationFacts } from './facts.generated.ts';
import { boundsOf, type CallOptions, type Settings } from './options.ts';

/** The first pause before a call is sent again, in ms; each further one is up to twice as long. Set by hand. */
const FIRST_PAUSE = 100;

/** What proxies answer when the service behind them does not. */
const GATEWAY_ERRORS: readonly number[] = [502, 503, 504];

type Body = Readonly<Record<string, unknown>>;

/** The request as it is sent each time: with its organization, and under a name where it can have one. */
function bodyOf(facts: OperationFacts, { organizationId }: Settings, request: object): Body {
  const body: Record<string, unknown> = { ...request };
  if (facts.fillsOrganization) body.organizationId = organizationId;
  const { name, names } = facts;
  if (name !== undefined && (names === undefined || body[names] !== undefined))
    body[name] ??= crypto.randomUUID();
  return body;
}

/** Whether the service does the same for two such requests as for one. */
const appliesOnce = ({ applied }: OperationFacts, body: Body): boolean =>
  applied === 'same' || (applied === 'unless kept' && body.organizationId === undefined);

/**
 * How long to wait before the call is sent again; undefined where it must not be. A refusal that says when to come back asks
 * for that. After a broken connection, or a proxy's error, nobody knows whether the request was applied.
 */
function pauseAfter(error: DecidableError, attempt: number, once: boolean): number | undefined {
  if (error instanceof ServiceError) {
    const { code, retryAfterSeconds } = error;
    const isForNow = code === 'TOO_MANY_REQUESTS' || code === 'SERVICE_UNAVAILABLE';
    return isForNow && retryAfterSeconds !== undefined ? retryAfterSeconds * 1_000 : undefined;
  }
  const isUnknown =
    error instanceof ConnectionError ||
    (error instanceof UnexpectedAnswerError && GATEWAY_ERRORS.includes(error.status));
  // At random, so that the clients of a service that was away do not all come back at once.
  return isUnknown && once ? Math.random() * FIRST_PAUSE * 2 ** attempt : undefined;
}

/** What broke the connection: `fetch` says it in the cause of its error. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const cause = error.cause ?? error;
  return (cause as NodeJS.ErrnoException).code ?? (cause as Error).message ?? error.message;
}

async function send(
  operation: string,
  { path }: OperationFacts,
  settings: Settings,
  text: string,
  headers: Headers,
  signal: AbortSignal,
): Promise<Answer> {
  try {
    const response = await settings.fetch(settings.endpoint + path, {
      method: 'POST',
      headers,
      body: text,
      redirect: 'manual',
      signal,
    });
    return await readAnswer(operation, response);
  } catch (cause) {
    const message = `No answer from ${settings.endpoint} (${reasonOf(cause)}).`;
    return { ok: false, error: new ConnectionError(operation, message, cause) };
  }
}

/**
 * Calls an operation, again where that is safe, until it is answered or its time has run out.
 *
 * @throws DecidableError, or the reason of the signal that aborted it
 */
export async function call(
  operation: string,
  facts: OperationFacts,
  settings: Settings,
  request: object,
  options: CallOptions = {},
): Promise<unknown> {
  const { timeout, retries } = boundsOf(settings, facts.isGrading, options);
  const { signal } = options;
  const body = bodyOf(facts, settings, request);
  const text = JSON.stringify(body);
  const headers = new Headers(options.headers);
  headers.set('content-type', 'application/json');
  headers.set('x-api-key', settings.apiKey);
  const once = appliesOnce(facts, body);
  const deadline = new Deadline(timeout, signal);
  try {
    let last: DecidableError | undefined;
    for (let attempt = 0; ; attempt++) {
      const answer = await send(operation, facts, settings, text, headers, deadline.signal);
      if (answer.ok) return answer.body;
      signal?.throwIfAborted();
      if (deadline.hasRunOut)
        throw new TimeoutError(operation, `No answer within ${timeout} ms.`, last ?? answer.error.cause);
      const pause = attempt < retries ? pauseAfter(answer.error, attempt, once) : undefined;
      if (pause === undefined || pause >= deadline.left) throw answer.error;
      last = answer.error;
      await deadline.wait(pause);
    }
  } finally {
    deadline.release();
  }
}
