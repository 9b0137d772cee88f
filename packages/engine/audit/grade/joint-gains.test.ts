import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { encode } from '../../information/encoding.ts';
import { catalogueOf, linear, type SmallExport, smallExport } from '../exports.fixture.ts';
import { audit } from './audit.ts';
import { type ImputedSegment, imputeSegment, segmentBits } from './imputed-segment.ts';
import { jointGains } from './joint-gains.ts';

const sum = (figures: readonly number[]) => figures.reduce((total, figure) => total + figure, 0);

/** Words with gaps in 80 products; each column may follow the one before. */
const words: fc.Arbitrary<SmallExport> = fc
  .record({
    columns: fc.array(
      fc.record({
        values: fc.integer({ min: 2, max: 6 }),
        gaps: fc.constantFrom(0, 0.2, 0.5),
        follows: fc.constantFrom(0, 0.6, 0.9),
      }),
      { minLength: 2, maxLength: 5 },
    ),
    seed: fc.integer({ min: 1, max: 1_000_000 }),
  })
  .map(({ columns, seed }) => {
    const random = linear(seed);
    const rows = Array.from({ length: 80 }, (_, product) => {
      let last = 0;
      const cells = columns.map(({ values, gaps, follows }) => {
        if (random() >= follows) last = Math.floor(random() * 60);
        return random() < gaps ? '' : `word ${'abcdef'[last % values]}`;
      });
      return [`p${product}`, ...cells];
    });
    return { names: ['id', ...columns.map((_, at) => `fact ${at}`)], rows };
  });

function segmentOf(small: SmallExport): ImputedSegment {
  const { ids, attributes } = catalogueOf(small);
  const asked = attributes.filter(({ notQuestion }) => notQuestion === undefined);
  return imputeSegment(
    asked.map((attribute, seed) => ({ answers: encode([attribute])[0], seed })),
    ids.length,
    1,
  );
}

/** What the shoppers of a completed shelf find out: mean log2 of the products over those that are left. */
function narrowing(
  segment: ImputedSegment,
  left: (draw: number, target: number, product: number) => boolean,
) {
  const products = Array.from({ length: segment.products }, (_, product) => product);
  return (
    sum(
      segment.draws.flatMap((_, draw) =>
        products.map((target) =>
          Math.log2(products.length / products.filter((product) => left(draw, target, product)).length),
        ),
      ),
    ) /
    (segment.draws.length * products.length)
  );
}

test('the gains add up to what recording all brings: all answers, less what each says today after those before it', () => {
  fc.assert(
    fc.property(words, (small) => {
      const segment = segmentOf(small);
      const worths = segment.questions.map((_, index) => {
        const { now, complete } = segmentBits(segment, index, 1);
        return { recoverable: complete - now };
      });
      const joint = jointGains(segment, worths, 1);
      const order = joint
        .map((_, index) => index)
        .filter((index) => segment.recorded[index] < segment.products)
        .sort((a, b) => joint[b] - joint[a] || worths[b].recoverable - worths[a].recoverable || a - b);
      const says = (draw: number, index: number, target: number, product: number) => {
        const { trueCell } = segment.draws[draw][index];
        return trueCell[product] === trueCell[target];
      };
      const everything = narrowing(segment, (draw, target, product) =>
        order.every((index) => says(draw, index, target, product)),
      );
      const today = order.map((next, at) => {
        const known = (draw: number, target: number, product: number) =>
          order.slice(0, at).every((index) => says(draw, index, target, product));
        const asIs = narrowing(
          segment,
          (draw, target, product) =>
            known(draw, target, product) &&
            (says(draw, next, target, product) || segment.draws[draw][next].missing[product] === 1),
        );
        return asIs - narrowing(segment, known);
      });
      assert.ok(Math.abs(sum(joint) - (everything - sum(today))) < 1e-6, `${sum(joint)}`);
    }),
    { numRuns: 30 },
  );
});

test('no attribute is worth more beside others than alone, and all together no more than the shelf has bits', () => {
  fc.assert(
    fc.property(smallExport, fc.constantFrom('merchant', 'inferred'), (small, source) => {
      const { attributes, shelfBits } = audit(catalogueOf(small), { source });
      const gains = attributes.map(({ priority }) => priority ?? 0);
      attributes.forEach(({ bits, abstained, priority }, at) => {
        assert.ok(gains[at] >= 0 && gains[at] <= bits.recoverable + 1e-9);
        assert.equal(priority === null, abstained !== undefined);
        assert.ok(at === 0 || gains[at] <= gains[at - 1]);
      });
      assert.ok(sum(gains) <= shelfBits + 1e-9);
    }),
  );
});

/** Each column once more under other names: words by other words, numbers by ones of another unit. */
function withCopies({ names, rows }: SmallExport): SmallExport {
  const copied = (cell: string) =>
    cell
      .split('|')
      .map((part) => (part === '' ? '' : /^\d+$/.test(part) ? `${Number(part) * 3 + 1000}` : `${part}ish`))
      .join('|');
  return {
    names: [...names, ...names.slice(1).map((name) => `other ${name}`)],
    rows: rows.map((row) => [...row, ...row.slice(1).map(copied)]),
  };
}

test('a copy, or a recoding, of every column adds nothing', () => {
  fc.assert(
    fc.property(smallExport, (small) => {
      const once = audit(catalogueOf(small)).attributes;
      const twice = audit(catalogueOf(withCopies(small))).attributes;
      for (const { attribute, priority } of once) {
        const both = twice.filter(
          ({ attribute: name }) => name === attribute || name === `other ${attribute}`,
        );
        const smaller = Math.min(...both.map((own) => own.priority ?? 0));
        if ((priority ?? 0) > 0) assert.ok(smaller < 0.02, `${attribute}: ${smaller} of ${priority}`);
      }
    }),
    { numRuns: 60 },
  );
});

test('what a complete column says in other words is worth nothing beyond it', () => {
  const random = linear(7);
  const rows = Array.from({ length: 200 }, (_, product) => {
    const [colour, size] = [Math.floor(random() * 4), Math.floor(random() * 3)];
    return [
      `p${product}`,
      ['red', 'blue', 'green', 'black'][colour],
      random() < 0.5 ? '' : ['warm', 'cold', 'soft', 'dark'][colour],
      random() < 0.5 ? '' : ['S', 'M', 'L'][size],
    ];
  });
  const { attributes } = audit(catalogueOf({ names: ['id', 'colour', 'tone', 'size'], rows }));
  assert.equal(attributes[0].attribute, 'size');
  const key = attributes.find(({ attribute }) => attribute === 'tone')!;
  assert.ok(key.bits.recoverable > 0.5);
  assert.equal(key.priority, 0);
});

test('of two columns that say the same with the same gaps one is worth its bits, in any order of columns', () => {
  const random = linear(3);
  const rows = Array.from({ length: 300 }, (_, product) => {
    const sole = Math.floor(random() * 4);
    const gap = random() < 0.6;
    return [
      `p${product}`,
      ['S', 'M', 'L'][Math.floor(random() * 3)],
      gap ? '' : ['rubber', 'leather', 'cork', 'wood'][sole],
      gap ? '' : ['grip', 'formal', 'light', 'stiff'][sole],
    ];
  });
  const names = ['id', 'size', 'sole', 'walk'];
  const { attributes } = audit(catalogueOf({ names, rows }));
  const [first, second] = attributes;
  assert.ok(Math.abs(first.priority! - first.bits.recoverable) < 1e-9 && first.priority! > 1);
  assert.deepEqual([first.attribute, second.attribute].sort(), ['sole', 'walk']);
  assert.equal(second.priority, 0);
  const reversed = audit(
    catalogueOf({
      names: ['id', ...names.slice(1).toReversed()],
      rows: rows.map(([id, ...cells]) => [id, ...cells.toReversed()]),
    }),
  );
  assert.deepEqual(
    reversed.attributes.map(({ attribute, priority }) => [attribute, priority]),
    attributes.map(({ attribute, priority }) => [attribute, priority]),
  );
});
