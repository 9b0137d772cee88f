import type { IncomingMessage } from 'node:http';
import { basePath } from '@decidable/contract';
import { pathOf } from './envelope.ts';
import { Refusal } from './refusal.ts';

/** The page for a browser that requested an unknown path. */
export interface Page {
  readonly headers: Readonly<Record<string, string>>;
  readonly html: string;
}

const isBelowBasePath = (path: string): boolean => path === basePath || path.startsWith(`${basePath}/`);

/**
 * Whether a request without a route is answered with a page: a person looks at it, and it lies outside of the base
 * path, below which every answer is the envelope.
 */
export const wantsPage = (request: IncomingMessage): boolean =>
  (request.method === 'GET' || request.method === 'HEAD') &&
  (request.headers.accept ?? '').includes('text/html') &&
  !isBelowBasePath(pathOf(request));

/** The refusal of a request without a route. */
export const notFound = (request: IncomingMessage): Refusal =>
  new Refusal(
    'NOT_FOUND',
    isBelowBasePath(pathOf(request))
      ? 'There is no such route, or it takes another method: every endpoint is called with POST.'
      : `There is no such route. The endpoints of the API begin with ${basePath}.`,
  );

/** The refusal of a request whose path cannot be decoded: it has no route either. */
export const unroutable = (): Refusal =>
  new Refusal('NOT_FOUND', 'There is no such route: the path is not valid.');
