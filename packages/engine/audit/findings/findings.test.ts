import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { hasCheckDigit } from '../../catalogue/numbers/check-digit.ts';
import { catalogueOf, linear, type SmallExport } from '../exports.fixture.ts';
import { audit } from '../grade/audit.ts';
import { MAX_EXAMPLES } from './finding.ts';
import { RULES, type RuleName } from './rules.ts';

const checked = (digits: string): string =>
  `${digits}${[...'0123456789'].find((last) => hasCheckDigit(digits + last))}`;

const NAMES = [
  'id',
  'title',
  'description',
  'link',
  'image_link',
  'availability',
  'price',
  'sale_price',
  'gtin',
  'item_group_id',
  'color',
  'size',
];
const column = (name: string) => NAMES.indexOf(name);

/** A feed without a fault. */
function feed(products = 40): SmallExport {
  const rows = Array.from({ length: products }, (_, at) => [
    `p-${at}`,
    `Leather boot Nr ${at} of the ${['north', 'south'][at % 2]}`,
    `A boot for walks of ${at} hours, lined with wool and soled with rubber.`,
    `https://shop.example/boots/${at}`,
    `https://shop.example/images/${at}.jpg`,
    ['in_stock', 'out of stock', 'preorder'][at % 3],
    `${40 + at}.00 EUR`,
    `${20 + at}.00 EUR`,
    checked(`4006381${10_000 + at}`),
    `g-${Math.floor(at / 4)}`,
    ['red', 'black'][at % 2],
    ['38', '39'][Math.floor(at / 2) % 2],
  ]);
  return { names: NAMES, rows };
}

/** The feed with cells changed: `[column, value]`, in as many of the first products. */
function withCells(changes: readonly (readonly [string, string])[], products = 3): SmallExport {
  const { names, rows } = feed();
  return {
    names,
    rows: rows.map((row, at) =>
      row.map((cell, c) =>
        at < products ? (changes.find(([name]) => column(name) === c)?.[1] ?? cell) : cell,
      ),
    ),
  };
}

const findingsOf = (small: SmallExport) => audit(catalogueOf(small)).findings ?? [];
const told = (small: SmallExport) => findingsOf(small).map(({ rule, products }) => [rule, products]);

test('a feed without a fault has no finding', () => {
  assert.deepEqual(told(feed()), []);
});

const FAULTS: Readonly<Record<string, readonly (readonly [string, string])[]>> = {
  'title-missing': [['title', '']],
  'title-in-capitals': [['title', 'SOFT LEATHER BOOT NORTH']],
  'description-missing': [['description', '']],
  'description-too-long': [['description', 'A boot. '.repeat(700)]],
  'description-has-markup': [['description', '<p>A boot for walks.</p>']],
  'link-missing': [['link', '']],
  'link-not-an-address': [['link', 'boots/1']],
  'link-not-encoded': [['link', 'https://shop.example/a b']],
  'image-missing': [['image_link', '']],
  'image-not-an-address': [['image_link', '/images/1.jpg']],
  'image-not-encoded': [['image_link', 'https://shop.example/schön.jpg']],
  'image-format': [['image_link', 'https://shop.example/boot.svg']],
  'image-placeholder': [['image_link', 'https://shop.example/no-image.png']],
  'price-missing': [
    ['price', ''],
    ['sale_price', ''],
  ],
  'price-not-positive': [
    ['price', '0.00 EUR'],
    ['sale_price', ''],
  ],
  'price-without-currency': [
    ['price', '99.00'],
    ['sale_price', ''],
  ],
  'sale-price-not-lower': [['sale_price', '140.00 EUR']],
  'availability-missing': [['availability', '']],
  'availability-unknown-word': [['availability', 'green']],
  'gtin-missing': [['gtin', '']],
  'gtin-format': [['gtin', 'A-17']],
  'gtin-isbn-10': [['gtin', '316148410X']],
  'gtin-isbn-9': [['gtin', '439023483']],
};

test('a fault is found in the products that have it, and nothing else is said', () => {
  for (const [rule, changes] of Object.entries(FAULTS)) {
    const [first, ...others] = told(withCells(changes)).filter(([each]) => each !== 'title-shared');
    assert.deepEqual([first, others], [[rule, 3], []], rule);
  }
});

test('faults of one number each are found', () => {
  const one = (gtin: string) => told(withCells([['gtin', gtin]], 1));
  assert.deepEqual(one('4006381333932'), [['gtin-check-digit', 1]]);
  assert.deepEqual(one('36000291452'), [['gtin-leading-zeros', 1]]);
  assert.deepEqual(one(checked('200123456789')), [['gtin-restricted-prefix', 1]]);
  assert.deepEqual(one(checked('981012345678')), [['gtin-coupon-prefix', 1]]);
  assert.deepEqual(one('4.00638E+12'), []);
});

test('what only one product can have is told of all that have it', () => {
  assert.deepEqual(told(withCells([['gtin', '4006381333931']])), [['gtin-shared', 3]]);
  assert.deepEqual(told(withCells([['title', 'Leather boot of the north']])), [['title-shared', 3]]);
  assert.deepEqual(
    told(
      withCells(
        [
          ['color', 'red'],
          ['size', '38'],
        ],
        4,
      ),
    ),
    [['variant-without-difference', 4]],
  );
  const image: [string, string] = ['image_link', 'https://shop.example/logo.png'];
  assert.deepEqual(told(withCells([image], 9)), []);
  assert.deepEqual(told(withCells([image], 10)), [['image-shared', 10]]);
});

test('an id of 50 characters is taken, one of 51 is not', () => {
  const withId = (length: number) => {
    const { names, rows } = feed();
    return told({
      names,
      rows: rows.map((row, at) => (at === 0 ? ['x'.repeat(length), ...row.slice(1)] : row)),
    });
  };
  assert.deepEqual(withId(50), []);
  assert.deepEqual(withId(51), [['id-too-long', 1]]);
});

test('a feed lacks the columns that marketplaces require, an export of a shop system does not', () => {
  const without = (names: readonly string[], small: SmallExport): SmallExport => ({
    names: small.names.filter((name) => !names.includes(name)),
    rows: small.rows.map((row) => row.filter((_, c) => !names.includes(small.names[c]))),
  });
  const [finding, ...others] = findingsOf(without(['link'], feed()));
  assert.deepEqual([finding.rule, finding.products, finding.examples, others], ['link-missing', 40, [], []]);
  assert.ok(!('column' in finding));
  assert.deepEqual(told(without(['link', 'image_link', 'item_group_id'], feed())), []);
});

test('no more examples are told than there is room for, the others are counted', () => {
  for (const faulty of [MAX_EXAMPLES, MAX_EXAMPLES + 1]) {
    const [finding] = findingsOf(withCells([['description', '']], faulty));
    assert.deepEqual([finding.products, finding.examples.length], [faulty, MAX_EXAMPLES]);
  }
});

test('findings depend on neither the order of rows nor that of columns', () => {
  const small = withCells(
    [
      ['gtin', '4006381333932'],
      ['title', 'SALE! SOFT LEATHER BOOTS NORTH'],
    ],
    20,
  );
  const order = [...small.names.keys()].reverse().filter((c) => c > 0);
  const moved = {
    names: [small.names[0], ...order.map((c) => small.names[c])],
    rows: small.rows.toReversed().map((row) => [row[0], ...order.map((c) => row[c])]),
  };
  assert.deepEqual(findingsOf(moved), findingsOf(small));
});

test('faults of numbers, links and images move neither bits nor grade', () => {
  const sound = feed();
  const { findings: none, ...before } = audit(catalogueOf(sound));
  assert.equal(none, undefined);
  fc.assert(
    fc.property(
      fc.subarray(['gtin', 'link', 'image_link'], { minLength: 1 }),
      fc.integer({ min: 1, max: 1_000_000 }),
      (columns, seed) => {
        const random = linear(seed);
        const broken = columns.map(column);
        const rows = sound.rows.map((row) =>
          row.map((cell, c) => {
            if (!broken.includes(c) || random() < 0.8) return cell;
            return c === column('gtin')
              ? `${cell.slice(0, -1)}${(Number(cell.at(-1)) + 1) % 10}`
              : `${cell} x`;
          }),
        );
        const { findings, ...after } = audit(catalogueOf({ names: sound.names, rows }));
        assert.deepEqual(after, before);
        assert.ok((findings?.length ?? 0) <= 2 * columns.length);
      },
    ),
    { numRuns: 30 },
  );
});

test('the gravest findings come first, and each is told once', () => {
  const small = withCells([
    ['title', 'SOFT LEATHER BOOTS – FREE SHIPPING!'],
    ['gtin', '4006381333932'],
    ['description', ''],
  ]);
  const rules = findingsOf(small).map(({ rule }) => rule);
  assert.deepEqual(rules, [...new Set(rules)]);
  const graveness = rules.map((rule: RuleName) =>
    ['error', 'warning', 'notice'].indexOf(RULES.get(rule)!.severity),
  );
  assert.deepEqual(
    graveness,
    graveness.toSorted((a, b) => a - b),
  );
});

test('products that the shop does not offer are not judged, unless it offers none', () => {
  const hidden = (values: readonly string[]) => {
    const { names, rows } = withCells([['description', '']], 20);
    return told({
      names: [...names, 'status'],
      rows: rows.map((row, at) => [...row, values[at % values.length]]),
    });
  };
  assert.deepEqual(hidden(['active', 'draft']), [['description-missing', 10]]);
  assert.deepEqual(hidden(['draft', 'archived']), [['description-missing', 20]]);
  assert.deepEqual(hidden(['active', 'sold out']), [['description-missing', 20]]);
});

test('reduced prices are compared with prices of the same currency', () => {
  const reduced = (price: string) => {
    const { names, rows } = feed();
    return told({
      names,
      rows: rows.map((row) => row.map((cell, c) => (c === column('sale_price') ? price : cell))),
    });
  };
  assert.deepEqual(reduced('140.00 EUR'), [['sale-price-not-lower', 40]]);
  assert.deepEqual(reduced('140.00 USD'), []);
});

test('titles that most products share are names of series, unless they are those of a feed', () => {
  const shared = (products: number, isFeed: boolean) => {
    const { names, rows } = withCells([['title', 'Leather boot']], products);
    const columns = names.map((name) => (isFeed ? name : name.replace(/^image_link$/, 'image')));
    return told({
      names: columns,
      rows: rows.map((row) => row.map((cell, c) => (c === column('item_group_id') ? '' : cell))),
    });
  };
  assert.deepEqual(shared(20, false), [['title-shared', 20]]);
  assert.deepEqual(shared(21, false), []);
  assert.deepEqual(shared(21, true), [['title-shared', 21]]);
});

test('what is endless is looked at once', () => {
  const endless = (text: string) => text.repeat(200_000);
  for (const [name, value] of [
    ['image_link', `${endless(' ')}x`],
    ['image_link', `https://shop.example/${endless('a')}/`],
    ['image_link', `https://${endless('.')}`],
    ['link', endless(',')],
    ['title', endless('9')],
    ['title', `é${endless('9')}`],
    ['title', endless('<a ')],
    ['title', endless('A')],
    ['description', endless('<p ')],
    ['gtin', endless('0')],
    ['availability', endless('x ')],
  ] as const)
    assert.ok(findingsOf(withCells([[name, value]], 1)).length <= 3, name);
});

test('products of two makers may have one title', () => {
  const { names, rows } = withCells([['title', 'Leather boot']], 4);
  const made = (maker: (at: number) => string) =>
    told({ names: [...names, 'brand'], rows: rows.map((row, at) => [...row, maker(at)]) });
  assert.deepEqual(
    made(() => 'Acme'),
    [['title-shared', 4]],
  );
  assert.deepEqual(
    made((at) => ['Acme', 'Bolt'][at % 2]),
    [['title-shared', 4]],
  );
  assert.deepEqual(
    made((at) => ['Acme', 'Bolt', 'Crux', 'Dune'][at % 4]),
    [],
  );
});

test('of words that marketplaces take, others are told in feeds alone', () => {
  const { names, rows } = feed();
  const wrong = (isFeed: boolean) => {
    const columns = isFeed ? names : names.map((name) => name.replace(/^image_link$/, 'image'));
    return told({
      names: [...columns, 'condition', 'gender', ...(isFeed ? ['age_group'] : [])],
      rows: rows.map((row, at) => [
        ...row,
        ['New', 'used', 'B-Ware'][at % 3],
        ['Male', 'women', 'unisex'][at % 3],
        ...(isFeed ? [['adult', 'kids', 'all ages'][at % 3]] : []),
      ]),
    }).filter(([rule]) => `${rule}`.endsWith('-word'));
  };
  assert.deepEqual(wrong(true), [
    ['condition-unknown-word', 13],
    ['gender-unknown-word', 13],
  ]);
});

test('a gap among bar codes of the shop is no missing GTIN', () => {
  const { names, rows } = feed();
  const withCodes = (codeOf: (at: number) => string) =>
    told({
      names: names.map((name) => (name === 'gtin' ? 'barcode' : name)),
      rows: rows.map((row, at) =>
        row.map((cell, c) => (c === column('gtin') ? (at % 5 === 0 ? '' : codeOf(at)) : cell)),
      ),
    });
  assert.deepEqual(
    withCodes((at) => rows[at][column('gtin')]),
    [['gtin-missing', 8]],
  );
  assert.deepEqual(
    withCodes((at) => `INT-${1_000 + at}`),
    [],
  );
});
