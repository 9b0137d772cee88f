import { type DecidableError, ServiceError, UnexpectedAnswerError } from './errors.ts';
import type { ErrorEnvelope } from './operations.generated.ts';

/** What became of one attempt. */
export type Answer =
  | { readonly ok: true; readonly body: unknown }
  | { readonly ok: false; readonly error: DecidableError };

/** How much of an answer that is not the service's stands in the message. Set by hand. */
const QUOTED = 120;

function asJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

function isEnvelope(body: unknown): body is ErrorEnvelope {
  const { error, correlationId } = (body ?? {}) as Partial<ErrorEnvelope>;
  return (
    typeof error?.code === 'string' && typeof error.message === 'string' && typeof correlationId === 'string'
  );
}

/** Seconds or a date (RFC 9110, 10.2.3). */
function retryAfterOf(headers: Headers): number | undefined {
  const said = headers.get('retry-after');
  if (said === null) return undefined;
  const seconds = /^\d+$/.test(said) ? Number(said) : Math.ceil((Date.parse(said) - Date.now()) / 1_000);
  return Number.isFinite(seconds) ? Math.max(0, seconds) : undefined;
}

function unexpected(operation: string, { status, headers }: Response, text: string): UnexpectedAnswerError {
  if (status >= 300 && status < 400) {
    const to = headers.get('location') ?? 'nowhere';
    const message = `The address redirects to ${to}. Redirects are not followed, as they would take the key along: set \`endpoint\` to the address behind it.`;
    return new UnexpectedAnswerError(operation, status, message);
  }
  const quoted = text.replace(/\s+/g, ' ').slice(0, QUOTED);
  const message = `The answer with status ${status} is not the service's. Is \`endpoint\` right, and what is in between? It begins: ${quoted}`;
  return new UnexpectedAnswerError(operation, status, message);
}

/** Reads an answer to its end, so that its connection can be used again. */
export async function readAnswer(operation: string, response: Response): Promise<Answer> {
  const text = await response.text();
  const body = asJson(text);
  if (response.ok && typeof body === 'object' && body !== null) return { ok: true, body };
  const { status, headers } = response;
  const error =
    !response.ok && isEnvelope(body)
      ? new ServiceError(operation, status, body, retryAfterOf(headers))
      : unexpected(operation, response, text);
  return { ok: false, error };
}
