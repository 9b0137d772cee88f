import assert from 'node:assert/strict';
import { test } from 'node:test';
import { hashOf } from '../csv/distinct-texts.ts';
import { sampleOf } from './text-sample.ts';

const texts = Array.from({ length: 40_000 }, (_, i) => `text ${i}`);

test('all texts of a short column are sampled', () => {
  assert.equal(sampleOf(Int32Array.from(texts.slice(0, 4_000), hashOf)).length, 4_000);
});

test('some 4,000 texts of a long column are sampled, the same ones in any order', () => {
  const sampled = (list: readonly string[]): Set<string> =>
    new Set(sampleOf(Int32Array.from(list, (text) => hashOf(text))).map((at) => list[at]));
  const sample = sampled(texts);
  assert.ok(sample.size > 3_700 && sample.size < 4_300, `${sample.size}`);
  assert.deepEqual(sampled(texts.toReversed()).symmetricDifference(sample).size, 0);
});

test('texts constructed to share their hashes are all sampled, rather than none', () => {
  assert.equal(sampleOf(new Int32Array(10_000).fill(-1)).length, 10_000);
});
