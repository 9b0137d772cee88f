import type { ServerResponse } from 'node:http';

/** How often it is looked whether the service is about to stop; ms. Set by hand. */
const LOOK_EVERY = 250;

/** Aborted when the answer has left, the client has hung up, or the service is about to stop. */
export function requestSignal(response: ServerResponse, isLeaving: () => boolean): AbortSignal {
  // Its event does not come again for a client that hung up while the request was checked.
  if (response.closed) return AbortSignal.abort();
  const controller = new AbortController();
  const look = setInterval(() => {
    if (isLeaving()) controller.abort();
  }, LOOK_EVERY).unref();
  response.once('close', () => controller.abort());
  controller.signal.addEventListener('abort', () => clearInterval(look));
  return controller.signal;
}
