import type { Answer, AnyContract, InputArguments, Operation, PlainInput } from './operation.ts';
import { send } from './request.ts';
import { type Failure, failureOf, type Result, refused, unreachable } from './result.ts';

/** First pause before a lost stream is opened again, in ms; doubled up to the longest. */
const FIRST_PAUSE = 500;
const LONGEST_PAUSE = 15_000;

export interface Listener<Event> {
  event(event: Event): void;
  /** Whether events arrive now; false while a lost connection is opened again. */
  live?(isLive: boolean): void;
  /** The stream was refused and is not opened again. */
  refused(error: Failure): void;
}

/**
 * Listens to the server-sent events of an operation until the returned function is called. A stream that breaks off is
 * opened again; one that is refused is not.
 *
 * @example
 * useEffect(() => listen(watchSession, { event: add, refused: setProblem }, { params: { sessionId } }), [sessionId]);
 */
export function listen<Contract extends AnyContract>(
  operation: Operation<Contract>,
  listener: Listener<Answer<Contract>>,
  ...[input]: InputArguments<Contract>
): () => void {
  const abort = new AbortController();
  void keepListening(operation, listener as Listener<unknown>, input as PlainInput | undefined, abort.signal);
  return () => abort.abort();
}

/**
 * Does something that takes a while and tells how far it has come: an operation whose events end. It is not tried again
 * where the connection is lost.
 *
 * @returns the last event, which has `done`; the refusal, where the work was refused after it had begun
 */
export async function follow<Contract extends AnyContract>(
  operation: Operation<Contract>,
  told: (event: Answer<Contract>) => void,
  ...[input]: InputArguments<Contract>
): Promise<Result<Extract<Answer<Contract>, { readonly done: true }>>> {
  const sent = await send(operation, input as PlainInput | undefined);
  if (!sent.ok) return sent;
  try {
    for await (const { name, data } of eventsOf(sent.data.body!)) {
      if (name === 'error') return refused(await failureOf(new Response(data, { status: 400 })));
      const event = JSON.parse(data) as Answer<Contract>;
      told(event);
      if (typeof event === 'object' && event !== null && 'done' in event)
        return { ok: true, data: event as Extract<Answer<Contract>, { readonly done: true }> };
    }
  } catch (error) {
    // A connection that broke off in the middle of an answer.
    if (!(error instanceof TypeError)) throw error;
  }
  return unreachable;
}

async function keepListening(
  operation: Operation<AnyContract>,
  listener: Listener<unknown>,
  input: PlainInput | undefined,
  signal: AbortSignal,
): Promise<void> {
  let pause = FIRST_PAUSE;
  while (!signal.aborted) {
    try {
      const sent = await send(operation, input, signal);
      if (!sent.ok && sent.error.status !== 0 && sent.error.status !== 503) {
        listener.refused(sent.error);
        return;
      }
      if (sent.ok) {
        listener.live?.(true);
        for await (const { name, data } of eventsOf(sent.data.body!)) {
          if (name === 'error') break;
          pause = FIRST_PAUSE;
          listener.event(JSON.parse(data));
        }
      }
    } catch (error) {
      if (signal.aborted) return;
      // A connection that broke off in the middle of an answer.
      if (!(error instanceof TypeError)) throw error;
    }
    listener.live?.(false);
    await new Promise((resolve) => setTimeout(resolve, pause));
    pause = Math.min(2 * pause, LONGEST_PAUSE);
  }
}

/**
 * The events of a stream (WHATWG HTML, 9.2.6), with their names where they have one; comments keep the connection open and
 * are dropped.
 */
export async function* eventsOf(
  body: ReadableStream<Uint8Array<ArrayBuffer>>,
): AsyncGenerator<{ readonly name: string; readonly data: string }> {
  let rest = '';
  const reader = body.pipeThrough(new TextDecoderStream()).getReader();
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      const blocks = (rest + value).replaceAll('\r\n', '\n').split('\n\n');
      rest = blocks.pop()!;
      for (const block of blocks) {
        const field = (name: string) =>
          block
            .split('\n')
            .filter((line) => line.startsWith(`${name}:`))
            .map((line) => line.slice(name.length + 1).replace(/^ /, ''));
        const data = field('data');
        if (data.length > 0) yield { name: field('event').join(''), data: data.join('\n') };
      }
    }
  } finally {
    await reader.cancel();
  }
}
