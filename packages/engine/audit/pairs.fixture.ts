import { readTable } from '../catalogue/csv/table-reader.ts';
import { interpretTogether } from '../catalogue/sameness/interpret-together.ts';
import { csvOf } from './exports.fixture.ts';
import { type ExportPair, pairExports } from './verify/export-pairing.ts';

export type Columns = Readonly<Record<string, readonly string[]>>;

/** Products p0, p1, … with the given columns. */
function exportOf(columns: Columns, isIncluded: (product: number) => boolean) {
  const names = Object.keys(columns);
  const rows = columns[names[0]].flatMap((_, product) =>
    isIncluded(product) ? [[`p${product}`, ...names.map((name) => columns[name][product])]] : [],
  );
  return readTable(csvOf({ names: ['id', ...names], rows }));
}

/** Two exports of the same products, paired. */
export function pairOf(before: Columns, after: Columns, isKept = (_product: number) => true): ExportPair {
  return pairExports(
    ...interpretTogether(
      exportOf(before, () => true),
      exportOf(after, isKept),
    ),
  );
}

export const indexOf = ({ attributes }: ExportPair, name: string): number =>
  attributes.findIndex((attribute) => attribute.name === name);
