import assert from 'node:assert/strict';
import { test } from 'node:test';
import { replay } from '@decidable/engine/session';
import type { LoggedSignal, OrganizationId } from '../storage/ports.ts';
import { ProfileHistory } from './past-profiles.ts';

const NOON = Date.UTC(2025, 2, 14, 12);
const log = (name: string): LoggedSignal[] =>
  Array.from({ length: 900 }, (_, k) => ({
    sequence: k + 1,
    type: k % 3 === 0 ? 'category_view' : 'product_view',
    value: `${name} ${k % 70}`,
    at: NOON + k,
  }));

test('the profiles of a session are those of its log up to each number, in whatever order they are asked for', async () => {
  const [one, other] = [log('one'), log('other')];
  const profiles = new ProfileHistory('org' as OrganizationId);
  for (const [of, sequence] of [
    [one, 0],
    [one, 3],
    [one, 450],
    [one, 450],
    [other, 451],
    [one, 899],
    [one, 2],
    [one, 1_000],
  ] as const) {
    assert.deepEqual(await profiles.at(of, sequence), replay(of.slice(0, sequence)), `${sequence}`);
  }
});
