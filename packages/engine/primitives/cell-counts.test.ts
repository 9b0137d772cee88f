import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { countByCell, isRecorded } from './cell-counts.ts';

test('products are counted by cell, and gaps in none', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: -1, max: 6 })), (cells) => {
      const counts = countByCell(Int32Array.from(cells), 7);
      assert.equal(counts.length, 7);
      counts.forEach((count, cell) => {
        assert.equal(count, cells.filter((own) => own === cell).length);
      });
      const recorded = cells.reduce((sum, cell) => sum + isRecorded(cell), 0);
      assert.equal(recorded, cells.filter((cell) => cell >= 0).length);
    }),
  );
});
