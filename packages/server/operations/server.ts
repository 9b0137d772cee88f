import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { DamagedStore } from '../errors.ts';
import type { Metrics } from './metrics.ts';
import { version } from './release.ts';

export interface OperationsOptions {
  readonly port: number;
  /** Loopback by default: its answers are for the operator. */
  readonly host?: string;
  readonly metrics: Metrics;
  readonly state: ServiceState;
}

/** What readiness goes by. */
export interface ServiceState {
  /** Rejects when the store cannot answer. */
  readonly ping: () => Promise<void>;
  /** Whether shops that were used lately are still being opened. */
  readonly opening: () => boolean;
  /** True from the moment that the service was told to stop. */
  readonly draining: () => boolean;
}

export interface Operations {
  readonly port: number;
  /** Changes while the service starts. */
  state: ServiceState;
  /** Whether somebody asks for readiness, and so would notice that it fails. */
  readonly isWatched: boolean;
  close(): Promise<void>;
}

/** How long the store may take to answer before the service calls itself not ready, in ms. */
const PATIENCE = 2_000;

/** Readiness counts as watched for this long after it was asked for, in ms: twice the slowest usual interval. */
const WATCHED = 60_000;

/**
 * Serves `/health` (the event loop turns, and which release it is), `/ready` (the service accepts requests: the shops used
 * lately are open, the store answers and no stop was requested) and `/metrics` on a port of their own.
 */
export async function startOperations(options: OperationsOptions): Promise<Operations> {
  const { metrics, port, host = '127.0.0.1' } = options;
  let { state } = options;
  let askedAt = Number.NEGATIVE_INFINITY;
  const respond = async (request: IncomingMessage, response: ServerResponse) => {
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      response.setHeader('allow', 'GET, HEAD');
      return answer(response, 405, { status: 'error', message: 'Only GET is answered here.' });
    }
    switch (request.url?.split('?', 1)[0]) {
      case '/health':
        return answer(response, 200, { status: 'ok', version, node: process.versions.node });
      case '/ready': {
        askedAt = performance.now();
        const obstacle = await obstacleOf(state);
        if (obstacle === undefined) return answer(response, 200, { status: 'ready' });
        return answer(response, 503, { status: 'not ready', message: obstacle });
      }
      case '/metrics': {
        const text = await metrics.registry.metrics();
        response.writeHead(200, { 'content-type': metrics.registry.contentType });
        return response.end(text);
      }
      default:
        return answer(response, 404, {
          status: 'error',
          message: 'Served here: /health, /ready and /metrics.',
        });
    }
  };
  const server = createServer((request, response) => {
    respond(request, response).catch((error: unknown) => {
      const message = error instanceof Error ? error.message : String(error);
      if (response.headersSent) response.destroy();
      else answer(response, 500, { status: 'error', message });
    });
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, resolve);
  });
  return {
    port: (server.address() as AddressInfo).port,
    get state() {
      return state;
    },
    set state(next) {
      state = next;
    },
    get isWatched() {
      return performance.now() - askedAt < WATCHED;
    },
    close: () =>
      new Promise((resolve, reject) => {
        server.close((error) => (error ? reject(error) : resolve()));
        server.closeAllConnections();
      }),
  };
}

async function obstacleOf({ ping, opening, draining }: ServiceState): Promise<string | undefined> {
  if (draining()) return 'The service is shutting down.';
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<string>((resolve) => {
    timer = setTimeout(resolve, PATIENCE, 'The store does not answer in time.');
  });
  try {
    const obstacle = await Promise.race([ping().then(() => undefined), late]);
    return obstacle ?? (opening() ? 'The shops that were used lately are being opened.' : undefined);
  } catch (error) {
    if (!(error instanceof Error)) return 'The store does not answer.';
    return error.cause instanceof Error && !(error instanceof DamagedStore)
      ? `${error.message} (${error.cause.message})`
      : error.message;
  } finally {
    clearTimeout(timer);
  }
}

function answer(response: ServerResponse, status: number, body: object): void {
  const json = JSON.stringify(body);
  response.writeHead(status, { 'content-type': 'application/json', 'cache-control': 'no-store' });
  response.end(json);
}
