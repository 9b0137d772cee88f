import { statSync } from 'node:fs';
import { open, readdir } from 'node:fs/promises';
import { join } from 'node:path';

/** Files of a data folder that belong to a process or to its machine, or that are made again: they are not copied. */
const NOT_COPIED =
  /^(?:decidable\.db|serve\.lock|serve\.process|store\.json|backup\.json|untrusted-forwarding\.json)/;

/** Whether a file belongs to the store beside its database. */
export const isBesideStore = (name: string): boolean => !NOT_COPIED.test(name);

/** The names of the files of a data folder that belong to its store beside the database, such as pending usage. */
export async function filesBeside(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true });
  return entries.filter((entry) => entry.isFile() && isBesideStore(entry.name)).map(({ name }) => name);
}

/** Waits until a file, or the entries of a folder, are on the disk. */
export async function sync(path: string): Promise<void> {
  const file = await open(path, 'r');
  await file.sync().finally(() => file.close());
}

export const isThere = (folder: string, name: string): boolean =>
  statSync(join(folder, name), { throwIfNoEntry: false }) !== undefined;
