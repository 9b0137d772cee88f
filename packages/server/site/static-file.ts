import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { extname } from 'node:path';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { acceptedEncoding, compress, type Encoding, OFTEN } from '../http/body/content-encoding.ts';

/** A file in memory with its encodings and headers. */
export interface StaticFile {
  readonly type: string;
  readonly etag: string;
  readonly plain: Buffer;
  /** Compressed with the first request for it, on another thread: a start need not wait for what nobody asks for. */
  compressed(encoding: Encoding): Promise<Buffer>;
}

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
      const made = kept.get(encoding) ?? compress(encoding, plain, OFTEN);
      kept.set(encoding, made);
      return made;
    },
  };
}

export const readStaticFile = async (url: URL): Promise<StaticFile> =>
  staticFile(url.pathname, await readFile(url));

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
  const encoding = acceptedEncoding(request.headers['accept-encoding']);
  if (encoding === undefined) return reply.send(file.plain);
  return reply.header('content-encoding', encoding).send(await file.compressed(encoding));
}
