import assert from 'node:assert/strict';
import { test } from 'node:test';
import { LocalPlaces } from './local-places.ts';

test('a caller has as many places as there are, and no caller those of another', () => {
  const places = new LocalPlaces(2);
  assert.ok(places.enter('a'));
  assert.ok(places.enter('a'));
  assert.equal(places.enter('a'), undefined);
  assert.ok(places.enter('b'));
});

test('a place that is given back can be taken again, and is given back once only', () => {
  const places = new LocalPlaces(1);
  const release = places.enter('a')!;
  assert.equal(places.enter('a'), undefined);
  release();
  release();
  assert.ok(places.enter('a'));
  assert.equal(places.enter('a'), undefined);
});
