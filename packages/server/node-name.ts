import { randomBytes } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import type { Config } from './config.ts';

/** The file of the name in the data folder. */
const FILE = 'node-name';
/** Characters of the machine's name: a name of a node has 64 at most, and six are the hyphen and what is made up. */
const MOST_OF_HOST = 58;

/**
 * The name of this node: in the rows that requests are counted on, in leases, and in the log of a cluster. The one that
 * was chosen, else `local` for an embedded store. A node of a cluster makes one up, as several may run on a machine, and
 * keeps it in its data folder: a name that changed with every start would leave rows behind.
 *
 * @throws what the file system says where the data folder cannot be written
 */
export async function nodeName({
  node,
  data,
  databaseUrl,
}: Pick<Config, 'node' | 'data' | 'databaseUrl'>): Promise<string> {
  if (node !== undefined) return node;
  if (databaseUrl === undefined) return 'local';
  const file = join(data, FILE);
  try {
    const kept = (await readFile(file, 'utf8')).trim();
    if (/^[\w.-]{1,64}$/.test(kept)) return kept;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  }
  const host = hostname()
    .replaceAll(/[^\w.-]/gu, '-')
    .slice(0, MOST_OF_HOST);
  const made = `${host || 'node'}-${randomBytes(4).readUInt32BE().toString(36).padStart(5, '0').slice(-5)}`;
  await mkdir(data, { recursive: true, mode: 0o700 });
  await writeFile(file, `${made}\n`);
  return made;
}
