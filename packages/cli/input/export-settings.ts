import { existsSync } from 'node:fs';
import { join } from 'node:path';
import {
  type ExportSettings,
  InvalidSettings,
  readSettings,
  SETTINGS_FILE,
} from '@decidable/exports/settings';
import { oneLine } from '@decidable/report/printable';
import { Option } from 'commander';
import { BadInput } from '../fault.ts';
import { readGiven } from '../input.ts';
import type { GivenExport } from './given-export.ts';

/** What a command that reads an export takes. */
export const EXPORT_ARGUMENT =
  'files, folders, an address, or - for standard input: CSV, TSV, XLSX, ODS, JSON, JSON Lines, XML feeds, Parquet, and these in gzip or zip';

/** The flags of every command that reads an export. */
export interface ReadingFlags {
  /** False where the export has no row with names. */
  readonly header?: boolean;
  readonly id?: string;
  readonly ignore?: readonly string[];
  readonly settings?: string;
  readonly followPrivate?: boolean;
}

export const idOption = (): Option =>
  new Option('--id <column>', 'the column of product ids, where it is not the first and not recognised');

export const headerOption = (): Option =>
  new Option('--no-header', 'the first row is a product: call the columns by their numbers');

export const ignoreOption = (): Option =>
  new Option('--ignore <column>', 'a column to leave out; may be given again').argParser(
    (name: string, before: readonly string[] = []) => [...before, name],
  );

export const settingsOption = (): Option =>
  new Option(
    '--settings <file.json>',
    `what is to be known of the export (default: ${SETTINGS_FILE} beside it)`,
  );

export const followPrivateOption = (): Option =>
  new Option(
    '--follow-private',
    'follow redirects of an address to addresses of this machine or its network',
  );

/**
 * The settings of an export: of the file that is named, else of `decidable.json` beside it; those of flags take
 * precedence. Fields that are not known are told on standard error.
 *
 * @throws BadInput naming the file and the field
 */
export async function settingsOf(given: GivenExport, flags: ReadingFlags): Promise<ExportSettings> {
  const own = await settingsIn(flags.settings ?? beside(given));
  return {
    ...own,
    ...(flags.header === false ? { header: false } : {}),
    ...(flags.id === undefined ? {} : { id: flags.id }),
    ...(flags.ignore === undefined ? {} : { ignore: [...(own.ignore ?? []), ...flags.ignore] }),
  };
}

function beside({ folder }: GivenExport): string | undefined {
  const path = folder === undefined ? undefined : join(folder, SETTINGS_FILE);
  return path !== undefined && existsSync(path) ? path : undefined;
}

async function settingsIn(path: string | undefined): Promise<ExportSettings> {
  if (path === undefined) return {};
  const { name, bytes } = await readGiven(path);
  try {
    const { settings, warnings } = readSettings(new TextDecoder().decode(bytes));
    for (const warning of warnings) process.stderr.write(`decidable: ${name}: ${oneLine(warning)}\n`);
    return settings;
  } catch (error) {
    if (error instanceof InvalidSettings) throw new BadInput(`${name}: ${error.message}`, { cause: error });
    throw error;
  }
}
