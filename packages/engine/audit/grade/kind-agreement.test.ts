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
  assert.equal(confirmed([...recorded(56), ...gaps]), undefined);
});

test('a measure implies nothing', () => {
  const rows = Array.from({ length: 120 }, (_, p) => [`p${p}`, `${10 + (p % 20)}.5`, `brand ${p % 20}`]);
  const { attributes } = catalogueOf({ names: ['id', 'price', 'brand'], rows });
  const [brand] = attributes.filter(({ name }) => name === 'brand');
  assert.deepEqual(possibleSources(brand, attributes), []);
});
