import type { IncomingMessage } from 'node:http';
import { Refusal } from '../errors/refusal.ts';
import type { BodyAccount } from './body-budget.ts';
import { discards, PATIENCE } from './discard.ts';
import { inflate } from './inflate.ts';

/** The media type of JSON, and of every format that is written in it. */
export const JSON_MEDIA_TYPE = /^application\/(?:[\w.+-]+\+)?json$/i;

const nothing = Buffer.alloc(0);

/** The answer to a content type other than JSON. */
export const NOT_JSON = 'The body must be JSON: send the header "Content-Type: application/json".';

const mediaTypeOf = (request: IncomingMessage): string =>
  (request.headers['content-type'] ?? '').split(';', 1)[0].trim();

/** The encodings that bodies may have; `x-gzip` is an old name of gzip (RFC 9110, 8.4.1.3). */
const GZIP = new Set(['gzip', 'x-gzip']);
const ENCODINGS = 'gzip, identity';

/** @returns whether it is compressed. @throws Refusal 415 unless the body is JSON in UTF-8, as it is or in gzip */
function requireJson(request: IncomingMessage): boolean {
  const { headers } = request;
  // Nearly every request.
  if (headers['content-type'] === 'application/json' && headers['content-encoding'] === undefined)
    return false;
  const mediaType = mediaTypeOf(request);
  if (!JSON_MEDIA_TYPE.test(mediaType)) {
    throw new Refusal('UNSUPPORTED_MEDIA_TYPE', NOT_JSON);
  }
  const charset = /;\s*charset\s*=\s*"?([^\s;"]+)/i.exec(headers['content-type'] ?? '')?.[1];
  if (charset !== undefined && !/^utf-?8$/i.test(charset)) {
    throw new Refusal('UNSUPPORTED_MEDIA_TYPE', 'The body must be JSON in UTF-8.');
  }
  return isInGzip(request);
}

/** Whether a body is compressed. @throws Refusal 415 where it is in another way than gzip */
function isInGzip({ headers }: IncomingMessage): boolean {
  const encoding = (headers['content-encoding'] ?? 'identity').trim().toLowerCase();
  const isCompressed = GZIP.has(encoding);
  if (!isCompressed && encoding !== 'identity') {
    throw new Refusal(
      'UNSUPPORTED_MEDIA_TYPE',
      `The body is compressed in a way that is not taken. The values of Content-Encoding that are: ${ENCODINGS}.`,
      { 'accept-encoding': ENCODINGS },
    );
  }
  return isCompressed;
}

const tooLarge = (limit: number, closing: boolean, how = '') =>
  new Refusal(
    'PAYLOAD_TOO_LARGE',
    `The body is larger than the ${limit.toLocaleString('en')} bytes that this endpoint accepts${how}. Send less in one call.`,
    closing ? { connection: 'close' } : {},
  );

const cutOff = () => new Refusal('BAD_REQUEST', 'The request ended before its body was complete.');

/** Whether a request announces neither a body nor its type. */
const isBare = ({ headers }: IncomingMessage): boolean =>
  headers['content-type'] === undefined &&
  headers['transfer-encoding'] === undefined &&
  (headers['content-length'] ?? '0') === '0';

/**
 * Reads a body of at most `limit` bytes and calls back with it or with its refusal; the content type is checked before
 * the size. A body in gzip is inflated, and both what arrives and what comes of it are bounded by the limit. `parseJson`
 * parses the bytes later, those of a large body on a worker thread. The part beyond the limit is read and discarded, up to
 * a point: a client that is still sending cannot read the answer once its connection is cut.
 *
 * @param account counts what arrives; it is closed where the body is refused
 * @param isOfAnyType whether it may be other than JSON, which its reader then finds out
 * @throws Refusal 413 and 415 where the headers of the request show it; `done` gets 429 and 503, where too many bodies are
 *   under way, and 413 where more arrives than was announced
 */
export function readBody(
  request: IncomingMessage,
  limit: number,
  account: BodyAccount,
  done: (error: Refusal | undefined, body: Buffer) => void,
  isOfAnyType = false,
): void {
  const isCompressed = isOfAnyType ? isInGzip(request) : !isBare(request) && requireJson(request);
  const announced = Number(request.headers['content-length'] ?? Number.NaN);
  if (announced > limit) throw tooLarge(limit, announced > PATIENCE);
  let body: Buffer = nothing;
  let parts: Buffer[] | undefined;
  let length = 0;
  let ended = false;
  const end = (error?: Error) => {
    if (ended) return;
    ended = true;
    if (error === undefined) {
      account.arrived();
      const whole = parts === undefined ? body : Buffer.concat(parts, length);
      if (isCompressed && length > 0)
        inflate(whole, limit, () => tooLarge(limit, false, ', once it is inflated'), account, done);
      else done(undefined, whole);
      return;
    }
    parts = undefined;
    body = nothing;
    account.close();
    done(error instanceof Refusal ? error : cutOff(), nothing);
  };
  try {
    account.open(Number.isNaN(announced) ? 0 : announced, end);
  } catch (refusal) {
    end(refusal as Refusal);
  }
  request.on('data', (chunk: Buffer) => {
    length += chunk.length;
    if (length > PATIENCE) request.destroy();
    if (ended) {
      discards.discarded(request, chunk.length);
      return;
    }
    if (length > limit) {
      end(tooLarge(limit, false));
      return;
    }
    try {
      account.receive(chunk.length);
    } catch (refusal) {
      end(refusal as Refusal);
      return;
    }
    if (length === chunk.length) {
      // Most bodies arrive in one piece, which is not copied.
      body = chunk;
    } else {
      parts ??= [body];
      parts.push(chunk);
    }
  });
  request.on('end', end);
  request.on('error', end);
}
