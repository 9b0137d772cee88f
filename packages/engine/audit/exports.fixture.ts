import fc from 'fast-check';
import { interpret } from '../catalogue/columns/interpreter.ts';
import { readTable } from '../catalogue/csv/table-reader.ts';
import type { Catalogue } from '../catalogue/types.ts';

/** A small export: header and rows, an empty text for a gap. */
export interface SmallExport {
  readonly names: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

export function csvOf({ names, rows }: SmallExport): string {
  return [names, ...rows]
    .map((row) => row.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(','))
    .join('\n');
}

export function catalogueOf(small: SmallExport): Catalogue {
  return interpret(readTable(csvOf(small)));
}

const WORDS = ['red', 'blue', 'green', 'black', 'white', 'brown'];

/** Columns of words, lists and numbers with gaps of all sizes. Some columns depend on the previous one. */
export const smallExport: fc.Arbitrary<SmallExport> = fc
  .record({
    products: fc.integer({ min: 6, max: 60 }),
    columns: fc.array(
      fc.record({
        kind: fc.constantFrom('word', 'word', 'list', 'number'),
        gaps: fc.constantFrom(0, 0.1, 0.4, 0.8),
        follows: fc.boolean(),
      }),
      { minLength: 1, maxLength: 5 },
    ),
    seed: fc.integer({ min: 1, max: 1_000_000 }),
  })
  .map(({ products, columns, seed }) => {
    const random = linear(seed);
    const names = ['sku', ...columns.map(({ kind }, index) => `${kind} ${index}`)];
    const rows = Array.from({ length: products }, (_, product) => {
      let last = 0;
      const cells = columns.map(({ kind, gaps, follows }) => {
        if (!follows || random() < 0.2) last = Math.floor(random() * WORDS.length);
        if (random() < gaps) return '';
        if (kind === 'number') return `${last * 10 + Math.floor(random() * 10)}`;
        if (kind === 'list')
          return [WORDS[last], WORDS[(last + 1) % 6]].slice(0, random() < 0.5 ? 2 : 1).join('|');
        return WORDS[last];
      });
      return [`p-${product}`, ...cells];
    });
    return { names, rows };
  });

/** Random numbers for test data: a linear congruential generator. */
export function linear(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return (state >>> 8) / 2 ** 24;
  };
}
