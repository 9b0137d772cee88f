import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { writeGrowingExport } from './growing-exports.ts';

/** What one process takes, reading included; CPU time is that of all threads, the start of Node.js included. */
export interface Cost {
  readonly seconds: number;
  readonly cpuSeconds: number;
  readonly peakMegabytes: number;
}

export interface Growth {
  readonly products: number;
  readonly columns: number;
  readonly megabytes: number;
  readonly graded: Cost;
  /** DuckDB's `SUMMARIZE` of the same file: it counts columns one by one, and imputes and grades nothing. */
  readonly summarised?: Cost;
}

/** Products and columns: first the one grows, then the other, and last the sizes that gradings are held to. */
const SIZES: readonly (readonly [products: number, columns: number])[] = [
  [10_000, 20],
  [30_000, 20],
  [100_000, 20],
  [300_000, 20],
  [1_000_000, 20],
  [2_000, 10],
  [2_000, 30],
  [2_000, 100],
  [2_000, 300],
  [2_000, 999],
  [300, 999],
  [66_778, 79],
  [1_000_000, 30],
];

const CHILD = fileURLToPath(new URL('./growth-child.ts', import.meta.url));

/**
 * Grades exports that grow, each in a process of its own.
 *
 * @param most cells of the largest export
 * @param duckdb a folder in which the package `@duckdb/node-api` is installed
 */
export function growth(most: number, duckdb: string | undefined, progress: (text: string) => void): Growth[] {
  const folder = mkdtempSync(join(tmpdir(), 'decidable-growth-'));
  const file = join(folder, 'export.csv');
  try {
    return SIZES.filter(([products, columns]) => products * columns <= most).map(([products, columns]) => {
      progress(`grading ${products} products of ${columns} columns`);
      writeGrowingExport(file, products, columns);
      const graded = costOf(file);
      const summarised = duckdb === undefined ? {} : { summarised: costOf(file, duckdb) };
      return { products, columns, megabytes: statSync(file).size / 1e6, graded, ...summarised };
    });
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function costOf(...args: readonly string[]): Cost {
  const { status, stdout, stderr } = spawnSync(process.execPath, [CHILD, ...args], { encoding: 'utf8' });
  if (status !== 0) throw new Error(stderr);
  return JSON.parse(stdout) as Cost;
}

export function growthTable(grown: readonly Growth[]): string {
  const cost = (own: Cost | undefined) =>
    own === undefined
      ? []
      : [own.seconds.toFixed(1), own.cpuSeconds.toFixed(1), own.peakMegabytes.toFixed(0)];
  const hasAnchor = grown.some(({ summarised }) => summarised !== undefined);
  const rows = [
    ['products', 'columns', 'MB', 's', 'CPU s', 'peak MB', 'µs a cell'].concat(
      hasAnchor ? ['DuckDB s', 'CPU s', 'peak MB', 'ratio'] : [],
    ),
    ...grown.map(({ products, columns, megabytes, graded, summarised }) => [
      `${products}`,
      `${columns}`,
      megabytes.toFixed(1),
      ...cost(graded),
      ((1e6 * graded.cpuSeconds) / (products * columns)).toFixed(1),
      ...cost(summarised),
      ...(summarised === undefined ? [] : [(graded.cpuSeconds / summarised.cpuSeconds).toFixed(1)]),
    ]),
  ];
  return `growth\n${rows.map((row) => row.map((cell) => cell.padStart(10)).join('')).join('\n')}\n`;
}
