import { hash } from 'node:crypto';

/** A call that its sender has named, so that it is applied once however often it arrives. */
export interface SentBatch {
  readonly id: string;
  /** Equal for equal signals. */
  readonly digest: string;
}

/**
 * The batch of a call. Its digest leaves the times of the signals out: a client that tries again late states when they
 * happened, which it had left to the service before.
 *
 * @returns `undefined` where the call has no name
 */
export function sentBatch(
  id: string | undefined,
  signals: readonly { readonly type: string; readonly value?: string }[],
): SentBatch | undefined {
  if (id === undefined) return undefined;
  const said = signals.flatMap(({ type, value }) => [type, value ?? null]);
  return { id: id.normalize(), digest: hash('sha256', JSON.stringify(said), 'base64') };
}
