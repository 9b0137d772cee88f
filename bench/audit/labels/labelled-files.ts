import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { CatalogueError, readTable, type Table } from '@decidable/engine/catalogue';
import Papa from 'papaparse';
import ofCatalogues from './catalogue-labels.json' with { type: 'json' };

/**
 * The content of a column: `attribute` and `measure` are facts that a shopper could ask for and a merchandiser can
 * record. `either` is right in both ways. The others are no advice to record.
 */
export type Label =
  | 'attribute'
  | 'measure'
  | 'taxonomy'
  | 'either'
  | 'price'
  | 'feedback'
  | 'flag'
  | 'identity'
  | 'text'
  | 'time'
  | 'duplicate'
  | 'nothing';

export interface LabelledFile {
  readonly name: string;
  readonly path: string;
  readonly id: string;
  readonly products: number;
  readonly columns: Readonly<Record<string, Label>>;
  /** Rules are not made by looking at it. */
  readonly heldOut: boolean;
}

type Labels = Readonly<
  Record<string, Pick<LabelledFile, 'id' | 'products' | 'columns'> & { readonly heldOut?: boolean }>
>;

/** Where the labels do not say it, one file in so many is held out. */
const HELD_OUT = 3;

/**
 * The labelled files of a folder: those of its `exports`, by their `labels.json`, and the public catalogues of its
 * `catalogues`, by `catalogue-labels.json`.
 */
export function labelledFiles(folder: string, only?: string): LabelledFile[] {
  const exports = join(folder, 'exports');
  const given = join(exports, 'labels.json');
  const files = [
    ...within(join(folder, 'catalogues'), ofCatalogues as Labels),
    ...(existsSync(given) ? within(exports, JSON.parse(readFileSync(given, 'utf8')) as Labels) : []),
  ].sort((a, b) => (a.name < b.name ? -1 : 1));
  return files
    .map((file, at) => ({ ...file, heldOut: file.heldOut ?? at % HELD_OUT === HELD_OUT - 1 }))
    .filter(({ name }) => only === undefined || name.includes(only));
}

function within(
  folder: string,
  labels: Labels,
): (Omit<LabelledFile, 'heldOut'> & { readonly heldOut?: boolean })[] {
  return Object.entries(labels)
    .map(([name, label]) => ({ name, path: join(folder, name), ...label }))
    .filter(({ path }) => existsSync(path));
}

/** A labelled file as it is read, and what is wrong with that: refused, or most products folded into few. */
export interface ReadFile {
  readonly table: Table;
  readonly fault?: string;
}

/** A file of which fewer of the products than this are read collapses. */
const LEAST_READ = 0.5;

/**
 * Reads a file. Where it is refused or collapses, it is read again with its id column first, so that its columns can be
 * judged all the same.
 */
export function readLabelled(file: LabelledFile): ReadFile {
  const bytes = readFileSync(file.path);
  let fault: string;
  try {
    const table = readTable(bytes, { tolerant: true });
    if (table.ids.length >= LEAST_READ * file.products) return { table };
    fault = `${table.ids.length} of ${file.products} products`;
  } catch (error) {
    if (!(error instanceof CatalogueError)) throw error;
    fault = error.code;
  }
  return { table: readTable(withIdFirst(bytes, file.id)), fault };
}

function withIdFirst(bytes: Uint8Array, id: string): string {
  const text = decoded(bytes);
  const [header, ...rows] = Papa.parse<string[]>(text, { skipEmptyLines: 'greedy' }).data;
  const at = header.indexOf(id);
  if (at < 0) throw new Error(`There is no column ${id}.`);
  const first = (row: readonly string[]) => [
    row[at],
    ...row.slice(0, at),
    ...row.slice(at + 1, header.length),
  ];
  return Papa.unparse([
    first(header).map((name, at) => name || `column ${at + 1}`),
    ...rows.filter((row) => row[at]?.trim()).map(first),
  ]);
}

function decoded(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    return new TextDecoder('windows-1252').decode(bytes);
  }
}
