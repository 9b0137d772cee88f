import { statSync } from 'node:fs';
import { open, readdir } from 'node:fs/promises';
import { join } from 'node:path';

/** The database of a copy and of a data folder. */
export const DATABASE = 'decidable.db';
/** Files of a data folder that belong to a process, or that are made again: they are not copied. */
const OF_PROCESSES = /^(?:decidable\.db|serve\.lock|serve\.process|store\.json|backup\.json)/;

/** The names of the files of a data folder that belong to its store beside the database, such as pending usage. */
export async function filesBeside(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true });
  return entries.filter((entry) => entry.isFile() && !OF_PROCESSES.test(entry.name)).map(({ name }) => name);
}

/** Waits until a file, or the entries of a folder, are on the disk. */
export async function sync(path: string): Promise<void> {
  const file = await open(path, 'r');
  await file.sync().finally(() => file.close());
}

export const isThere = (folder: string, name: string): boolean =>
  statSync(join(folder, name), { throwIfNoEntry: false }) !== undefined;
