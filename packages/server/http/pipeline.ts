import type { IncomingMessage, ServerResponse } from 'node:http';
import { basePath } from '@decidable/contract';
import type { ApiKey } from '../storage/ports.ts';
import type { Authentication } from './auth/authentication.ts';
import { requireOrigin } from './auth/origin.ts';
import { readBody } from './body/read-body.ts';
import type { OpenEndpoint } from './endpoint.ts';
import { pathOf } from './errors/envelope.ts';
import { lacksHost, withoutHost } from './errors/malformed.ts';
import type { Refusal } from './errors/refusal.ts';
import { Exchange } from './exchange.ts';
import { type Drain, stopping } from './lifecycle/draining.ts';
import { type EventLoopLag, overloaded } from './lifecycle/load-shedding.ts';
import type { RequestLog } from './lifecycle/request-log.ts';
import type { AddressOf } from './limits/client-address.ts';
import type { RateLimits } from './limits/rate-limits.ts';

export interface ApiParts {
  readonly endpoints: readonly OpenEndpoint[];
  readonly addressOf: AddressOf;
  readonly log: RequestLog;
  readonly drain: Drain;
  readonly lag: EventLoopLag;
  /** The delay of the event loop beyond which new requests are refused, in ms. */
  readonly maxLag: number;
  /** Told why a request was turned away for the service's own sake. */
  readonly shed: (reason: string) => void;
  readonly authentication: Authentication;
  readonly rates: RateLimits;
}

/** Takes a request that is for an endpoint; false when it is for somebody else. */
export type Api = (request: IncomingMessage, response: ServerResponse) => boolean;

/**
 * The way of a request to an endpoint, straight from `node:http`. The order of the checks is that of this file: route,
 * failed keys of the address, key, origin, rate, content type, size, and then, as the endpoint reads its body, JSON,
 * fields, organization. Nothing is awaited where there is nothing to wait for: most requests wait for their body and
 * for the disk, and for nothing else.
 */
export function buildApi(parts: ApiParts): Api {
  const { addressOf, log, drain, lag, maxLag, shed, authentication, rates } = parts;
  const routes = new Map(parts.endpoints.map((endpoint) => [basePath + endpoint.contract.path, endpoint]));

  /** What is refused whoever asks. */
  function refusalOfAll(request: IncomingMessage): Refusal | undefined {
    if (lacksHost(request)) return withoutHost();
    if (drain.draining) {
      shed('draining');
      return stopping();
    }
    if (lag.now > maxLag) {
      shed('event-loop');
      return overloaded();
    }
    return undefined;
  }

  function admit(exchange: Exchange, endpoint: OpenEndpoint, found: ApiKey | undefined): void {
    try {
      const key = authentication.require(exchange, found);
      exchange.key = key;
      requireOrigin(exchange.request, key);
      rates.take(key, exchange);
      endpoint.admit?.(exchange, key);
      readBody(exchange.request, endpoint.contract.bodyLimit, (error, body) => {
        if (error === undefined) endpoint.answer(exchange, key, body);
        else exchange.refuse(error);
      });
    } catch (error) {
      exchange.refuse(error);
    }
  }

  function receive(exchange: Exchange, endpoint: OpenEndpoint): void {
    try {
      const found = authentication.find(exchange);
      if (found instanceof Promise) {
        found.then(
          (key) => admit(exchange, endpoint, key),
          (error) => exchange.refuse(error),
        );
      } else admit(exchange, endpoint, found);
    } catch (error) {
      exchange.refuse(error);
    }
  }

  return (request, response) => {
    if (request.method !== 'POST') return false;
    const route = routedPath(request);
    const endpoint = routes.get(route);
    if (endpoint === undefined) return false;
    const exchange = new Exchange(request, response, route, addressOf(request));
    const refusal = refusalOfAll(request);
    if (refusal === undefined) drain.enter();
    response.on('close', () => {
      if (refusal === undefined) drain.leave();
      exchange.place?.release();
      log.tell(
        {
          route,
          method: 'POST',
          status: response.statusCode,
          milliseconds: performance.now() - exchange.began,
        },
        exchange,
      );
    });
    if (refusal === undefined) receive(exchange, endpoint);
    else exchange.refuse(refusal);
    return true;
  };
}

/** The path that a request is routed by: `%65vent` is `event`. What cannot be decoded is left to the framework. */
function routedPath(request: IncomingMessage): string {
  const path = pathOf(request);
  if (!path.includes('%')) return path;
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}
