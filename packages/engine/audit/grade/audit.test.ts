import assert from 'node:assert/strict';
import test from 'node:test';
import fc from 'fast-check';
import { catalogueOf, linear, type SmallExport, smallExport } from '../exports.fixture.ts';
import type { AuditedAttribute, AuditOptions, AuditResult } from '../result.ts';
import { audit } from './audit.ts';

const CLOSE = 1e-9;
const options = fc.record({
  source: fc.constantFrom('merchant' as const, 'extracted' as const, 'inferred' as const),
  amortisationHorizon: fc.constantFrom(10, 1000),
});

function graded(small: SmallExport, given: AuditOptions = {}): AuditResult {
  return audit(catalogueOf(small), given);
}

function find(result: AuditResult, name: string): AuditedAttribute {
  const attribute = result.attributes.find((each) => each.attribute === name);
  assert.ok(attribute, `${name} is not among ${result.attributes.map((each) => each.attribute)}`);
  return attribute;
}

/** The result with the counts of the values alone, which are shown as they are written. */
const withoutLabels = (result: AuditResult) => ({
  ...result,
  attributes: result.attributes.map(({ distribution, examples, ...audited }) => ({
    ...audited,
    examples: examples?.map(({ id }) => id),
    distribution: { ...distribution, values: distribution?.values?.map(({ products }) => products) },
  })),
});

function shuffled<T>(items: readonly T[], seed: number): T[] {
  const random = linear(seed);
  return items
    .map((item) => ({ item, key: random() }))
    .sort((left, right) => left.key - right.key)
    .map(({ item }) => item);
}

test('the order of rows changes not one bit of the result', () => {
  fc.assert(
    fc.property(smallExport, options, fc.nat(), (small, given, seed) => {
      const moved = { ...small, rows: shuffled(small.rows, seed) };
      assert.deepEqual(graded(moved, given), graded(small, given));
    }),
    { numRuns: 60 },
  );
});

test('the order of columns changes not one bit of the result', () => {
  fc.assert(
    fc.property(smallExport, options, fc.nat(), (small, given, seed) => {
      const order = [
        0,
        ...shuffled(
          Array.from({ length: small.names.length - 1 }, (_, index) => index + 1),
          seed,
        ),
      ];
      const moved = {
        names: order.map((index) => small.names[index]),
        rows: small.rows.map((row) => order.map((index) => row[index])),
      };
      assert.deepEqual(graded(moved, given), graded(small, given));
    }),
    { numRuns: 60 },
  );
});

test('letter case changes nothing', () => {
  fc.assert(
    fc.property(smallExport, options, (small, given) => {
      const louder = {
        ...small,
        rows: small.rows.map(([id, ...cells]) => [id, ...cells.map((cell) => cell.toUpperCase())]),
      };
      assert.deepEqual(withoutLabels(graded(louder, given)), withoutLabels(graded(small, given)));
    }),
    { numRuns: 40 },
  );
});

test('renaming words one to one changes nothing', () => {
  const names: Record<string, string> = {
    red: 'oak',
    blue: 'ash',
    green: 'elm',
    black: 'fir',
    white: 'yew',
    brown: 'box',
  };
  fc.assert(
    fc.property(smallExport, options, (small, given) => {
      const renamed = {
        ...small,
        rows: small.rows.map((row) =>
          row.map((cell) => cell.replace(/[a-z]{3,}/g, (word) => names[word] ?? word)),
        ),
      };
      assert.deepEqual(withoutLabels(graded(renamed, given)), withoutLabels(graded(small, given)));
    }),
    { numRuns: 40 },
  );
});

test('the same input gives the same bytes', () => {
  fc.assert(
    fc.property(smallExport, options, (small, given) => {
      assert.equal(JSON.stringify(graded(small, given)), JSON.stringify(graded(small, given)));
    }),
    { numRuns: 20 },
  );
});

test('bits stay within the shelf, and everything adds up', () => {
  fc.assert(
    fc.property(smallExport, options, (small, given) => {
      const result = graded(small, given);
      assert.equal(result.products, small.rows.length);
      let last = Number.POSITIVE_INFINITY;
      let lastOfThree = Number.POSITIVE_INFINITY;
      for (const attribute of result.attributes) {
        const { now, complete, recoverable } = attribute.bits;
        assert.ok(
          now >= 0 && now <= complete && complete <= result.shelfBits + CLOSE,
          JSON.stringify(attribute),
        );
        assert.ok(Math.abs(complete - now - recoverable) < CLOSE);
        assert.equal(attribute.affectedProducts.length, attribute.missing);
        assert.equal(
          attribute.recorded + attribute.missing + (attribute.notApplicable ?? 0),
          result.products,
        );
        const priority = attribute.priority ?? -1;
        const ofThree = attribute.threeQuestionGain ?? -1;
        assert.ok(priority < last || (priority === last && ofThree <= lastOfThree), 'by priority');
        [last, lastOfThree] = [priority, ofThree];
        assert.equal(attribute.priority === null, attribute.abstained !== undefined);
        assert.ok(priority <= result.shelfBits + CLOSE);
      }
      if (result.answerability !== null) assert.ok(result.answerability >= 0 && result.answerability <= 1);
    }),
    { numRuns: 100 },
  );
});

test('where nothing is missing there is nothing to recover', () => {
  fc.assert(
    fc.property(smallExport, options, (small, given) => {
      const full = {
        ...small,
        rows: small.rows.map((row) =>
          row.map((cell, index) => cell || (small.names[index].startsWith('n') ? '7' : 'red')),
        ),
      };
      for (const { missing, bits, priority, affectedProducts } of graded(full, given).attributes) {
        assert.equal(missing, 0);
        assert.equal(bits.recoverable, 0);
        assert.equal(priority, 0);
        assert.deepEqual(affectedProducts, []);
      }
    }),
    { numRuns: 40 },
  );
});

test('an attribute of which all values are alike is no question, where half of the products have it', () => {
  const rows = Array.from({ length: 40 }, (_, product) => [
    `p${product}`,
    product < 20 ? 'cotton' : '',
    ['red', 'blue', 'green'][product % 3],
  ]);
  const result = graded({ names: ['id', 'fabric', 'colour'], rows });
  assert.deepEqual(
    result.attributes.map(({ attribute }) => attribute),
    ['colour'],
  );
  assert.deepEqual(result.notQuestions, [{ attribute: 'fabric', reason: 'constant' }]);
});

test('a copy of a complete column adds nothing after it, overlaps it wholly, and is derived', () => {
  const size = fc.integer({ min: 150, max: 300 });
  fc.assert(
    fc.property(
      size,
      fc.integer({ min: 2, max: 5 }),
      fc.integer({ min: 1, max: 1e6 }),
      (products, kinds, seed) => {
        const random = linear(seed);
        // Evenly over each kind: noise that goes with kinds by chance would tell them apart.
        const seen = new Map<string, number>();
        const rows = Array.from({ length: products }, (_, product) => {
          const kind = Math.floor(random() * kinds);
          const copy = random() < 0.4 ? '' : `sort ${kind}`;
          const noise = seen.get(`${kind} ${copy}`) ?? 0;
          seen.set(`${kind} ${copy}`, noise + 1);
          return [`p${product}`, `type ${kind}`, copy, `noise ${noise % 3}`];
        });
        const result = graded(
          { names: ['id', 'original', 'copy', 'noise'], rows },
          { amortisationHorizon: 1000 },
        );
        const copy = find(result, 'copy');
        assert.equal(copy.bestSubstitute?.attribute, 'original');
        assert.equal(copy.bestSubstitute?.overlap, 1);
        assert.equal(copy.derivable?.products, copy.missing);
        assert.equal(copy.derivable?.from, 'original');
        if (copy.priority !== null && copy.priority >= 0.01) assert.equal(copy.action, 'derive');
      },
    ),
    { numRuns: 40 },
  );
});

test('on a shelf of many thousands, an attribute of which few products share a value keeps its worth', () => {
  const random = linear(3);
  const rows = Array.from({ length: 12_000 }, (_, product) => [
    `p${product}`,
    random() < 0.5 ? '' : `series ${Math.floor(product / 3)}`,
    random() < 0.03 ? 'yes' : 'no',
  ]);
  const series = find(graded({ names: ['id', 'series', 'vegan'], rows }), 'series');
  // Almost all say no to the other question, so that the shelf is as large after it as before.
  assert.ok(
    Math.abs((series.priority ?? 0) - series.bits.recoverable) < 0.15,
    `${series.priority} ${series.bits.recoverable}`,
  );
});

test('with one attribute only, its priority is what is recoverable', () => {
  const rows = Array.from({ length: 50 }, (_, product) => [
    `p${product}`,
    product % 3 === 0 ? '' : ['red', 'blue', 'green'][(product % 7) % 3],
  ]);
  const [colour] = graded({ names: ['id', 'colour'], rows }).attributes;
  assert.ok(colour.bits.recoverable > 0.3);
  assert.ok(Math.abs((colour.priority ?? 0) - colour.bits.recoverable) < CLOSE);
});

test('emptiness alone is worth nothing: what splits the shelf comes before what is merely empty', () => {
  const random = linear(4);
  const rows = Array.from({ length: 400 }, (_, product) => [
    `p${product}`,
    product % 10 > 0 ? '' : product % 80 > 0 ? 'no' : 'yes',
    random() < 0.3 ? '' : `m${Math.floor(random() * 20)}`,
    ['a', 'b', 'c'][product % 3],
  ]);
  const result = graded({ names: ['id', 'limited edition', 'material', 'fit'], rows });
  assert.equal(result.attributes[0].attribute, 'material');
  assert.ok(find(result, 'limited edition').missing > find(result, 'material').missing);
});

test('with fewer than five recorded values the audit abstains, and says so', () => {
  const rows = Array.from({ length: 20 }, (_, product) => [
    `p${product}`,
    product < 4 ? ['oak', 'ash'][product % 2] : '',
    ['red', 'blue', 'green'][product % 3],
  ]);
  const result = graded({ names: ['id', 'wood', 'colour'], rows }, { amortisationHorizon: 100 });
  const wood = find(result, 'wood');
  assert.equal(wood.priority, null);
  assert.equal(wood.abstained?.code, 'too_few_values');
  assert.equal(wood.action, undefined);
  assert.equal(wood.affectedProducts.length, 16);
  assert.equal(result.attributes.at(-1), wood);
});

test('why the audit abstains is said in the number that there is', () => {
  for (const [recorded, message] of [
    [0, /^No product has wood recorded;/],
    [1, /^Only 1 of 20 products has wood recorded;/],
    [4, /^Only 4 of 20 products have wood recorded;/],
  ] as const) {
    const rows = Array.from({ length: 20 }, (_, product) => [
      `p${product}`,
      product < recorded ? ['oak', 'ash'][product % 2] : '',
      ['red', 'blue', 'green'][product % 3],
    ]);
    const result = graded({ names: ['id', 'wood', 'colour'], rows });
    assert.match(find(result, 'wood').abstained?.message ?? '', message);
  }
});

test('an action is named only when a horizon is given', () => {
  fc.assert(
    fc.property(smallExport, (small) => {
      const without = graded(small);
      assert.equal(without.action, undefined);
      assert.ok(
        without.attributes.every(
          ({ action, breakEvenSessions }) => (action ?? breakEvenSessions) === undefined,
        ),
      );
      const result = graded(small, { amortisationHorizon: 500 });
      assert.equal(result.action, result.attributes[0]?.action);
      for (const { priority, action } of result.attributes)
        assert.equal(action === undefined, priority === null);
    }),
    { numRuns: 30 },
  );
});

test('a longer horizon never turns recording into asking', () => {
  fc.assert(
    fc.property(smallExport, fc.integer({ min: 1, max: 1e6 }), (small, horizon) => {
      const longer = graded(small, { amortisationHorizon: horizon * 10 });
      for (const { attribute, action } of graded(small, { amortisationHorizon: horizon }).attributes) {
        if (action === 'record') assert.equal(find(longer, attribute).action, 'record');
      }
    }),
    { numRuns: 30 },
  );
});

test('less trusted values decide less', () => {
  fc.assert(
    fc.property(smallExport, (small) => {
      const trusted = graded(small);
      const doubted = graded(small, { source: 'inferred' });
      for (const { attribute, bits } of doubted.attributes) {
        assert.ok(bits.now <= find(trusted, attribute).bits.now + CLOSE);
      }
    }),
    { numRuns: 30 },
  );
});

test('an export without questions is not graded, and the reason is given', () => {
  const rows = Array.from({ length: 30 }, (_, product) => [`p${product}`, `https://shop.example/${product}`]);
  const result = graded({ names: ['id', 'url'], rows });
  assert.equal(result.grade, null);
  assert.equal(result.answerability, null);
  assert.equal(result.gradeReason?.code, 'no_questions');
  assert.deepEqual(
    result.notQuestions.map(({ attribute }) => attribute),
    ['url'],
  );
});

test('an export without products is not graded, and nothing in it is said to be complete', () => {
  const result = graded({ names: ['id', 'colour', 'size'], rows: [] });
  assert.equal(result.grade, null);
  assert.equal(result.gradeReason?.code, 'no_products');
  assert.equal(result.shelfBits, 0);
  assert.equal(result.method.standardError, 0);
  assert.deepEqual(
    result.attributes.map(({ attribute, priority, abstained }) => [attribute, priority, abstained?.code]),
    [
      ['colour', null, 'too_few_values'],
      ['size', null, 'too_few_values'],
    ],
  );
});

test('progress is told from nothing to everything', () => {
  const told: number[] = [];
  const rows = Array.from({ length: 30 }, (_, product) => [`p${product}`, ['a', 'b'][product % 2]]);
  audit(catalogueOf({ names: ['id', 'fit'], rows }), {}, (done, total) => told.push(done / total));
  assert.equal(told[0], 0);
  assert.equal(told.at(-1), 1);
});

test('a grade needs three questions of which enough is recorded', () => {
  const shelf = (columns: number) =>
    audit(
      catalogueOf({
        names: ['id', ...Array.from({ length: columns }, (_, column) => `c${column}`)],
        rows: Array.from({ length: 60 }, (_, product) => [
          `p${product}`,
          ...Array.from(
            { length: columns },
            (_, column) => `v${(product * (column + 2) + (product >> 2)) % 4}`,
          ),
        ]),
      }),
    );
  const { grade, gradeReason, answerability } = shelf(2);
  assert.deepEqual([grade, gradeReason?.code, answerability], [null, 'too_few_questions', 1]);
  // Every value is recorded, but three answers of four values each leave several of 60.
  assert.deepEqual([shelf(3).grade, shelf(3).gradeReason, shelf(3).answerability], ['C', undefined, 1]);
});
