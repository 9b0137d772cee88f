import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { extname } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';

/** A file in memory with its encodings and headers. */
export interface StaticFile {
  readonly type: string;
  readonly etag: string;
  readonly plain: Buffer;
  /** Compressed with the first request for it, on another thread: a start need not wait for what nobody asks for. */
  compressed(encoding: Encoding): Promise<Buffer>;
}

export type Encoding = 'br' | 'gzip';

const compress: Readonly<Record<Encoding, (plain: Buffer) => Promise<Buffer>>> = {
  // The best quality would take seconds for a megabyte, and save a tenth.
  br: (plain) => promisify(brotliCompress)(plain, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }),
  gzip: (plain) => promisify(gzip)(plain),
};

const types: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.csv': 'text/csv; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.map': 'application/json; charset=utf-8',
  '.mjs': 'text/javascript; charset=utf-8',
  '.svg': 'image/svg+xml; charset=utf-8',
  '.ts': 'text/plain; charset=utf-8',
};

/** @param name decides the content type by its ending */
export function staticFile(name: string, content: Buffer | string): StaticFile {
  const plain = Buffer.from(content);
  const kept = new Map<Encoding, Promise<Buffer>>();
  return {
    type: types[extname(name)] ?? 'application/octet-stream',
    etag: `"${createHash('sha256').update(plain).digest('base64url').slice(0, 24)}"`,
    plain,
    compressed(encoding) {
      const made = kept.get(encoding) ?? compress[encoding](plain);
      kept.set(encoding, made);
      return made;
    },
  };
}

export const readStaticFile = async (url: URL): Promise<StaticFile> =>
  staticFile(url.pathname, await readFile(url));

/** Whether a client takes an encoding: it names it, and gives it a weight (RFC 9110, 12.5.3). */
const takes = (accepted: string, encoding: string): boolean =>
  accepted
    .toLowerCase()
    .split(',')
    .map((part) => part.split(';').map((piece) => piece.trim()))
    .some(([name, ...parameters]) => name === encoding && !parameters.some((p) => /^q=0(\.0*)?$/.test(p)));

/** Answers with a file, compressed as the client accepts, or with 304 if the client has cached the same one. */
export async function sendFile(
  request: FastifyRequest,
  reply: FastifyReply,
  file: StaticFile,
  cacheControl: string,
): Promise<FastifyReply> {
  reply
    .header('cache-control', cacheControl)
    .header('vary', 'Origin, Accept-Encoding')
    .header('x-content-type-options', 'nosniff')
    .header('etag', file.etag);
  const held = request.headers['if-none-match']?.split(',') ?? [];
  if (held.some((tag) => tag.trim().replace(/^W\//, '') === file.etag)) return reply.code(304).send();
  reply.header('content-type', file.type);
  const accepted = request.headers['accept-encoding'] ?? '';
  const encoding = (['br', 'gzip'] as const).find((each) => takes(accepted, each));
  if (encoding === undefined) return reply.send(file.plain);
  return reply.header('content-encoding', encoding).send(await file.compressed(encoding));
}
