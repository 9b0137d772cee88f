import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { interpretTogether, readTable } from '../../catalogue/index.ts';
import { csvOf, linear } from '../exports.fixture.ts';
import { verify } from '../index.ts';

const PRODUCTS = 200;
const MATERIALS = ['oak', 'steel', 'glass', 'cork', 'linen', 'wool'];
const FALSE = ['half drawn', 'half invented', 'drawn', 'invented', 'overwritten', 'of the title'] as const;

/** Lamps of which the material follows from the kind, more or less or not at all, and false repairs of its gaps. */
const lamps = fc.record({
  seed: fc.integer({ min: 1, max: 1e6 }),
  noise: fc.constantFrom(0.05, 0.3, 1),
  gaps: fc.constantFrom(0.2, 0.5),
  way: fc.constantFrom(...FALSE),
});

test('a false repair moves the headline no more than the true one of the same cells, and gains no more bits', () => {
  fc.assert(
    fc.property(lamps, ({ seed, noise, gaps, way }) => {
      const random = linear(seed);
      const each = <T>(of: (product: number) => T) => Array.from({ length: PRODUCTS }, (_, at) => of(at));
      const below = (count: number) => Math.floor(random() * count);
      const kinds = each(() => below(MATERIALS.length));
      const truth = kinds.map((kind) => MATERIALS[random() < noise ? below(MATERIALS.length) : kind]);
      const isGap = each(() => random() < gaps);
      const isFalse = each(() => !way.startsWith('half') || random() < 0.5);
      const drawn = () => MATERIALS[below(MATERIALS.length)];
      const untrue = (product: number) =>
        way.endsWith('invented') ? `stuff ${product % 23}` : way === 'of the title' ? 'Lamp' : drawn();
      const exportOf = (cell: (product: number) => string) =>
        readTable(
          csvOf({
            names: ['id', 'title', 'kind', 'shade', 'material'],
            rows: each((at) => [
              `p${at}`,
              `Lamp ${at * 7}`,
              `kind ${kinds[at]}`,
              `shade ${(at * 5) % 7}`,
              cell(at),
            ]),
          }),
        );
      const gained = (cell: (product: number) => string) => {
        const before = exportOf((at) => (isGap[at] ? '' : truth[at]));
        const { claims, answerability } = verify(...interpretTogether(before, exportOf(cell)), {
          repairs: [{ attribute: 'material' }],
        });
        return { bits: claims![0].bitsGained, moved: answerability.moved, verdict: claims![0].verdict };
      };
      const honest = gained((at) => truth[at]);
      const cheat = gained((at) => {
        if (way === 'overwritten') return isGap[at] ? '' : random() < 0.4 ? drawn() : truth[at];
        return isGap[at] && isFalse[at] ? untrue(at) : truth[at];
      });
      const told = JSON.stringify({ honest, cheat });
      assert.ok(cheat.moved <= Math.max(0, honest.moved) + 1e-9, told);
      assert.ok(cheat.bits <= Math.max(0, honest.bits) + 1e-9, told);
    }),
    { numRuns: 40 },
  );
});
