import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import Papa from 'papaparse';

/** A search and the grades that people gave to products for it. */
export interface JudgedQuery {
  readonly id: string;
  readonly text: string;
  /** Grades 0 to 3 by product id; a product that was not judged is absent. */
  readonly grades: ReadonlyMap<string, number>;
}

/** Products, and searches with judgements. */
export interface JudgedSet {
  /** The products as CSV, the first column the id. */
  readonly csv: string;
  /** The same rows as texts. */
  readonly rows: readonly Readonly<Record<string, string>>[];
  readonly idColumn: string;
  /** Only queries with a relevant product. */
  readonly queries: readonly JudgedQuery[];
}

/** Grades from here on are relevant. */
export const RELEVANT = 2;

const FILES = ['products.csv.gz', 'queries.csv.gz', 'judgements.csv.gz'] as const;

/** Whether a folder holds a judged set. */
export const isJudgedSet = (folder: string): boolean => FILES.every((file) => existsSync(join(folder, file)));

const textOf = (folder: string, file: string): string =>
  gunzipSync(readFileSync(join(folder, file))).toString('utf8');

const rowsOf = (text: string) =>
  Papa.parse<Record<string, string>>(text, { header: true, skipEmptyLines: true });

/** Products without searches, from a CSV file, packed or not, with the id in the first column. */
export function readProducts(file: string): JudgedSet {
  const bytes = readFileSync(file);
  const csv = (file.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString('utf8');
  const { data, meta } = rowsOf(csv);
  return { csv, rows: data, idColumn: meta.fields![0], queries: [] };
}

/** Reads `products.csv.gz`, `queries.csv.gz` (queryId, query) and `judgements.csv.gz` (queryId, productId, grade). */
export function readJudgedSet(folder: string): JudgedSet {
  const csv = textOf(folder, 'products.csv.gz');
  const products = rowsOf(csv);
  const gradesOf = new Map<string, Map<string, number>>();
  for (const { queryId, productId, grade } of rowsOf(textOf(folder, 'judgements.csv.gz')).data) {
    const grades = gradesOf.get(queryId) ?? new Map<string, number>();
    grades.set(productId, Number(grade));
    gradesOf.set(queryId, grades);
  }
  const queries = rowsOf(textOf(folder, 'queries.csv.gz')).data.flatMap(
    ({ queryId, query }): JudgedQuery[] => {
      const grades = gradesOf.get(queryId) ?? new Map<string, number>();
      const relevant = [...grades.values()].some((grade) => grade >= RELEVANT);
      return relevant ? [{ id: queryId, text: query, grades }] : [];
    },
  );
  return { csv, rows: products.data, idColumn: products.meta.fields![0], queries };
}
