import assert from 'node:assert/strict';
import test from 'node:test';
import { catalogueOf } from '../exports.fixture.ts';
import { derive } from './functional-dependency.ts';
import { breakEvenSessions, recommendedAction } from './recommended-action.ts';
import { gradeOf } from './remaining/remaining.ts';

test('a cell is derived only where at least five are recorded and 95 % of them alike', () => {
  const group = (recorded: string[]) => [...recorded.map((value) => ['g', value]), ['g', '']];
  const derived = (recorded: string[]) => {
    const others = Array.from({ length: 20 }, (_, other) => ['h', `${other % 4} other`]);
    const rows = [...group(recorded), ...others].map((cells, product) => [`p${product}`, ...cells]);
    const { attributes } = catalogueOf({ names: ['id', 'from', 'value'], rows });
    return derive(attributes[1], attributes[0], 1)?.products ?? 0;
  };
  assert.equal(derived(Array(4).fill('x')), 0);
  assert.equal(derived(Array(5).fill('x')), 1);
  assert.equal(derived([...Array(18).fill('x'), 'y']), 0);
  assert.equal(derived([...Array(19).fill('x'), 'y']), 1);
});

test('actions follow from worth, derivability and horizon, in this order', () => {
  const prospect = { worth: 0.5, missing: 100, derivable: 0, unknown: 2 };
  assert.equal(breakEvenSessions(prospect), 400);
  assert.equal(recommendedAction(prospect, 400), 'record');
  assert.equal(recommendedAction(prospect, 399), 'ask');
  assert.equal(recommendedAction({ ...prospect, derivable: 50 }, 1), 'derive');
  assert.equal(recommendedAction({ ...prospect, derivable: 100, worth: 0.009 }, 1e9), 'leave');
  assert.equal(recommendedAction({ ...prospect, missing: 0 }, 1e9), 'leave');
  assert.equal(breakEvenSessions({ ...prospect, worth: 0 }), undefined);
});

test('grades begin where they are said to begin', () => {
  const at = [1, 0.9, 0.8999, 0.75, 0.7499, 0.5, 0.4999, 0.25, 0.2499, 0];
  assert.equal(at.map(gradeOf).join(''), 'AABBCCDDEE');
});
