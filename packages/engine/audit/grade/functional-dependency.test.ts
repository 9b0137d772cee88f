import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Random } from '../../primitives/random.ts';
import { catalogueOf } from '../exports.fixture.ts';
import { chanceAgreement } from './chance-agreement.ts';
import { bestDerivation, possibleSources } from './functional-dependency.ts';

const PRODUCTS = 400;

/** A shelf of columns of words, one of them with gaps, and what can be derived of that. */
function derived(columns: readonly ((product: number) => string)[]) {
  const rows = Array.from({ length: PRODUCTS }, (_, product) => [
    `p${product}`,
    product % 4 === 0 ? '' : columns[0](product),
    ...columns.slice(1).map((text) => text(product)),
  ]);
  const names = ['id', ...columns.map((_, column) => `c${column}`)];
  const { attributes } = catalogueOf({ names, rows });
  const [target] = attributes;
  const sources = possibleSources(target, attributes);
  return bestDerivation(target, sources, sources.length);
}

test('of columns that have nothing to do with each other hardly one is said to follow from another', () => {
  let claimed = 0;
  for (let seed = 1; seed <= 60; seed++) {
    const random = new Random(seed);
    const uneven = () => (random.uniform() < 0.75 ? 'no' : `v${random.below(3)}`);
    const groups = () => `g${random.below(50)}`;
    if (derived([uneven, ...Array(9).fill(groups)]) !== undefined) claimed++;
  }
  assert.ok(claimed <= 3, `${claimed} of 60`);
});

test('what follows from another column is found among columns that tell nothing', () => {
  const random = new Random(7);
  const groups = () => `g${random.below(50)}`;
  const columns = [
    (product: number) => ((product % 47) % 3 === 0 ? 'yes' : 'no'),
    ...Array(8).fill(groups),
    (product: number) => `brand ${product % 47}`,
  ];
  const best = derived(columns);
  assert.equal(best?.from.name, 'c9');
  assert.ok(best!.products >= 0.95 * (PRODUCTS / 4), `${best?.products}`);
});

test('a column that mostly says the same follows from none, though nearly all groups are alike', () => {
  const random = new Random(8);
  const nearly = () => (random.uniform() < 0.97 ? 'no' : 'yes');
  assert.equal(derived([nearly, () => `g${random.below(50)}`]), undefined);
});

test('how likely a group is alike by chance is what counting all groups gives', () => {
  // Of four products, two of them alike, one pair of six is alike, and two triples of four are to two thirds.
  const chance = chanceAgreement([2, 1, 1], 0.6);
  assert.ok(Math.abs(chance(2) - 1 / 6) < 1e-9, `${chance(2)}`);
  assert.ok(Math.abs(chance(3) - 1 / 2) < 1e-9, `${chance(3)}`);
  assert.equal(chanceAgreement([9], 0.95)(5), 1);
  assert.equal(chanceAgreement([59_940, 60], 0.95)(20_000), 1, 'although few groups are of just 95 %');
  assert.equal(chanceAgreement([4, 4], 0.95)(5), 0);
});
