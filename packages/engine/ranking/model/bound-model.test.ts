import assert from 'node:assert/strict';
import { test } from 'node:test';
import { emptyModel } from '../learning/empty-model.ts';
import { NOON, shopOf } from '../testing/shops.ts';
import { bind, bindStepwise } from './bound-model.ts';
import { update } from './model.ts';

const visit = (...items: readonly string[]) => ({
  context: {},
  steps: items.map((item, k) => ({ item, touch: 'viewed' as const, at: NOON + k * 1000 })),
});

test('binding in steps, one column each, gives the same bound model', () => {
  const index = shopOf(200);
  const model = emptyModel();
  update(model, [visit('p1', 'p5', 'p9'), visit('p2', 'p6')]);
  const steps = bindStepwise(index, model);
  let taken = 0;
  let step = steps.next();
  for (; !step.done; step = steps.next()) taken++;
  assert.ok(taken > index.columns.length);
  assert.equal(bind(index, model), step.value);
  const whole = bind(shopOf(200), model);
  for (const part of ['prior', 'popularity', 'rowOffsets', 'transitions', 'contextCounts'] as const) {
    assert.deepEqual(step.value[part], whole[part]);
  }
});

test('a model that is updated between two steps is bound as it is at the end', () => {
  const index = shopOf(200);
  const model = emptyModel();
  const steps = bindStepwise(index, model);
  steps.next();
  steps.next();
  update(model, [visit('p1', 'p5')]);
  let step = steps.next();
  while (!step.done) step = steps.next();
  assert.equal(step.value.revision, model.revision);
  assert.ok(step.value.prior[1] > step.value.prior[2]);
});
