import assert from 'node:assert/strict';
import { test } from 'node:test';
import { catalogueOf } from '../exports.fixture.ts';
import { bestDerivation, possibleSources } from './functional-dependency.ts';
import { confirmedByKind } from './kind-agreement.ts';

type Product = readonly [kind: string, wlan: string, nfc: string];

/** What is confirmed of NFC by WLAN, the products' kind being told. */
function confirmed(products: readonly Product[]) {
  const names = ['id', 'kind', 'wlan', 'nfc'];
  const { attributes } = catalogueOf({ names, rows: products.map((cells, at) => [`p${at}`, ...cells]) });
  const [nfc] = attributes.filter(({ name }) => name === 'nfc');
  const [wlan] = attributes.filter(({ name }) => name === 'wlan');
  const best = bestDerivation(nfc, [wlan], 1);
  return best === undefined ? undefined : confirmedByKind(nfc, best, attributes);
}

const times = (count: number, product: Product): Product[] => Array(count).fill(product);
const phones: readonly Product[] = [
  ...times(70, ['phone', 'ax', 'yes']),
  ...times(70, ['phone', 'old', 'no']),
  ...times(30, ['tablet', 'ax', 'yes']),
];

test('a cell is derived where products of its own kind agree', () => {
  assert.equal(confirmed([...phones, ...times(5, ['tablet', 'ax', ''])])?.products, 5);
});

test('what holds of other kinds is not derived for a kind of which too few are recorded, or which differs', () => {
  const fridges = times(5, ['fridge', 'ax', '']);
  assert.equal(confirmed([...phones, ...fridges]), undefined);
  assert.equal(confirmed([...phones, ...fridges, ['fridge', 'ax', 'yes']]), undefined);
  assert.equal(confirmed([...phones, ...fridges, ...times(2, ['fridge', 'ax', 'yes'])])?.products, 5);
  assert.equal(confirmed([...phones, ...fridges, ...times(2, ['fridge', 'ax', 'no'])]), undefined);
});

test('nothing is derived unless the rule is right for 95 % of the recorded cells, with confidence', () => {
  const gaps = times(3, ['phone', 'ax', '']);
  const recorded = (count: number): Product[] => [
    ...times(count / 2, ['phone', 'ax', 'yes']),
    ...times(count / 2, ['phone', 'old', 'no']),
  ];
  assert.equal(confirmed([...recorded(60), ...gaps])?.products, 3);
  assert.equal(confirmed([...recorded(60), ...gaps])?.precision, 1);
  assert.equal(confirmed([...recorded(56), ...gaps]), undefined);
});

test('where recorded cells contradict the rule, 97 % must be right, with confidence', () => {
  const recorded = (count: number): Product[] => [
    ...times(count, ['phone', 'ax', 'yes']),
    ...times(count, ['phone', 'old', 'no']),
    ['phone', 'ax', 'no'],
  ];
  const gaps = times(3, ['phone', 'ax', '']);
  assert.equal(confirmed([...recorded(90), ...gaps])?.products, 3);
  assert.equal(confirmed([...recorded(60), ...gaps]), undefined);
});

test('large groups that are right do not speak for small ones that are not', () => {
  const mixed = Array.from({ length: 24 }, (_, series): Product[] => [
    ...times(5, ['phone', `s${series}`, series % 2 === 0 ? 'yes' : 'no']),
    ...times(series % 4 === 0 ? 1 : 0, ['phone', `s${series}`, 'maybe']),
  ]).flat();
  const gaps = times(4, ['phone', 's1', '']);
  const derived = confirmed([...phones, ...mixed, ...gaps, ...times(5, ['phone', 'ax', ''])]);
  assert.equal(derived?.products, 5);
});

test('nothing is derived where whole groups of another attribute are told wrongly by the others', () => {
  const cells = (ofBrand3: string) =>
    Array.from({ length: 240 }, (_, at) => {
      const [kind, brand] = [at % 2, Math.floor(at / 2) % 12];
      const nfc = kind === 1 ? 'no' : brand === 3 ? ofBrand3 : 'yes';
      const wlan = `w${kind}${Math.floor(at / 24) % 5}`;
      return [`p${at}`, ['phone', 'tablet'][kind], `b${brand}`, wlan, at > 228 ? '' : nfc];
    });
  const derivedFrom = (rows: readonly (readonly string[])[]) => {
    const { attributes } = catalogueOf({ names: ['id', 'kind', 'brand', 'wlan', 'nfc'], rows });
    const of = (wanted: string) => attributes.filter(({ name }) => name === wanted)[0];
    const best = bestDerivation(of('nfc'), [of('wlan')], 1);
    return best === undefined ? undefined : confirmedByKind(of('nfc'), best, attributes);
  };
  assert.equal(derivedFrom(cells('yes'))?.precision, 1);
  assert.equal(derivedFrom(cells('maybe')), undefined);
});

test('a measure implies nothing', () => {
  const rows = Array.from({ length: 120 }, (_, p) => [`p${p}`, `${10 + (p % 20)}.5`, `brand ${p % 20}`]);
  const { attributes } = catalogueOf({ names: ['id', 'price', 'brand'], rows });
  const [brand] = attributes.filter(({ name }) => name === 'brand');
  assert.deepEqual(possibleSources(brand, attributes), []);
});
