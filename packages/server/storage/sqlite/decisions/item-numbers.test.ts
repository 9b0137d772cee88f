import assert from 'node:assert/strict';
import { DatabaseSync } from 'node:sqlite';
import { it } from 'node:test';
import type { OrganizationId } from '../../ports.ts';
import { migrate } from '../connection/schema.ts';
import { ItemNumbers } from './item-numbers.ts';

const [one, other] = ['org_a', 'org_b'] as OrganizationId[];

it('products are numbered in the order in which they come, by organization, and alike by another process', () => {
  const database = new DatabaseSync(':memory:');
  migrate(database);
  const numbers = new ItemNumbers(database);
  assert.deepEqual(
    ['a', 'b', 'a', 'c'].map((id) => numbers.of(one, id)),
    [0, 1, 0, 2],
  );
  assert.equal(numbers.of(other, 'c'), 0);
  const again = new ItemNumbers(database);
  assert.deepEqual(
    ['c', 'd', 'a'].map((id) => again.of(one, id)),
    [2, 3, 0],
  );
});

it('a number that a rollback took back is not held', () => {
  const database = new DatabaseSync(':memory:');
  migrate(database);
  const numbers = new ItemNumbers(database);
  database.exec('BEGIN');
  assert.equal(numbers.of(one, 'a'), 0);
  database.exec('ROLLBACK');
  numbers.forget();
  assert.equal(numbers.of(one, 'b'), 0);
  assert.equal(numbers.of(one, 'a'), 1);
});
