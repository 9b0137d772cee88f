import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { readTable } from '../../catalogue/csv/table-reader.ts';
import { interpretTogether } from '../../catalogue/sameness/interpret-together.ts';
import { csvOf, linear, type SmallExport, smallExport } from '../exports.fixture.ts';
import { verify } from './verify.ts';

/** Beyond rounding of sums. */
const MORE = 1e-9;

const headline = (before: SmallExport, after: SmallExport) => {
  const { answerability, attributes } = verify(
    ...interpretTogether(readTable(csvOf(before)), readTable(csvOf(after))),
  );
  return { ...answerability, attributes };
};

/** An export without some of its cells, by chance. */
function emptied({ names, rows }: SmallExport, share: number, seed: number): SmallExport {
  const random = linear(seed);
  return {
    names,
    rows: rows.map(([id, ...cells]) => [id, ...cells.map((cell) => (random() < share ? '' : cell))]),
  };
}

/** An export without one of its columns. */
function without({ names, rows }: SmallExport, column: number): SmallExport {
  const isKept = (_: string, index: number) => index !== column;
  return { names: names.filter(isKept), rows: rows.map((row) => row.filter(isKept)) };
}

const edits = fc.record({
  truth: smallExport,
  share: fc.constantFrom(0.02, 0.2, 0.6),
  seed: fc.integer({ min: 1, max: 1e6 }),
  pick: fc.nat(),
});

test('cleared cells never raise the headline, and filling them again with what is true never lowers it', () => {
  fc.assert(
    fc.property(edits, ({ truth, share, seed }) => {
      const less = emptied(truth, share, seed);
      assert.ok(headline(truth, less).moved <= MORE);
      assert.ok(headline(less, truth).moved >= -MORE);
    }),
    { numRuns: 60 },
  );
});

test('a column that leaves never raises the headline, and one that comes never lowers it', () => {
  fc.assert(
    fc.property(edits, ({ truth, share, seed, pick }) => {
      if (truth.names.length < 3) return;
      const less = without(truth, 1 + (pick % (truth.names.length - 1)));
      assert.ok(headline(truth, less).moved <= MORE);
      // Begun for some products, too.
      const begun = emptied(truth, share, seed);
      const isOld = (row: readonly string[], at: number) =>
        truth.rows[at].map((cell, column) => (truth.names[column] === truth.names[1] ? row[column] : cell));
      const some = { names: truth.names, rows: begun.rows.map(isOld) };
      assert.ok(headline(without(truth, 1), some).moved >= -MORE);
    }),
    { numRuns: 60 },
  );
});

test('no attribute gains bits by cleared cells, nor loses any by true ones', () => {
  fc.assert(
    fc.property(edits, ({ truth, share, seed }) => {
      const less = emptied(truth, share, seed);
      for (const { attribute, bits } of headline(truth, less).attributes)
        assert.ok(bits.moved <= MORE, `${attribute}: ${bits.moved}`);
      for (const { attribute, bits } of headline(less, truth).attributes)
        assert.ok(bits.moved >= -MORE, `${attribute}: ${bits.moved}`);
    }),
    { numRuns: 60 },
  );
});
