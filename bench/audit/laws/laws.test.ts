import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { below, chance } from '../chance.ts';
import { heldLaws } from './broken-laws.ts';
import type { Sheet } from './edits.ts';

/** Random catalogues of words, lists and numbers, of which some follow from the kind, with gaps. */
const sheet = fc
  .record({
    products: fc.integer({ min: 12, max: 120 }),
    columns: fc.array(
      fc.record({
        sort: fc.constantFrom('word', 'word', 'list', 'number'),
        gaps: fc.constantFrom(0, 0.1, 0.5),
        noise: fc.constantFrom(0.05, 0.5, 1),
      }),
      { minLength: 2, maxLength: 4 },
    ),
    seed: fc.integer({ min: 1, max: 1_000_000 }),
  })
  .map(({ products, columns, seed }): Sheet => {
    const random = chance(seed);
    const words = ['oak', 'steel', 'glass', 'cork', 'linen', 'wool'];
    const rows = Array.from({ length: products }, (_, product) => {
      const kind = below(words.length, random);
      const cells = columns.map(({ sort, gaps, noise }) => {
        const own = random() < noise ? below(words.length, random) : kind;
        if (random() < gaps) return '';
        if (sort === 'number') return `${own * 10 + below(10, random)}.5`;
        return sort === 'list' && random() < 0.5 ? `${words[own]}|${words[(own + 1) % 6]}` : words[own];
      });
      return [
        `p-${product}`,
        `Lamp no ${product * 7}`,
        ['desk', 'wall', 'floor', 'bed', 'hall', 'bath'][kind],
        ...cells,
      ];
    });
    return { names: ['id', 'title', 'room', ...columns.map(({ sort }, at) => `${sort} ${at}`)], rows };
  });

test('the laws of grading hold of random catalogues after every kind of edit', () => {
  fc.assert(
    fc.property(sheet, fc.nat(1_000), (own, seed) => assert.deepEqual(heldLaws(own, seed, 2).broken, [])),
    { numRuns: 12 },
  );
});
