import type { Server } from 'node:http';
import { Server as NetServer } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';

/** How often it is looked whether connections are left, in ms; set by hand. */
const LOOK_EVERY = 20;

/**
 * Stops listening; requests on open connections are answered as before. Call it once answers close their connections. A proxy that does not watch readiness is refused the connection, and goes to another node with a
 * request that nobody has seen. Resolves when all connections have closed, or after `most` ms; then those without a request
 * are closed. With 0 nothing is done.
 */
export async function refuseConnections(server: Server, most: number): Promise<void> {
  if (most === 0) return;
  // That of `http` would close idle connections at once, on which a proxy may be sending a request.
  NetServer.prototype.close.call(server);
  for (const until = performance.now() + most; performance.now() < until; await pause(LOOK_EVERY)) {
    if ((await connectionsOf(server)) === 0) return;
  }
  server.closeIdleConnections();
}

const connectionsOf = (server: Server): Promise<number> =>
  new Promise((resolve, reject) => {
    server.getConnections((error, count) => (error === null ? resolve(count) : reject(error)));
  });
