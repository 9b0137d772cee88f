import assert from 'node:assert/strict';
import { test } from 'node:test';
import { applyingProbabilities } from './applying-kinds.ts';

const sizes = Int32Array.of(40, 30, 30, 20, 10, 4);
const attribute = (...recorded: number[]) => Int32Array.from(recorded);

test('what is complete in one kind and missing in all others applies to that kind alone', () => {
  const [{ applies, toAll }] = applyingProbabilities([attribute(40, 0, 0, 0, 0, 0)], sizes);
  assert.ok(toAll < 0.01);
  assert.ok(applies[0] > 0.99);
  assert.ok(applies.slice(1, 4).every((chance) => chance < 0.05));
});

test('what is recorded now and then in each kind applies to all', () => {
  const [{ applies, toAll }] = applyingProbabilities([attribute(3, 1, 2, 0, 1, 0)], sizes);
  assert.ok(toAll > 0.5);
  assert.ok(applies.every((chance) => chance > 0.5));
});

test('one product in a wrong kind does not make an attribute apply to it', () => {
  const large = Int32Array.of(100, 100, 100, 100);
  const [{ applies }] = applyingProbabilities([attribute(90, 1, 0, 0)], large);
  assert.ok(applies[1] < 0.25);
  const [{ applies: more }] = applyingProbabilities([attribute(90, 15, 0, 0)], large);
  assert.ok(more[1] > 0.75);
});

test('attributes that are well told apart make it surer where one that is badly kept applies', () => {
  const faint = attribute(8, 0, 0, 0, 0, 0);
  const others = [0, 1, 2, 3, 4, 5].flatMap((kind) => {
    const own = new Int32Array(sizes.length);
    own[kind] = Math.ceil(sizes[kind] / 4);
    return [own, own, own];
  });
  const [alone] = applyingProbabilities([faint], sizes);
  const [together] = applyingProbabilities([faint, ...others], sizes);
  assert.ok(together.toAll < alone.toAll / 2, `${together.toAll} ${alone.toAll}`);
  assert.ok(together.applies[5] < alone.applies[5]);
});

test('large counts and empty kinds give probabilities', () => {
  const wide = Int32Array.of(1_000_000, 0, 500_000, 1);
  const found = applyingProbabilities(
    [attribute(1_000_000, 0, 0, 1), attribute(1, 0, 250_000, 0), attribute(0, 0, 0, 1)],
    wide,
  );
  for (const { applies, toAll } of found) {
    assert.ok(toAll >= 0 && toAll <= 1);
    assert.ok(applies.every((chance) => chance >= 0 && chance <= 1));
    assert.equal(applies[1], 1);
  }
});
