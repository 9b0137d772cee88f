import { createGunzip } from 'node:zlib';
import { Refusal } from '../errors/refusal.ts';
import type { BodyAccount } from './body-budget.ts';

/** Bytes that are inflated at once: what may be inflated beyond a limit. Set by hand. */
const CHUNK = 64 * 1024;

/**
 * Inflates a body that was compressed with gzip, on another thread and a piece at a time: each is counted like a part of
 * a body that arrives, and nothing is inflated once there is too much.
 *
 * @param tooLarge the refusal of more than `limit` bytes
 * @param account counts what is inflated; it is closed where the body is refused
 * @param done called with the body, or with its refusal: 413, 400 where it is no gzip, or that of the account
 */
export function inflate(
  compressed: Buffer,
  limit: number,
  tooLarge: () => Refusal,
  account: Pick<BodyAccount, 'receive' | 'close'>,
  done: (error: Refusal | undefined, body: Buffer) => void,
): void {
  const gunzip = createGunzip({ chunkSize: CHUNK });
  const parts: Buffer[] = [];
  let length = 0;
  const refuse = (refusal: Refusal) => {
    gunzip.removeAllListeners('end');
    gunzip.destroy();
    parts.length = 0;
    account.close();
    done(refusal, Buffer.alloc(0));
  };
  gunzip.on('data', (part: Buffer) => {
    length += part.length;
    try {
      if (length > limit) throw tooLarge();
      account.receive(part.length);
    } catch (refusal) {
      refuse(refusal as Refusal);
      return;
    }
    parts.push(part);
  });
  gunzip.on('end', () => done(undefined, parts.length === 1 ? parts[0] : Buffer.concat(parts, length)));
  gunzip.on('error', () =>
    refuse(
      new Refusal(
        'BAD_REQUEST',
        'The body is not whole gzip, as its Content-Encoding header says. Compress all of it, or send it as plain JSON.',
      ),
    ),
  );
  gunzip.end(compressed);
}
