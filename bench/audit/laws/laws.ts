import { readFileSync } from 'node:fs';
import { CatalogueError, readTable } from '@decidable/engine/catalogue';
import { nameOf } from '../catalogues.ts';
import { sampled, textIn } from '../repairs/tables.ts';
import { type Held, heldLaws } from './broken-laws.ts';

export interface LawsOfFile extends Held {
  readonly file: string;
}

/** Tries the laws of grading on edits of a file; undefined where it is refused. */
export function lawsOf(
  file: string,
  seeds: number,
  columns: number,
  products: number,
): LawsOfFile | undefined {
  try {
    const table = sampled(readTable(readFileSync(file), { tolerant: true }), products);
    const sheet = {
      names: ['id', ...table.columns.map(({ name }) => name)],
      rows: table.ids.map((id, product) => [
        id,
        ...table.columns.map((_, column) => textIn(table, column, product) ?? ''),
      ]),
    };
    const held = Array.from({ length: seeds }, (_, at) => heldLaws(sheet, at + 1, columns));
    return {
      file: nameOf(file),
      tried: held.reduce((sum, { tried }) => sum + tried, 0),
      broken: held.flatMap(({ broken }) => broken),
    };
  } catch (error) {
    if (!(error instanceof CatalogueError)) throw error;
    return undefined;
  }
}

export function lawsTable(files: readonly LawsOfFile[]): string {
  const tried = files.reduce((sum, own) => sum + own.tried, 0);
  const broken = files.flatMap(({ file, broken: own }) => own.map((each) => ({ file, ...each })));
  return [
    `${tried} edits of ${files.length} files; a law did not hold after ${broken.length} of them.`,
    ...broken.map(({ file, law, edit, column, found }) => `  ${law} ${edit} ${file} ${column}: ${found}`),
  ].join('\n');
}
