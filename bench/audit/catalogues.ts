import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { withRepeatsMerged } from '@decidable/engine/audit';
import { interpret, readTable } from '@decidable/engine/catalogue';
import { completePart, type Truth } from './truth.ts';

/** CSV files of a folder, or of its `catalogues` subfolder where it has one. */
export function catalogueFiles(folder: string, only?: string): string[] {
  const inside = join(folder, 'catalogues');
  const from = existsSync(inside) ? inside : folder;
  return readdirSync(from)
    .filter((name) => name.endsWith('.csv') && (only === undefined || name.includes(only)))
    .sort()
    .map((name) => join(from, name));
}

/** CSV files of the `exports` subfolder of a folder, without those that its `catalogues` have under the same name. */
export function exportFiles(folder: string, only?: string): string[] {
  const inside = join(folder, 'exports');
  if (!existsSync(inside)) return [];
  const known = new Set(existsSync(join(folder, 'catalogues')) ? catalogueFiles(folder).map(nameOf) : []);
  return catalogueFiles(inside, only).filter((file) => !known.has(nameOf(file)));
}

export function truthOf(file: string): Truth {
  const table = readTable(readFileSync(file));
  // A column that repeats another one is no question of its own.
  const catalogue = interpret(table);
  const repeats = new Set(withRepeatsMerged(catalogue).repeats.map(({ attribute }) => attribute));
  const { ids } = catalogue;
  const attributes = catalogue.attributes.filter(({ name }) => !repeats.has(name));
  const raw = new Map(table.columns.map((column) => [column.name, column]));
  return completePart(ids, attributes, ({ name }, product) => {
    const column = raw.get(name)!;
    return column.texts[column.cell[product]];
  });
}

export function nameOf(file: string): string {
  return basename(file, '.csv');
}
