import type { ServerResponse } from 'node:http';

/** A comment is sent this often, so that nobody between takes the silence for the end; ms. Set by hand. */
const HEARTBEAT = 15_000;

/**
 * Sends server-sent events (HTML, 9.2) until the source ends: each item as the data of a message. An error after the
 * first byte is told as an event `error`.
 *
 * @param requireAccess called at each heartbeat; `stop` ends the stream when it throws
 * @param errorJson the envelope of an error
 */
export async function answerEvents(
  response: ServerResponse,
  events: AsyncIterable<unknown>,
  requireAccess: () => Promise<void>,
  stop: () => void,
  errorJson: (error: unknown) => string,
): Promise<void> {
  response.writeHead(200, {
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-store',
    'x-accel-buffering': 'no',
  });
  response.flushHeaders();
  const heartbeat = setInterval(() => {
    response.write(':\n\n');
    // Whoever may still read, but was refused since the store failed, opens the stream again.
    requireAccess().catch(stop);
  }, HEARTBEAT);
  try {
    for await (const event of events) {
      if (response.writableEnded || response.destroyed) break;
      if (!response.write(`data: ${JSON.stringify(event)}\n\n`) && !response.destroyed)
        await drained(response);
    }
  } catch (error) {
    response.write(`event: error\ndata: ${errorJson(error)}\n\n`);
  } finally {
    clearInterval(heartbeat);
    response.end();
  }
}

/** Resolves when the client has read enough, or is gone. */
function drained(response: ServerResponse): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      response.off('drain', done);
      response.off('close', done);
      resolve();
    };
    response.on('drain', done);
    response.on('close', done);
  });
}
