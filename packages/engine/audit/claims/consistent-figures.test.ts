import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { interpretTogether, readTable } from '../../catalogue/index.ts';
import { Random } from '../../primitives/random.ts';
import { verify } from '../index.ts';

const MATERIALS = ['oak', 'steel', 'glass', 'cork', 'wool'];
const WAYS = [
  'true',
  'half',
  'shuffled',
  'one',
  'Other',
  'see description',
  'n/a',
  'new',
  'copied',
  'word',
] as const;

/** A shelf of which the material depends on the kind, more or less, filled in one way. */
const shelf = fc.record({
  products: fc.integer({ min: 8, max: 90 }),
  values: fc.integer({ min: 1, max: 5 }),
  noise: fc.constantFrom(0, 0.2, 1),
  gaps: fc.constantFrom(0.2, 0.4, 0.7),
  filled: fc.constantFrom(0.3, 1),
  way: fc.constantFrom(...WAYS),
  seed: fc.integer({ min: 1, max: 1e6 }),
});

type Shelf = typeof shelf extends fc.Arbitrary<infer T> ? T : never;

function claimOn({ products, values, noise, gaps, filled, way, seed }: Shelf) {
  const random = new Random(seed);
  const each = <T>(make: (product: number) => T) => Array.from({ length: products }, (_, at) => make(at));
  const chance = (share: number) => random.below(1000) < 1000 * share;
  const kind = each(() => random.below(values));
  const truth = kind.map((own) => MATERIALS[chance(noise) ? random.below(values) : own]);
  const isGap = each(() => chance(gaps));
  const drawn = () => MATERIALS[random.below(values)];
  const text = (product: number): string => {
    if (way === 'true') return truth[product];
    if (way === 'half') return chance(0.5) ? truth[product] : drawn();
    if (way === 'shuffled') return drawn();
    if (way === 'one') return MATERIALS[0];
    if (way === 'new') return `thing ${random.below(9)}`;
    if (way === 'copied') return `kind ${kind[product]}`;
    return way === 'word' ? 'Lamp' : way;
  };
  const csv = (cell: (product: number) => string) =>
    ['id,title,kind,material', ...each((at) => `p${at},Lamp ${at * 7},kind ${kind[at]},${cell(at)}`)].join(
      '\n',
    );
  const later = each((at) => (isGap[at] ? (chance(filled) ? text(at) : '') : truth[at]));
  return verify(
    ...interpretTogether(
      readTable(csv((at) => (isGap[at] ? '' : truth[at]))),
      readTable(csv((at) => later[at])),
    ),
    { repairs: [{ attribute: 'material' }] },
  );
}

test('a verdict never contradicts its figures', () => {
  fc.assert(
    fc.property(shelf, (given) => {
      const { claims, attributes, answerability } = claimOn(given);
      const { verdict, bitsGained, believed, reasons } = claims![0];
      const { bits } = attributes.find(({ attribute }) => attribute === 'material')!;
      const told = JSON.stringify({ verdict, bitsGained, believed, reasons, bits });
      assert.equal(bitsGained, bits.believed ?? bits.moved, told);
      // The kind may say it already.
      if (reasons.some(({ code }) => code === 'recoding')) assert.ok(bitsGained < 1e-9, told);
      if (verdict !== 'regressed') assert.ok(bitsGained >= 0 && bitsGained <= Math.max(0, bits.moved), told);
      if (verdict === 'unproven') {
        assert.ok(bitsGained === 0 && believed!.share === 0 && Math.abs(answerability.moved) < 1e-9, told);
      }
      if (verdict === 'empty' || verdict === 'unchanged') assert.equal(bitsGained, 0, told);
      if (verdict === 'empty') {
        assert.ok(reasons.length > 0, told);
        assert.ok((believed?.share ?? 0) === 0 && Math.abs(answerability.moved) < 1e-9, told);
      }
      if (verdict === 'doubtful') assert.ok(reasons.length > 0 && believed!.share < 1, told);
      if (verdict === 'verified' || verdict === 'partial')
        assert.ok(believed!.share > 0 && believed!.low > 0, told);
      if (believed !== undefined) assert.ok(0 <= believed.low && believed.low <= believed.high, told);
    }),
    { numRuns: 300 },
  );
});
