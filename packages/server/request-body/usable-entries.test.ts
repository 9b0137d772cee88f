import assert from 'node:assert/strict';
import { describe, it, test } from 'node:test';
import { endpoints, limits, type Warning } from '@decidable/contract';
import fc from 'fast-check';
import { checkBody } from './checked-body.ts';
import { readUsableEntries } from './usable-entries.ts';

function read(list: unknown, path: '/search' | '/rerank' = '/search') {
  const name = path === '/search' ? 'products' : 'results';
  const body = { [name]: list };
  const warnings: Warning[] = [];
  const leftOut = readUsableEntries(path, body, warnings);
  return { list: body[name] as Record<string, unknown>[], warnings, leftOut };
}

/** The attributes of one product, which has nothing to warn of. */
function attributesOf(fields: object): object {
  const { list, warnings } = read([{ id: 'a', ...fields }]);
  assert.deepEqual(warnings, []);
  const { id: _, ...attributes } = list[0];
  return attributes;
}

const told = ({ warnings }: { warnings: readonly Warning[] }) =>
  warnings.map(({ code, field }) => `${code} ${field}`);

describe('a product as shops have it', () => {
  it('of Shopify has its price, image and category', () => {
    assert.deepEqual(
      attributesOf({
        vendor: 'Acme',
        productType: 'Hats',
        priceRange: { minVariantPrice: { amount: '19.90', currencyCode: 'EUR' } },
        featuredImage: { url: 'https://x/1.jpg', altText: null },
        images: { nodes: [{ url: 'https://x/2.jpg' }] },
        category: { id: 'gid://shopify/TaxonomyCategory/1', name: 'Sun Hats' },
        collections: { edges: [{ node: { title: 'New' } }, { node: { title: 'Summer' } }] },
      }),
      {
        vendor: 'Acme',
        productType: 'Hats',
        price: 19.9,
        featuredImage: 'https://x/1.jpg',
        images: 'https://x/2.jpg',
        category: 'Sun Hats',
        collections: ['New', 'Summer'],
      },
    );
  });

  it('of commercetools has its price in cents, and its name in the first language', () => {
    assert.deepEqual(
      attributesOf({
        name: { en: 'Hat', 'de-DE': 'Hut' },
        price: { value: { type: 'centPrecision', centAmount: 1999, currencyCode: 'EUR', fractionDigits: 2 } },
        categories: [{ typeId: 'category', id: '1', obj: { name: { en: 'Hats' } } }],
      }),
      { name: 'Hat', price: 19.99, categories: ['Hats'] },
    );
    assert.deepEqual(attributesOf({ price: { centAmount: 500, currencyCode: 'JPY', fractionDigits: 0 } }), {
      price: 500,
    });
  });

  it('of Medusa and BigCommerce has its price, image, type and brand', () => {
    assert.deepEqual(
      attributesOf({
        calculated_price: { calculated_amount: 12.5, original_amount: 15, currency_code: 'eur' },
        images: [{ id: 'i', url: 'https://x/1.jpg' }],
        type: { id: 't', value: 'Hat' },
      }),
      { price: 12.5, images: 'https://x/1.jpg', type: 'Hat' },
    );
    assert.deepEqual(
      attributesOf({
        prices: { price: { value: 30, currencyCode: 'USD' }, salePrice: { value: 25, currencyCode: 'USD' } },
        defaultImage: { url: 'https://x/1.jpg' },
        brand: { name: 'Acme' },
      }),
      { price: 25, defaultImage: 'https://x/1.jpg', brand: 'Acme' },
    );
  });

  it('of schema.org has the lowest price of its offers', () => {
    assert.deepEqual(
      attributesOf({
        brand: { '@type': 'Brand', name: 'Acme' },
        image: { '@type': 'ImageObject', contentUrl: 'https://x/1.jpg' },
        offers: [
          { '@type': 'Offer', price: '20.00', priceCurrency: 'EUR' },
          { '@type': 'Offer', price: 18, priceCurrency: 'EUR' },
        ],
      }),
      { brand: 'Acme', image: 'https://x/1.jpg', price: 18 },
    );
    assert.deepEqual(attributesOf({ offers: { lowPrice: 9, highPrice: 12 }, price: 10 }), { price: 10 });
  });
});

describe('what is no attribute', () => {
  it('is ignored and named once, whatever it is', () => {
    const variants = [{ id: 'a', price: 1 }];
    const answer = read([
      { id: 'a', variants, seo: { noindex: true }, colour: 'red' },
      { id: 'b', variants },
    ]);
    assert.deepEqual(answer.list, [{ id: 'a', colour: 'red' }, { id: 'b' }]);
    assert.deepEqual(told(answer), ['no_attribute products[0].variants', 'no_attribute products[0].seo']);
  });

  it('is what is over a limit, and what is at it is one', () => {
    const many = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, n) => [`a${n}`, n]));
    const fits = [
      many(limits.attributes),
      { ['n'.repeat(limits.attributeName)]: 1 },
      { note: '😀'.repeat(limits.attributeValue) },
      { tags: Array.from({ length: limits.attributes }, () => 1) },
    ];
    const exceeds = [
      many(limits.attributes + 1),
      { ['n'.repeat(limits.attributeName + 1)]: 1 },
      { note: 'x'.repeat(limits.attributeValue + 1) },
      { tags: Array.from({ length: limits.attributes + 1 }, () => 1) },
    ];
    for (const path of ['/search', '/rerank'] as const) {
      for (const each of fits) assert.deepEqual(read([{ id: 'a', ...each }], path).warnings, []);
      for (const each of exceeds) assert.equal(read([{ id: 'a', ...each }], path).warnings.length, 1);
    }
  });

  it('beside the id of a result loses to what `attributes` says, and a misspelt field stays for its warning', () => {
    const results = [
      { id: 'a', score: 2, scor: 3, colour: 'red', sizes: ['M'], attributes: { colour: 'blue' } },
      'b',
      7,
    ];
    const { list, warnings } = read(results, '/rerank');
    assert.deepEqual(list, [
      { id: 'a', score: 2, scor: 3, attributes: { colour: 'blue', sizes: ['M'] } },
      'b',
      '7',
    ]);
    assert.deepEqual(warnings, []);
  });
});

describe('an entry', () => {
  it('without a usable id is left out and named, as is a second one with the same', () => {
    const long = 'i'.repeat(limits.itemId + 1);
    const answer = read([{ id: 'é' }, {}, null, { id: 1.5 }, { id: long }, { id: 'e\u0301' }, [], { id: 7 }]);
    assert.deepEqual(
      answer.list.map(({ id }) => id),
      ['é', '7'],
    );
    assert.deepEqual(
      answer.leftOut.map(({ index, id }) => [index, id]),
      [
        [1, undefined],
        [2, undefined],
        [3, '1.5'],
        [4, long],
        [5, 'e\u0301'],
        [6, undefined],
      ],
    );
    assert.match(answer.leftOut[4].reason, /products\[0\] has the same id/);
    assert.deepEqual(read([{ id: 'i'.repeat(limits.itemId) }]).leftOut, []);
  });

  it('is warned of once, however many there are', () => {
    assert.match(read([{}]).warnings[0].message, /^products\[0\] was left out: it has no id\. Send one\.$/);
    const { warnings, leftOut } = read(Array(1_000).fill({}));
    assert.deepEqual([told({ warnings }), leftOut.length], [['entry_left_out products[0]'], 1_000]);
    assert.match(warnings[0].message, /999 more: see left_out/);
  });
});

test('whatever the entries are, a list is accepted, and each usable id is in it once, in its order', () => {
  const id = fc.oneof(fc.string(), fc.integer(), fc.constantFrom('a', 'b', null, {}, 1.5));
  const entry = fc.oneof(
    fc.record({ id }, { requiredKeys: [] }),
    fc
      .tuple(id, fc.jsonValue())
      .map(([given, value]) => ({ id: given, price: value, image: value, brand: value })),
    fc.tuple(id, fc.dictionary(fc.string(), fc.jsonValue())).map(([given, more]) => ({ ...more, id: given })),
    fc.jsonValue(),
  );
  fc.assert(
    fc.property(fc.array(entry), fc.constantFrom('/search' as const, '/rerank' as const), (list, path) => {
      const name = path === '/search' ? 'products' : 'results';
      const bytes = Buffer.from(JSON.stringify({ sessionId: 's', organizationId: 'o', [name]: list }));
      const { body, leftOut } = checkBody(endpoints[path], bytes);
      const kept = (body as Record<string, (string | { id: string })[]>)[name].map((each) =>
        typeof each === 'string' ? each : each.id,
      );
      assert.equal(new Set(kept.map((each) => each.normalize())).size, kept.length);
      assert.equal(kept.length + leftOut.length, list.length);
    }),
  );
});
