import type { IncomingMessage } from 'node:http';
import { Refusal } from '../errors/refusal.ts';

const json = /^application\/(?:[\w.+-]+\+)?json$/i;

const nothing = Buffer.alloc(0);

/** Beyond this much of an oversize body nobody listens any longer: the connection is cut. */
const patience = 64 * 1024 * 1024;

/** What a content type other than JSON is answered with. */
const notJson = 'The body must be JSON: send the header "Content-Type: application/json".';

const mediaTypeOf = (request: IncomingMessage): string =>
  (request.headers['content-type'] ?? '').split(';', 1)[0].trim();

/** @throws Refusal 415 when what follows is not plain JSON */
function requireJson(request: IncomingMessage): void {
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

const cutOff = () => new Refusal('BAD_REQUEST', 'The request ended before its body was complete.');

/** Whether a request announces no body, nor what it would be. */
const isBare = ({ headers }: IncomingMessage): boolean =>
  headers['content-type'] === undefined &&
  headers['transfer-encoding'] === undefined &&
  (headers['content-length'] ?? '0') === '0';

/**
 * Reads a body of at most `limit` bytes and hands it on, or what is wrong with it; checked in the order of the
 * interface: content type, then size. What the bytes say is read by `parseJson`, on a worker thread where they can be
 * large. What comes after the limit is read and thrown away, up to a point, since a client that is still sending
 * cannot read the answer when its connection is cut.
 *
 * @throws Refusal 413 and 415 where the head of the request already tells
 */
export function readBody(
  request: IncomingMessage,
  limit: number,
  done: (error: Refusal | undefined, body: Buffer) => void,
): void {
  if (!isBare(request)) requireJson(request);
  const announced = Number(request.headers['content-length'] ?? Number.NaN);
  if (announced > limit) {
    if (announced <= patience) request.resume();
    throw tooLarge(limit, announced > patience);
  }
  let body: Buffer = nothing;
  let parts: Buffer[] | undefined;
  let length = 0;
  let ended = false;
  const end = (error?: Error) => {
    if (ended) return;
    ended = true;
    if (error === undefined) done(undefined, parts === undefined ? body : Buffer.concat(parts, length));
    else done(error instanceof Refusal ? error : cutOff(), nothing);
  };
  request.on('data', (chunk: Buffer) => {
    length += chunk.length;
    if (length > patience) request.destroy();
    if (length > limit) {
      parts = undefined;
      body = nothing;
      end(tooLarge(limit, false));
    } else if (length === chunk.length) {
      // Most bodies come in one piece, and are not copied.
      body = chunk;
    } else {
      parts ??= [body];
      parts.push(chunk);
    }
  });
  request.on('end', end);
  request.on('error', end);
}
