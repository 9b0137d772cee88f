import type { IncomingMessage } from 'node:http';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { errorCodes } from 'fastify';
import { Refusal } from '../http/errors/refusal.ts';

/** Bytes that are copied in one turn of the event loop. Set by hand: some 2 ms with the memory that they take. */
const STEP = 2 * 1024 * 1024;

/**
 * Reads the file of an upload into a buffer of its own, which can be handed to another thread. Its parts are put together
 * over several turns of the event loop: 30 MB at once would take tens of ms.
 *
 * @param limit bytes
 * @throws the errors of the framework for a body that is too large; Refusal where it is not complete
 */
export async function readUpload(payload: IncomingMessage, limit: number): Promise<Buffer> {
  const tooLarge = () => new errorCodes.FST_ERR_CTP_BODY_TOO_LARGE();
  if (Number(payload.headers['content-length'] ?? 0) > limit) throw tooLarge();
  const parts: Buffer[] = [];
  let length = 0;
  try {
    // Not destroyed when it is left: the client still gets its answer.
    for await (const part of payload.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
      length += part.length;
      if (length > limit) throw tooLarge();
      parts.push(part);
    }
  } catch (error) {
    if (length > limit) throw error;
    throw new Refusal('BAD_REQUEST', 'The request ended before its body was complete.');
  }
  // Not zeroed first, which would take one long turn.
  const file = Buffer.allocUnsafeSlow(length);
  let [copied, rested] = [0, 0];
  for (const part of parts) {
    file.set(part, copied);
    copied += part.length;
    if (copied - rested < STEP) continue;
    rested = copied;
    await nextTurn();
  }
  return file;
}
