import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { emptyModel } from '../learning/empty-model.ts';
import { visitTo } from '../testing/expert-probe.ts';
import { NOON } from '../testing/shops.ts';
import { contextKeys, type Model, rememberContext, update } from './model.ts';
import type { TrainingSession } from './training-session.ts';

const DAY = 86_400_000;
const popularityOf = ({ popularity, numbers }: Model, id: string): number => popularity[numbers.get(id)!];
const learned = (...visits: readonly TrainingSession[]): Model => {
  const model = emptyModel();
  update(model, visits);
  return model;
};
const at = (item: string, daysAgo: number, touch: 'viewed' | 'carted' = 'viewed'): TrainingSession => ({
  steps: [{ item, touch, at: NOON - daysAgo * DAY }],
});

describe('a model', () => {
  test('numbers products in order of arrival and keeps the visits in its log', () => {
    const model = learned(visitTo('a', 'b', 'a'), visitTo('c'));
    assert.deepEqual(model.vocabulary, ['a', 'b', 'c']);
    assert.deepEqual([...model.log.items.subarray(0, model.log.clicks)], [0, 1, 0, 2]);
  });

  test('counts its updates, and is the same whether visits come one by one or together', () => {
    const visits = [visitTo('a', 'b'), visitTo('b', 'c'), visitTo('d')];
    const [together, apart] = [learned(...visits), emptyModel()];
    for (const visit of visits) update(apart, [visit]);
    assert.equal(together.revision, 1);
    assert.deepEqual({ ...apart, revision: 1 }, together);
  });

  test('halves popularity every three days, however far apart visits are and in whatever order they come', () => {
    for (const days of [0.5, 3, 10]) {
      const inOrder = learned(at('old', days), at('new', 0));
      const late = learned(at('new', 0), at('old', days));
      for (const model of [inOrder, late]) {
        const ratio = popularityOf(model, 'new') / popularityOf(model, 'old');
        assert.ok(Math.abs(ratio / 2 ** (days / 3) - 1) < 1e-9, `${days} days: ${ratio}`);
      }
    }
  });

  test('does not count rejections', () => {
    const turned = { steps: [{ item: 'a', touch: 'dismissed', at: NOON }] } as const;
    const model = learned(turned);
    assert.deepEqual(model.vocabulary, []);
    assert.equal(model.log.sessions, 0);
  });

  test('counts moves by context when training asks for it', () => {
    const visit = {
      ...visitTo('a', 'b', 'a'),
      context: { device: 'mobile', referrer: 'other:example.org' },
    } as const;
    const model = learned(visit);
    assert.equal(model.contextClicks.size, 0, 'an update leaves contexts as they were');
    rememberContext(model, visit);
    assert.deepEqual(
      [...model.contextClicks].map(([key, clicks]) => [key, [...clicks.subarray(0, 2)]]),
      [
        ['device=mobile', [2, 1]],
        ['referrer=other', [2, 1]],
      ],
    );
  });
});

test('hosts of other referrers count together, and unknown parts do not count', () => {
  assert.deepEqual(contextKeys({ referrer: 'other:a.example', timeOfDay: 'night' }), [
    'referrer=other',
    'time_of_day=night',
  ]);
  assert.deepEqual(contextKeys({}), []);
});
