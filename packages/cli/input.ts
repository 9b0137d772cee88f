import { readFile } from 'node:fs/promises';
import { buffer } from 'node:stream/consumers';
import type { GivenFile } from '@decidable/exports/grading';
import { BadInput, systemCode } from './fault.ts';

export type { GivenFile };

/** Reads a file, or standard input for `-`. Throws `BadInput` with what is wrong with the path. */
export async function readGiven(path: string): Promise<GivenFile> {
  if (path === '-') {
    if (process.stdin.isTTY) {
      process.stderr.write('decidable: reading standard input; end it with Ctrl-D.\n');
    }
    return { name: 'standard input', bytes: ownBytes(await buffer(process.stdin)) };
  }
  try {
    return { name: path, bytes: ownBytes(await readFile(path)) };
  } catch (error) {
    throw new BadInput(`${path}: ${unreadable(error)}`, { cause: error });
  }
}

/** Bytes with a buffer of their own, so that they can be transferred to a worker thread. Large ones have one: they are not copied. */
const ownBytes = (bytes: Buffer): Uint8Array<ArrayBuffer> =>
  bytes.buffer instanceof ArrayBuffer && bytes.byteLength === bytes.buffer.byteLength
    ? new Uint8Array(bytes.buffer)
    : Uint8Array.from(bytes);

function unreadable(error: unknown): string {
  switch (systemCode(error)) {
    case 'ENOENT':
    case 'ENOTDIR':
      return 'there is no such file. Check the path, or give - to read standard input.';
    case 'EISDIR':
      return 'this is a folder. Give one file.';
    case 'EACCES':
    case 'EPERM':
      return 'it may not be read. Give yourself the right to, or copy it elsewhere.';
    case 'ERR_FS_FILE_TOO_LARGE':
      return 'it is over 2 GB. Split it by shelf and grade the parts.';
    default:
      if (systemCode(error) !== undefined && error instanceof Error)
        return `it cannot be read (${error.message}).`;
      throw error;
  }
}
