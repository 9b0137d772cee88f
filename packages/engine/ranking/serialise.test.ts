import assert from 'node:assert/strict';
import { test } from 'node:test';
import { train } from './learning/train.ts';
import { emptyModel, type TrainingSession, update } from './model.ts';
import { rank } from './rank.ts';
import { deserialise, ModelFormatError, serialise } from './serialise.ts';
import { NOON, session, shopOf } from './testing.ts';

const shop = shopOf(60);
const visits = (from: number, count: number): TrainingSession[] =>
  Array.from({ length: count }, (_, s) => ({
    steps: [0, 1, 2, 3].map((k) => ({
      item: `p${(s * 7 + k * (1 + (s % 3))) % 60}`,
      at: NOON + (from + s) * 60_000 + k,
    })),
    context: { device: s % 2 === 0 ? 'mobile' : 'desktop' },
  }));
const profile = session('device:mobile', 'product_view:p7', 'product_view:p8', 'search:wool');
const ranked = (model = emptyModel()) =>
  JSON.stringify(rank({ profile, index: shop, model, now: NOON + 9e6, limit: 60 }));

test('a model that was stored ranks the same, byte for byte', () => {
  const model = train(visits(0, 80), { index: shop });
  const copy = deserialise(serialise(model));
  assert.equal(ranked(copy), ranked(model));
  assert.deepEqual(serialise(copy), serialise(model));
});

test('a stored model goes on from updates as the one that it was stored from', () => {
  const model = train(visits(0, 80), { index: shop });
  const copy = deserialise(serialise(model));
  for (const one of [model, copy]) update(one, visits(80, 5));
  assert.equal(copy.revision, model.revision);
  assert.equal(ranked(copy), ranked(model));
  assert.notEqual(ranked(model), ranked(train(visits(0, 80), { index: shop })));
});

test('an update teaches what followed, without training again', () => {
  const model = emptyModel();
  update(model, [{ steps: ['p7', 'p8', 'p31'].map((item, k) => ({ item, at: NOON + k })) }]);
  const { items } = rank({ profile, index: shop, model, now: NOON + 9e6, limit: 60 });
  assert.ok(items.slice(0, 5).some(({ id }) => id === 'p31'));
});

test('what was learned outlives the catalogue', () => {
  const model = train(visits(0, 80), { index: shop });
  const other = shopOf(30);
  const { items } = rank({ profile, index: other, model, now: NOON + 9e6, limit: 60 });
  assert.equal(items.length, 30);
  assert.ok(Math.abs(items.reduce((sum, { score }) => sum + score, 0) - 1) < 1e-9);
});

test('bytes that are no model are refused', () => {
  const bytes = serialise(train(visits(0, 20), { index: shop }));
  for (const broken of [
    new Uint8Array(0),
    new Uint8Array(40),
    bytes.slice(1),
    bytes.slice(0, 30),
    bytes.slice(0, -8),
  ]) {
    assert.throws(() => deserialise(broken), ModelFormatError);
  }
});
