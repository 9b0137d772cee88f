import { basePath } from '@decidable/contract';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { identify } from '../lifecycle/correlation.ts';
import { allowReading } from '../lifecycle/cors.ts';
import { pathOf, sendRefusal } from './envelope.ts';
import { Refusal } from './refusal.ts';

/** A page that a person looks at, as opposed to a call that a program makes. */
const wantsPage = (request: FastifyRequest): boolean =>
  (request.method === 'GET' || request.method === 'HEAD') &&
  (request.headers.accept ?? '').includes('text/html');

export interface Page {
  readonly headers: Readonly<Record<string, string>>;
  readonly html: string;
}

/**
 * What has no route. Below the base path it is always the envelope; elsewhere a browser gets a page, since the
 * unversioned paths belong to the site.
 */
export function answerNotFound(app: FastifyInstance, { headers, html }: Page): void {
  const answer = (request: FastifyRequest, reply: FastifyReply): FastifyReply => {
    const path = pathOf(request.raw);
    const ours = path === basePath || path.startsWith(`${basePath}/`);
    if (!ours && wantsPage(request)) {
      return reply.code(404).header('content-type', 'text/html; charset=utf-8').headers(headers).send(html);
    }
    const refusal = new Refusal(
      'NOT_FOUND',
      ours
        ? 'There is no such route, or it takes another method: every endpoint is called with POST.'
        : `There is no such route. The endpoints of the API begin with ${basePath}.`,
    );
    return sendRefusal(request, reply, refusal);
  };
  // Before the framework looks at a body: it would refuse one that it cannot read as our fault.
  app.addHook('onRequest', (request, reply, done) => {
    if (request.is404) answer(request, reply);
    else done();
  });
  app.setNotFoundHandler(answer);
}

/** A path that cannot be decoded has no route either. The router says so before any hook has run. */
export function answerUnroutable(_error: unknown, request: FastifyRequest, reply: FastifyReply): void {
  identify(request, reply);
  allowReading(request, reply);
  sendRefusal(request, reply, new Refusal('NOT_FOUND', 'There is no such route: the path is not valid.'));
}
