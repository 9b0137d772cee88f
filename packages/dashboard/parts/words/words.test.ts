import assert from 'node:assert/strict';
import { test } from 'node:test';
import { counted, number } from './figures.ts';
import { signalWords } from './signals.ts';
import { ago, shortDay } from './times.ts';

const NOW = Date.UTC(2026, 0, 10, 12);
const at = (offset: number) => new Date(NOW + offset).toISOString();

test('a number has separators, and a count its noun in the right number', () => {
  assert.equal(number(12345.6), '12,345.6');
  assert.equal(counted(1, 'key'), '1 key');
  assert.equal(counted(0, 'key'), '0 keys');
  assert.equal(counted(1200, 'entry', 'entries'), '1,200 entries');
});

test('a time is told by its distance, in the largest unit that fits', () => {
  assert.equal(ago(at(-59_000), NOW), 'just now');
  assert.equal(ago(at(-60_000), NOW), '1 minute ago');
  assert.equal(ago(at(-26 * 3_600_000), NOW), 'yesterday');
  assert.equal(ago(at(3 * 86_400_000), NOW), 'in 3 days');
  assert.equal(ago(at(-400 * 86_400_000), NOW), 'last year');
});

test('a UTC day stays the same day, wherever it is read', () => {
  assert.equal(shortDay('2026-03-01'), '1 Mar');
});

test('what a page tells of its visit is said as a shop owner would say it', () => {
  const said = (type: string, value: string) => {
    const { did, about } = signalWords({ type, value });
    return `${did} ${about}`;
  };
  assert.equal(said('referrer', 'other:www.google.de'), 'Came from www.google.de');
  assert.equal(said('referrer', 'paid'), 'Came by an advertisement');
  assert.equal(said('referrer', 'direct'), 'Came directly');
  assert.equal(said('time_of_day', '21:07+02:00'), 'Has the local time 21:07');
  assert.equal(said('device', 'tablet'), 'Uses a tablet');
  assert.equal(said('quiz', 'b'), 'Sent quiz b');
});
