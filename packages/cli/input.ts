import { open } from 'node:fs/promises';
import { CatalogueError } from '@decidable/engine/catalogue';
import { arrivingExport, type ExportLimits } from '@decidable/exports';
import type { GivenFile } from '@decidable/exports/grading';
import { BadInput, systemCode } from './fault.ts';

export type { GivenFile };

/** Bytes that are asked of a file at once; set by hand. */
const AT_ONCE = 1 << 20;

/**
 * Reads a file, or standard input for `-`.
 *
 * @throws BadInput with what is wrong with the path, or with a file that no export can be
 */
export async function readGiven(path: string): Promise<GivenFile> {
  if (path === '-') {
    if (process.stdin.isTTY) {
      process.stderr.write('decidable: reading standard input; end it with Ctrl-D.\n');
    }
    return { name: 'standard input', bytes: await arriving('standard input', process.stdin) };
  }
  try {
    const file = await open(path);
    const { size } = await file.stat();
    return {
      name: path,
      bytes: await arriving(path, file.createReadStream({ highWaterMark: AT_ONCE }), size),
    };
  } catch (error) {
    if (error instanceof BadInput) throw error;
    throw new BadInput(`${path}: ${unreadable(error)}`, { cause: error });
  }
}

/**
 * All bytes of a file, with a buffer of their own, so that they can be transferred to a worker thread.
 *
 * @param stated as for `arrivingExport`
 * @throws BadInput if it is refused before its end
 */
export async function arriving(
  name: string,
  chunks: AsyncIterable<Uint8Array>,
  stated?: number,
  limits?: ExportLimits,
): Promise<Uint8Array<ArrayBuffer>> {
  try {
    return await arrivingExport(chunks, stated, limits);
  } catch (error) {
    if (error instanceof CatalogueError) throw new BadInput(error.messageIn(name), { cause: error });
    throw error;
  }
}

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
    default:
      if (systemCode(error) !== undefined && error instanceof Error)
        return `it cannot be read (${error.message}).`;
      throw error;
  }
}
