import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { below, type Chance, chance } from './chance.ts';
import { limitCase } from './limit-case.ts';

/**
 * Adversarial exports of at most 2 MB, which the audit must answer within 10 s and 1 GB, and the limit case.
 */
const EXPORTS: Readonly<Record<string, (random: Chance) => string>> = {
  '20,000 products x 12': limitCase,
  '1,000 columns': (random) => table(900, 1000, () => (random() < 0.4 ? '' : 'abcdefgh'[below(8, random)])),
  '100,000 rows x 2': (random) => table(100_000, 2, () => ['', 'x', 'y', 'z'][below(4, random)]),
  'every cell unique': (random) =>
    table(15_000, 12, () => (random() < 0.2 ? '' : `${below(2 ** 31, random).toString(36)}q`)),
  'one giant cell': () =>
    table(40, 3, (product, column) => (product === 0 && column === 1 ? 'y'.repeat(1_900_000) : 'x')),
  'all empty': () => table(80_000, 12, () => ''),
  'long lists': (random) =>
    table(9000, 9, () => Array.from({ length: below(9, random) }, () => `w${below(60, random)}`).join('|')),
};

function table(products: number, columns: number, cell: (product: number, column: number) => string): string {
  const rows = [['id', ...Array.from({ length: columns - 1 }, (_, column) => `c${column}`)].join(',')];
  for (let product = 0; product < products; product++) {
    const cells = [`p${product}`];
    for (let column = 0; column < columns - 1; column++) cells.push(cell(product, column));
    rows.push(cells.join(','));
  }
  return rows.join('\n');
}

/** Writes the hostile exports to a folder that is removed after `use`. */
export function withHostileFiles<T>(use: (files: readonly string[]) => T): T {
  const folder = mkdtempSync(join(tmpdir(), 'decidable-bench-'));
  try {
    return use(
      Object.entries(EXPORTS).map(([name, write], index) => {
        const file = join(folder, `${name}.csv`);
        writeFileSync(file, write(chance(index + 1)));
        return file;
      }),
    );
  } finally {
    rmSync(folder, { recursive: true });
  }
}
