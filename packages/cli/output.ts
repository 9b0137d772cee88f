import { stat, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { BadInput, systemCode } from './fault.ts';
import { jsonParts } from './json-parts.ts';

/** Writes to standard output and waits until it is flushed, so that a slow reader gets everything. */
export async function print(text: string | Uint8Array): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    process.stdout.write(text, (error) => (error ? reject(error) : resolve()));
  });
}

export function printLines(lines: readonly string[]): Promise<void> {
  return print(`${lines.join('\n')}\n`);
}

/** Characters that are written at once. Set by hand. */
const PIECE = 1 << 20;

/** JSON for scripts: one line. A large one is never a text as a whole. */
export async function printJson(value: unknown): Promise<void> {
  let waiting: string[] = [];
  let length = 0;
  for (const part of jsonParts(value)) {
    waiting.push(part);
    length += part.length;
    if (length < PIECE) continue;
    await print(waiting.join(''));
    waiting = [];
    length = 0;
  }
  await print(`${waiting.join('')}\n`);
}

/**
 * Refuses a path that cannot or should not be written to, before any other work.
 *
 * @param inputs the paths that are read: overwriting a catalogue would lose it
 * @throws BadInput when its folder is missing, it is a folder itself, or one of the inputs.
 */
export async function checkWritable(path: string, inputs: readonly string[]): Promise<void> {
  const folder = dirname(path);
  if (!(await kind(folder))?.isDirectory()) {
    throw new BadInput(`${path}: the folder ${folder} does not exist. Create it, or give another path.`);
  }
  const target = await kind(path);
  if (target?.isDirectory()) throw new BadInput(`${path}: this is a folder. Give the name of a file in it.`);
  for (const input of inputs) {
    const given = input === '-' ? undefined : await kind(input);
    if (target?.isFile() && given && given.ino === target.ino && given.dev === target.dev) {
      throw new BadInput(
        `${path}: this is the file that is read, and would be overwritten. Give another name.`,
      );
    }
  }
}

async function kind(path: string) {
  try {
    return await stat(path, { bigint: true });
  } catch (error) {
    if (['ENOENT', 'ENOTDIR', 'EACCES'].includes(systemCode(error) ?? '')) return undefined;
    throw error;
  }
}

/** Writes a file, or standard output for `-`. */
export async function writeFileTo(path: string, contents: string | Uint8Array): Promise<void> {
  if (path === '-') return print(contents);
  try {
    await writeFile(path, contents);
  } catch (error) {
    if (systemCode(error) === undefined || !(error instanceof Error)) throw error;
    throw new BadInput(`${path}: it cannot be written (${error.message}).`, { cause: error });
  }
}
