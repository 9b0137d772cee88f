import assert from 'node:assert/strict';
import { test } from 'node:test';
import { EXPERTS } from '../experts/registry.ts';
import { FEATURES } from '../mixture/gate-features.ts';
import { type Model, update } from '../model/model.ts';
import type { TrainingSession } from '../model/training-session.ts';
import { rank } from '../rank.ts';
import { NOON, session, shopOf } from '../testing/shops.ts';
import { emptyModel } from './empty-model.ts';
import { deserialise, deserialiseInSteps, ModelFormatError, serialise } from './model-format.ts';
import { train } from './train.ts';

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

test('a stored model ranks the same, byte for byte', () => {
  const model = train(visits(0, 80), { index: shop });
  const copy = deserialise(serialise(model));
  assert.equal(ranked(copy), ranked(model));
  assert.deepEqual(serialise(copy), serialise(model));
});

test('a model with vectors is stored with them, and one of before is read without', () => {
  const model = train(visits(0, 2500), { index: shop, mostObservations: 200 });
  assert.ok(model.vectors !== undefined);
  const bytes = serialise(model);
  assert.deepEqual(deserialise(bytes).vectors, model.vectors);
  const { vectors: _, ...without } = model;
  assert.equal(deserialise(serialise(without)).vectors, undefined);
  assert.throws(() => deserialise(bytes.subarray(0, bytes.length - 4)), ModelFormatError);
});

test('a model is read from a view of a larger buffer', () => {
  const bytes = serialise(train(visits(0, 20), { index: shop }));
  const among = Buffer.concat([Buffer.alloc(5, 1), bytes, Buffer.alloc(9, 1)]);
  assert.deepEqual(serialise(deserialise(among.subarray(5, 5 + bytes.length))), bytes);
});

test('a stored model is updated like the original', () => {
  const model = train(visits(0, 80), { index: shop });
  const copy = deserialise(serialise(model));
  for (const one of [model, copy]) update(one, visits(80, 5));
  assert.equal(copy.revision, model.revision);
  assert.equal(ranked(copy), ranked(model));
  assert.notEqual(ranked(model), ranked(train(visits(0, 80), { index: shop })));
});

test('an update learns transitions without training again', () => {
  const model = emptyModel();
  update(model, [{ steps: ['p7', 'p8', 'p31'].map((item, k) => ({ item, at: NOON + k })) }]);
  const { items } = rank({ profile, index: shop, model, now: NOON + 9e6, limit: 60 });
  assert.ok(items.slice(0, 5).some(({ id }) => id === 'p31'));
});

test('a model applies to another catalogue with the same ids', () => {
  const model = train(visits(0, 80), { index: shop });
  const other = shopOf(30);
  const { items } = rank({ profile, index: other, model, now: NOON + 9e6, limit: 60 });
  assert.equal(items.length, 30);
  assert.ok(Math.abs(items.reduce((sum, { score }) => sum + score, 0) - 1) < 1e-9);
});

/** The model as it was stored before an expert was added. */
function storedWithout(model: Model, name: string): Uint8Array {
  const bytes = serialise(model);
  const length = new Uint32Array(bytes.buffer, 4, 1)[0];
  const header = JSON.parse(String.fromCharCode(...new Uint16Array(bytes.buffer, 8, length)));
  const voices: string[] = header.voices;
  const place = voices.indexOf(name);
  header.voices = voices.filter((voice) => voice !== name);
  const text = JSON.stringify(header);
  const aligned = (count: number): number => Math.ceil((8 + count * 2) / 8) * 8;
  const row = FEATURES.length * 8;
  const gate =
    aligned(length) + 8 * (header.sessions + header.vocabulary.length + model.parameters.revisit.length);
  const said = gate + voices.length * row;
  const older = new Uint8Array(aligned(text.length) + bytes.length - aligned(length) - row - 8);
  older.set(bytes.subarray(0, 4));
  new Uint32Array(older.buffer, 4, 1)[0] = text.length;
  new Uint16Array(older.buffer, 8, text.length).set([...text].map((letter) => letter.charCodeAt(0)));
  let at = aligned(text.length);
  for (const [from, to] of [
    [aligned(length), gate + place * row],
    [gate + (place + 1) * row, said + place * 8],
    [said + (place + 1) * 8, bytes.length],
  ] as const) {
    older.set(bytes.subarray(from, to), at);
    at += to - from;
  }
  return older;
}

test('a model from before an expert ranks without it, with the stored weights of the others', () => {
  const model = train(visits(0, 80), { index: shop });
  const read = deserialise(storedWithout(model, 'covisited-onward'));
  assert.deepEqual(read.vocabulary, model.vocabulary);
  const { gate, stated: said } = model.weights;
  const onward = EXPERTS.numberOf('covisited-onward');
  EXPERTS.experts.forEach((_, k) => {
    const row = (weights: Float64Array): Float64Array =>
      weights.slice(k * FEATURES.length, (k + 1) * FEATURES.length);
    if (k !== onward) assert.deepEqual(row(read.weights.gate), row(gate));
    assert.equal(read.weights.stated[k], k === onward ? 0 : said[k]);
  });
  const { items } = rank({ profile, index: shop, model: read, now: NOON + 9e6, limit: 60 });
  assert.ok(Math.abs(items.reduce((sum, { score }) => sum + score, 0) - 1) < 1e-9);
  for (const { scoreBreakdown } of items) {
    for (const { signal, weight } of scoreBreakdown)
      assert.ok(signal !== 'new_to_the_session' || weight < 1e-6);
  }
});

test('a model from before the price exponent had a field of its own ranks as before', () => {
  const model = train(visits(0, 80), { index: shop });
  assert.ok(model.parameters.priceExponent !== undefined);
  const bytes = serialise(model);
  const length = new Uint32Array(bytes.buffer, 4, 1)[0];
  const { priceExponent, exponents, ...rest } = JSON.parse(
    String.fromCharCode(...new Uint16Array(bytes.buffer, 8, length)),
  );
  const text = JSON.stringify({ ...rest, exponents: { ...exponents, price: priceExponent } });
  const aligned = (count: number): number => Math.ceil((8 + count * 2) / 8) * 8;
  const older = new Uint8Array(aligned(text.length) + bytes.length - aligned(length));
  older.set(bytes.subarray(0, 4));
  new Uint32Array(older.buffer, 4, 1)[0] = text.length;
  new Uint16Array(older.buffer, 8, text.length).set([...text].map((letter) => letter.charCodeAt(0)));
  older.set(bytes.subarray(aligned(length)), aligned(text.length));
  assert.equal(ranked(deserialise(older)), ranked(model));
});

test('a model of experts that the registry lacks is refused', () => {
  const model = train(visits(0, 20), { index: shop });
  const bytes = serialise(model);
  const text = new Uint16Array(bytes.buffer, 8, new Uint32Array(bytes.buffer, 4, 1)[0]);
  const at = String.fromCharCode(...text).indexOf('covisited-walk');
  text[at] = 'x'.charCodeAt(0);
  assert.throws(() => deserialise(bytes), ModelFormatError);
});

test('other bytes are refused', () => {
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

test('a large model is read in steps', () => {
  const large = emptyModel();
  const visits = Array.from({ length: 20_000 }, (_, s) => ({
    steps: [0, 1].map((k) => ({ item: `item-${s * 2 + k}`, at: NOON + s })),
  }));
  update(large, visits);
  const steps = [...deserialiseInSteps(serialise(large))];
  // Every 5,000 sessions and 10,000 items, and around the header.
  assert.ok(steps.length >= 4 + 4, `${steps.length} steps`);
  const copy = deserialise(serialise(large));
  assert.equal(copy.log.sessions, 20_000);
  assert.equal(copy.numbers.get('item-39999'), 39_999);
});
