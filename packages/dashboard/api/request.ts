import type { AnyContract, Operation, PlainInput } from './operation.ts';
import { failureOf, type Result, refused, unreachable } from './result.ts';

const BASE = '/management/v1';

/** What requests need of the sign-in; set by `sign-in.ts`. */
export const credentials = {
  csrfToken: '',
  organizationId: '',
  /** Gets a new short token by the rotating secret; refused with 401 where the sign-in has ended. */
  refresh: async (): Promise<Result<unknown>> => unreachable,
  /** Called when a request was refused because nobody is signed in any more. */
  ended: (): void => {},
};

export function addressOf(operation: Operation<AnyContract>, input: PlainInput = {}): string {
  const params: Readonly<Record<string, string>> = {
    organizationId: credentials.organizationId,
    ...input.params,
  };
  const path = operation[1].replace(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(params[name] ?? ''),
  );
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(input.query ?? {})) {
    if (value !== undefined) query.set(name, String(value));
  }
  return `${BASE}${path}${query.size === 0 ? '' : `?${query}`}`;
}

/**
 * Sends a request; a refusal for an expired token is tried once more after a refresh.
 *
 * @throws AbortError when the signal is aborted
 */
export async function send(
  operation: Operation<AnyContract>,
  input: PlainInput = {},
  signal?: AbortSignal,
  refreshing = true,
): Promise<Result<Response>> {
  const [method] = operation;
  const headers: Record<string, string> = {};
  let body: BodyInit | undefined;
  if (input.body instanceof Blob) {
    headers['content-type'] = 'application/octet-stream';
    body = input.body;
  } else if (input.body !== undefined) {
    headers['content-type'] = 'application/json';
    body = JSON.stringify(input.body);
  }
  if (method !== 'GET') headers['x-csrf-token'] = credentials.csrfToken;
  let response: Response;
  try {
    response = await fetch(addressOf(operation, input), {
      method,
      headers,
      ...(body !== undefined && { body }),
      ...(signal !== undefined && { signal }),
    });
  } catch (error) {
    if (signal?.aborted) throw error;
    return unreachable;
  }
  if (response.ok) return { ok: true, data: response };
  if (response.status === 401 && refreshing) {
    const refreshed = await refreshOnce();
    if (refreshed.ok) return send(operation, input, signal, false);
    // A service that is being restarted has not signed anybody out.
    if (refreshed.error.status !== 401) return refreshed;
    credentials.ended();
  }
  return refused(await failureOf(response));
}

let refreshes: Promise<Result<unknown>> | undefined;

/** Requests that are refused together share one refresh: the secret is good for one. */
function refreshOnce(): Promise<Result<unknown>> {
  refreshes ??= credentials.refresh().finally(() => {
    refreshes = undefined;
  });
  return refreshes;
}
