import { readdir, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { EXPORT_LIMITS } from '@decidable/exports';
import type { GivenExport as GivenFiles } from '@decidable/exports/grading';
import { SETTINGS_FILE } from '@decidable/exports/settings';
import { BadInput } from '../fault.ts';
import { type GivenFile, readGiven } from '../input.ts';
import { download, isUrl } from './download.ts';

/** An export as it is given on the command line. */
export interface GivenExport extends GivenFiles {
  /** The folder beside whose files settings may stand; absent for standard input and addresses. */
  readonly folder?: string;
}

/** Names of files that a folder is read for. */
const EXPORT_NAME =
  /\.(?:csv|tsv|tab|txt|xlsx|xlsm|xls|xlsb|ods|json|jsonl|ndjson|xml|rss|atom|parquet|gz|zip)$/i;

/**
 * Reads an export from files, folders (the exports directly within), addresses, and standard input for `-`.
 *
 * @param followPrivate whether an address may redirect to one of this machine's network
 * @throws BadInput with what is wrong with a path or an address
 */
export async function readGivenExport(
  paths: readonly string[],
  { followPrivate = false }: { readonly followPrivate?: boolean } = {},
): Promise<GivenExport> {
  const files: GivenFile[] = [];
  let folder: string | undefined;
  for (const path of paths) {
    if (isUrl(path)) {
      files.push(await download(path, EXPORT_LIMITS.bytes, { toPrivate: followPrivate }));
    } else if (path === '-') {
      files.push(await readGiven(path));
    } else if (await isFolder(path)) {
      folder ??= path;
      for (const name of await exportsIn(path)) files.push(await readGiven(name));
    } else {
      folder ??= dirname(path);
      files.push(await readGiven(path));
    }
    if (files.length > EXPORT_LIMITS.files) {
      throw new BadInput(`These are more than ${EXPORT_LIMITS.files} files. Grade them in parts.`);
    }
  }
  const name = paths.length === 1 ? nameOf(paths[0], files) : `${paths[0]} and ${paths.length - 1} more`;
  return { name, files, ...(folder !== undefined && { folder }) };
}

const nameOf = (path: string, files: readonly GivenFile[]): string =>
  files.length === 1 ? files[0].name : path;

async function isFolder(path: string): Promise<boolean> {
  try {
    return (await stat(path)).isDirectory();
  } catch {
    // Reading it says what is wrong.
    return false;
  }
}

/** The exports of a folder, in the order of their names. */
async function exportsIn(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true });
  const names = entries
    .filter((entry) => !entry.isDirectory() && !entry.name.startsWith('.') && EXPORT_NAME.test(entry.name))
    .map(({ name }) => name)
    .filter((name) => name !== SETTINGS_FILE)
    .sort();
  if (names.length === 0) {
    throw new BadInput(
      `${folder}: this folder has no export (.csv, .tsv, .xlsx, .json, .jsonl, .xml, .parquet, or one of them with .gz or .zip).`,
    );
  }
  return names.map((name) => join(folder, name));
}
