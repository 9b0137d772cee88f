import assert from 'node:assert/strict';
import { test } from 'node:test';
import { editDistance } from '../../../packages/engine/primitives/edit-distance.ts';
import { Random } from '../../../packages/engine/primitives/random.ts';
import type { JudgedSet } from './judged-set.ts';
import { knownItemsOf, misspelt, TYPINGS } from './known-items.ts';

const TITLES = [
  'Organic peanut butter smooth',
  'Cat food',
  'Wireless keyboard with touchpad',
  'USB-C hub 7 in 1',
];
const SET: JudgedSet = {
  csv: '',
  rows: TITLES.map((title, k) => ({ id: `p${k}`, title })),
  idColumn: 'id',
  queries: [],
};

test('three words of a title in their order, as typed in each way', () => {
  const items = knownItemsOf(SET, 10, 1);
  assert.deepEqual(
    items.map(({ id }) => id).sort(),
    ['p0', 'p2'],
    'too short, and without a last word of letters',
  );
  for (const { id, queries } of items) {
    const title = TITLES[Number(id.slice(1))].toLowerCase();
    const exact = queries.exact.split(' ');
    assert.equal(exact.length, 3);
    const places = exact.map((word) => title.indexOf(word));
    assert.deepEqual(
      places,
      places.toSorted((a, b) => a - b),
    );
    const half = queries['last word half typed'].split(' ');
    assert.deepEqual(half.slice(0, 2), exact.slice(0, 2));
    assert.equal(half[2].length, Math.ceil(exact[2].length / 2));
    const wrong = queries['one letter wrong'].split(' ');
    assert.equal(wrong.filter((word, k) => word !== exact[k]).length, 1);
  }
});

test('the same seed draws the same searches, another seed others', () => {
  const drawn = (seed: number) => JSON.stringify(knownItemsOf(SET, 10, seed));
  assert.equal(drawn(1), drawn(1));
  assert.notEqual(drawn(1), drawn(2));
  assert.equal(TYPINGS.length, 3);
});

test('a misspelt word is one slip away', () => {
  const random = new Random(7);
  for (let k = 0; k < 200; k++) {
    const typed = misspelt('butter', random);
    assert.notEqual(typed, 'butter');
    assert.ok(editDistance('butter', typed, 3) <= 1, typed);
  }
});
