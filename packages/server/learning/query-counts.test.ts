import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { type AskedSession, frequentQueries } from './query-counts.ts';

const DAY = 86_400_000;
const everything = () => true;
/** A session that searched once. */
const asked = (query: string, day: number, block?: string): AskedSession => [
  { searches: [query], begins: day * DAY, block },
];
/** Sessions of visitors with an address block each, two a day. */
const visitors = (query: string, count: number): AskedSession[] =>
  Array.from({ length: count }, (_, k) => asked(query, k >> 1, `${query} ${k}`));
/** What is suggested after so many visitors sent each query. */
const suggested = (sent: Readonly<Record<string, number>>) =>
  frequentQueries(
    Object.entries(sent).flatMap(([query, count]) => visitors(query, count)),
    everything,
  );

test('a query keeps the accents with which most sessions sent it', () => {
  assert.equal(suggested({ 'Crème  brûlée': 6, 'creme brulee': 5 })[0]?.query, 'crème brûlée');
  assert.equal(suggested({ 'crème brulée': 5, 'creme brulee': 7 })[0]?.query, 'creme brulee');
});

test('a spelling of fewer than five sessions is nobody else’s to see', () => {
  assert.equal(suggested({ 'crème brûlée': 4, 'crême brulée': 3 })[0]?.query, 'creme brulee');
});

test('queries of fewer than five sessions are not suggested, however they are spelled', () => {
  assert.deepEqual(suggested({ 'crème brûlée': 2, 'creme brulee': 2 }), []);
});

test('the most frequent query is the first', () => {
  assert.deepEqual(suggested({ hats: 6, boots: 8, scarves: 5 }), [
    { query: 'boots', sessions: 8 },
    { query: 'hats', sessions: 6 },
    { query: 'scarves', sessions: 5 },
  ]);
});

describe('a query of one visitor is not one of many', () => {
  test('whatever number of sessions an address block sends', () => {
    const flood = Array.from({ length: 20 }, () => asked('boots', 3, 'one block'));
    assert.deepEqual(frequentQueries(flood, everything), []);
  });

  test('whose address block is named anew every day', () => {
    const days = Array.from({ length: 20 }, (_, day) => asked('boots', day, `block of day ${day}`));
    assert.deepEqual(frequentQueries(days, everything), []);
    const [first] = frequentQueries([...days, asked('boots', 7, 'another block')], everything);
    assert.equal(first?.query, 'boots');
  });

  test('who comes back in one session', () => {
    const session = Array.from({ length: 20 }, (_, k) => asked('boots', k >> 1, `block ${k}`)).flat();
    assert.deepEqual(frequentQueries([session], everything), []);
  });

  test('of whom the log does not tell where they were', () => {
    const unknown = Array.from({ length: 20 }, (_, k) => asked('boots', k >> 1));
    assert.deepEqual(frequentQueries(unknown, everything), []);
  });
});

test('a query of one day is suggested only once it was sent on another', () => {
  const burst = Array.from({ length: 20 }, (_, k) => asked('boots', 3, `block ${k}`));
  assert.deepEqual(frequentQueries(burst, everything), []);
  assert.deepEqual(frequentQueries([...burst, asked('boots', 4, 'next')], everything), [
    { query: 'boots', sessions: 21 },
  ]);
});

test('an address block counts once a day, however many sessions it sends', () => {
  const sessions = [
    ...visitors('boots', 6),
    ...Array.from({ length: 9 }, () => asked('boots', 0, 'boots 0')),
  ];
  assert.deepEqual(frequentQueries(sessions, everything), [{ query: 'boots', sessions: 6 }]);
});

test('a query that finds no product is not suggested, however many sent it', () => {
  const sent = [...visitors('boots', 5), ...visitors('boots cheaper at evil-shop.example', 1_000)];
  const found = frequentQueries(sent, (query) => query === 'boots');
  assert.deepEqual(found, [{ query: 'boots', sessions: 5 }]);
});
