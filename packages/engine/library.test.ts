import assert from 'node:assert/strict';
import { test } from 'node:test';
import { audit, CatalogueError, rank, readShop, SignalError, verify } from './library.ts';

const NOW = Date.UTC(2026, 0, 31, 12);
const PARTS = 'id,title,category,price\na,Red boots,boots,80\nb,Blue boots,boots,200\nc,Straw hat,hats,30\n';

test('a file that cannot be read is refused with its line', () => {
  assert.throws(() => audit('id,colour\n"1,red\n'), CatalogueError);
});

test('the id column that is named is no attribute', () => {
  const csv = 'colour,SKU\nred,1\nblue,2\n,3\n';
  assert.deepEqual(
    audit(csv, { id: 'SKU' }).attributes.map(({ attribute }) => attribute),
    ['colour'],
  );
});

test('a claim is graded against what changed', () => {
  const before = 'id,colour\n1,red\n2,\n3,blue\n4,\n';
  const { claims } = verify(before, before, { repairs: [{ attribute: 'colour' }] });
  assert.deepEqual(
    claims?.map(({ verdict, cellsFilled }) => [verdict, cellsFilled]),
    [['unchanged', 0]],
  );
});

test('what a shopper does moves what comes first, and breakdowns add up to their scores', () => {
  const shop = readShop(PARTS);
  const first = (...signals: { type: string; value: string }[]) =>
    rank(shop, { signals, now: NOW, limit: 1 }).items[0];
  assert.equal(first({ type: 'category_view', value: 'hats' }).id, 'c');
  assert.equal(first({ type: 'search', value: 'blue boots' }).id, 'b');
  const { score, scoreBreakdown } = first({ type: 'category_view', value: 'boots' });
  const sum = scoreBreakdown.reduce((all, { contribution }) => all + contribution, 0);
  assert.ok(Math.abs(sum - score) < 1e-9);
});

test('without signals nothing is personal', () => {
  const { items, explanation } = rank(readShop(PARTS), { now: NOW, limit: 3 });
  assert.equal(items.length, 3);
  assert.equal(explanation.personalised, false);
});

test('columns of costs are in no ranking', () => {
  const { catalogue } = readShop('id,title,purchase_cost\n1,Boots,20\n2,Hat,10\n');
  assert.deepEqual(
    catalogue.attributes.map(({ name }) => name),
    ['title'],
  );
});

test('a signal that cannot be read is refused with its place and the remedy', () => {
  const signals = [{ type: 'price_filter', value: 'cheap' }];
  assert.throws(() => rank(readShop(PARTS), { signals, now: NOW, limit: 1 }), {
    name: 'SignalError',
    message: /signals\[0\]\.value/,
  });
  assert.ok(new SignalError('x') instanceof Error);
});
