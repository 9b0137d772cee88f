import type { FastifyInstance, FastifyRequest } from 'fastify';
import { notJson } from './envelope.ts';
import { Refusal } from './refusal.ts';

const json = /^application\/(?:[\w.+-]+\+)?json$/i;

/** Beyond this much of an oversize body nobody listens any longer: the connection is cut. */
const patience = 64 * 1024 * 1024;

const mediaTypeOf = (request: FastifyRequest): string =>
  (request.headers['content-type'] ?? '').split(';', 1)[0]!.trim();

/** @throws Refusal 415 when what follows is not plain JSON */
function requireJson(request: FastifyRequest): void {
  const { headers } = request;
  // What nearly everybody sends.
  if (headers['content-type'] === 'application/json' && headers['content-encoding'] === undefined) return;
  const mediaType = mediaTypeOf(request);
  if (!json.test(mediaType)) {
    throw new Refusal('UNSUPPORTED_MEDIA_TYPE', notJson);
  }
  const encoding = headers['content-encoding'];
  if (encoding !== undefined && encoding.toLowerCase() !== 'identity') {
    throw new Refusal('UNSUPPORTED_MEDIA_TYPE', 'The body must not be compressed: send it as plain JSON.');
  }
  const charset = /;\s*charset\s*=\s*"?([^\s;"]+)/i.exec(headers['content-type'] ?? '')?.[1];
  if (charset !== undefined && !/^utf-?8$/i.test(charset)) {
    throw new Refusal('UNSUPPORTED_MEDIA_TYPE', 'The body must be JSON in UTF-8.');
  }
}

const tooLarge = (limit: number, closing: boolean) =>
  new Refusal(
    'PAYLOAD_TOO_LARGE',
    `The body is larger than the ${limit.toLocaleString('en')} bytes that this endpoint accepts. Send less in one call.`,
    closing ? { connection: 'close' } : {},
  );

/**
 * Reads a body of at most `limit` bytes. What comes after the limit is read and thrown away, up to a point,
 * since a client that is still sending cannot read the answer when its connection is cut.
 *
 * @throws Refusal 413
 */
function read(request: FastifyRequest, limit: number): Promise<Buffer> {
  const stream = request.raw;
  const announced = Number(request.headers['content-length'] ?? Number.NaN);
  if (announced > limit) {
    if (announced <= patience) stream.resume();
    return Promise.reject(tooLarge(limit, announced > patience));
  }
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let length = 0;
    stream.on('data', (chunk: Buffer) => {
      length += chunk.length;
      if (length <= limit) chunks.push(chunk);
      else if (chunks.length > 0 || length - chunk.length <= limit) {
        chunks.length = 0;
        reject(tooLarge(limit, false));
      }
      if (length > patience) stream.destroy();
    });
    stream.on('end', () => resolve(chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks)));
    stream.on('error', () =>
      reject(new Refusal('BAD_REQUEST', 'The request ended before its body was complete.')),
    );
  });
}

/**
 * Bodies reach the endpoints as bytes. Checked in the order of the interface: content type, then size; what they
 * say is read by `parseJson`, on a worker thread where they can be large.
 */
export function acceptBodies(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', async (request: FastifyRequest) => {
    requireJson(request);
    return read(request, request.routeOptions.bodyLimit);
  });
}
