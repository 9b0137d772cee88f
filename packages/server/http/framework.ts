import type { IncomingMessage, Server } from 'node:http';
import { type FastifyInstance, type FastifyReply, type FastifyRequest, fastify } from 'fastify';
import { compileSchema } from '../request-body/fields.ts';
import { parseJson } from '../request-body/json.ts';
import { JSON_MEDIA_TYPE } from './body/read-body.ts';
import type { MalformedRequests } from './errors/malformed.ts';
import { notFound, type Page, unroutable, wantsPage } from './errors/not-found.ts';
import type { Exchange } from './exchange.ts';

declare module 'fastify' {
  interface FastifyInstance {
    /** The exchange of a request. */
    exchangeOf(request: FastifyRequest): Exchange;
  }
}

/** Browsers that came by HTTPS come by nothing else for a year. */
const ONLY_HTTPS = 'max-age=31536000';

/** Handles a request to no endpoint, after it has passed the checks of every request. */
export type Framework = (exchange: Exchange) => void;

/**
 * Fastify for all but the endpoints: the site, and routes that are declared with a schema. Its requests come through
 * the pipeline, so checks, correlation ids, log and envelope are those of every request; Fastify routes them,
 * parses and validates, and its errors go back to the exchange.
 *
 * @param isSecure whether a browser reached the service by HTTPS
 * @param createServer makes the server, whose requests go to the framework only through the function that it is given
 */
export function buildFramework(
  notFoundPage: Page,
  malformed: MalformedRequests,
  isSecure: (request: IncomingMessage) => boolean,
  createServer: (framework: Framework) => Server,
): FastifyInstance {
  const exchanges = new WeakMap<IncomingMessage, Exchange>();
  const refuse = (request: FastifyRequest, reply: FastifyReply, error: unknown): void => {
    reply.hijack();
    exchanges.get(request.raw)!.refuse(error);
  };
  const answerNotFound = (request: FastifyRequest, reply: FastifyReply): void => {
    if (!wantsPage(request.raw)) {
      refuse(request, reply, notFound(request.raw));
      return;
    }
    const { headers, html } = notFoundPage;
    reply.code(404).header('content-type', 'text/html; charset=utf-8').headers(headers).send(html);
  };
  const app = fastify({
    genReqId: (request) => exchanges.get(request as IncomingMessage)!.correlationId,
    requestIdHeader: false,
    return503OnClosing: false,
    // A busy machine may take its time to start.
    pluginTimeout: 0,
    // Ids of sessions have 128 characters, each of up to twelve in a path.
    routerOptions: { maxParamLength: 2_048 },
    exposeHeadRoutes: true,
    clientErrorHandler: (error, socket) => malformed.answer(error as NodeJS.ErrnoException, socket),
    // The router reports a path that cannot be decoded before any hook has run.
    frameworkErrors: (_error, request, reply) => refuse(request, reply, unroutable()),
    serverFactory: (handle) =>
      createServer((exchange) => {
        const { request, response } = exchange;
        exchanges.set(request, exchange);
        const headers = exchange.headers();
        for (let i = 0; i < headers.length; i += 2) response.setHeader(headers[i], headers[i + 1]);
        if (isSecure(request)) response.setHeader('strict-transport-security', ONLY_HTTPS);
        handle(request, response);
      }),
  });
  app.decorate('exchangeOf', (request: FastifyRequest) => exchanges.get(request.raw)!);
  app.addHook('onRequest', (request, reply, done) => {
    // Before the framework looks at the body of a request that has no route.
    if (request.is404) {
      answerNotFound(request, reply);
      return;
    }
    exchanges.get(request.raw)!.route = request.routeOptions.url ?? null;
    done();
  });
  // The body of a request arrives by events of its socket, which have forgotten whose they are.
  app.addHook('preHandler', (request, _reply, done) => exchanges.get(request.raw)!.within(done));
  app.setNotFoundHandler(answerNotFound);
  app.setErrorHandler((error, request, reply) => refuse(request, reply, error));
  app.setValidatorCompiler<object>(({ schema, httpPart }) => compileSchema(schema, httpPart !== 'body'));
  app.removeAllContentTypeParsers();
  app.addContentTypeParser(JSON_MEDIA_TYPE, { parseAs: 'buffer' }, (_request, body, done) => {
    try {
      done(null, parseJson(body as Buffer));
    } catch (error) {
      done(error as Error);
    }
  });
  return app;
}
