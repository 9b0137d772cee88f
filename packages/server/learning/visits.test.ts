import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { LoggedSignal } from '../storage/ports.ts';
import { hasWords, lessonOf, MOST_STEPS_WITH_WORDS, readVisits } from './visits.ts';

const MINUTE = 60_000;

/** The visits with steps. */
const visitsOf = async (...read: Parameters<typeof readVisits>) =>
  (await readVisits(...read)).filter(({ steps }) => steps.length > 0);

/** A log of these signals, a minute apart unless a pause is given. */
function logOf(
  ...signals: readonly (readonly [type: string, value: string, minutes?: number])[]
): LoggedSignal[] {
  let at = 1_700_000_000_000;
  return signals.map(([type, value, minutes = 1], i) => {
    at += minutes * MINUTE;
    return { sequence: i + 1, type, value, at };
  });
}

test('half an hour of silence begins another visit', async () => {
  const visits = await visitsOf(
    logOf(['product_view', 'a'], ['product_view', 'b'], ['product_view', 'c', 31]),
  );
  assert.deepEqual(
    visits.map(({ steps }) => steps.map(({ item }) => item)),
    [['a', 'b'], ['c']],
  );
});

/** What the service logs of the request that a visit begins with. */
const seenAt = (timeOfDay: string, at: number): LoggedSignal => ({
  sequence: 0,
  type: 'context',
  at,
  data: JSON.stringify({ device: 'mobile', referrer: 'direct', timeOfDay }),
});

test('a visit that begins with what its request showed is a visit of its own, with its own context', async () => {
  const [first, later] = [
    logOf(['product_view', 'a']),
    logOf(['product_view', 'b', 600], ['device', 'tablet']),
  ];
  const log = [seenAt('morning', first[0].at), ...first, seenAt('evening', later[0].at), ...later];
  assert.deepEqual(
    (await visitsOf(log)).map(({ steps, context }) => [steps.map(({ item }) => item), context]),
    [
      [['a'], { device: 'mobile', referrer: 'direct', timeOfDay: 'morning' }],
      [['b'], { device: 'tablet', referrer: 'direct', timeOfDay: 'evening' }],
    ],
  );
});

test('a caller names no source: its signals carry no data', async () => {
  const log = [
    { type: 'context', value: 'robot' },
    { type: 'product_view', value: 'a' },
  ];
  const [visit] = await readVisits(log.map((signal, n) => ({ ...signal, sequence: n + 1, at: n })));
  assert.equal(visit!.source, undefined);
});

test('a silence ends a visit also where nothing was touched after it, and what comes late begins none', async () => {
  const itemsAfter = async (after: number, log: readonly LoggedSignal[]) =>
    (await visitsOf(log, { after })).map(({ steps }) => steps.map(({ item }) => item));
  const one = logOf(['product_view', 'a'], ['sort', 'newest', 20], ['sort', 'rating', 20]);
  const began = one[0].at;
  const end = one.at(-1)!.at;
  assert.deepEqual(await itemsAfter(began - 1, one), [['a']]);
  assert.deepEqual(await itemsAfter(began, one), []);
  const back = [
    ...one,
    seenAt('evening', end + 31 * MINUTE),
    { sequence: 9, type: 'cart_add', value: 'b', at: end + 32 * MINUTE },
    { sequence: 10, type: 'product_view', value: 'late', at: end + MINUTE },
  ];
  assert.deepEqual(await itemsAfter(end + 31 * MINUTE, back), [['late', 'b']]);
});

test('a visit has all that was done in it; its lesson has the share of one visit, and the next visit its own', async () => {
  const flood = Array.from({ length: 300 }, () => ['product_view', 'a', 0] as const);
  const log = logOf(...flood, ['product_view', 'b'], ['cart_add', 'a'], ['product_view', 'a', 31]);
  const visits = await visitsOf(log);
  assert.deepEqual(
    visits.map(({ steps }) => steps.length),
    [302, 1],
  );
  assert.deepEqual(
    visits.map((visit) => lessonOf(visit).steps.map(({ item, touch }) => `${touch} ${item}`)),
    [[...Array(5).fill('viewed a'), 'viewed b'], ['viewed a']],
  );
});

test('a step carries what the shopper had said before it, and nothing of what came later', async () => {
  const log = logOf(
    ['product_view', 'a'],
    ['category_view', 'boots'],
    ['product_view', 'b'],
    ['price_filter', '50-100'],
    ['product_view', 'c'],
  );
  const [a, b, c] = (await visitsOf(log, { withWords: true }))[0].steps;
  assert.equal(a!.before, undefined);
  const stated = (step: typeof b) => step!.before?.statements.map(({ value }) => value);
  assert.deepEqual(stated(b), ['boots']);
  assert.deepEqual(stated(c), ['boots', '50-100']);
  assert.deepEqual(
    c!.before?.products.map(({ id }) => id),
    ['a', 'b'],
  );
});

test('words are told from looks', async () => {
  assert.equal(hasWords(logOf(['product_view', 'a'], ['device', 'mobile'])), false);
  for (const [type, value] of [
    ['search', 'boots'],
    ['category_view', 'boots'],
    ['brand_view', 'acme'],
    ['attribute_filter', 'colour=red'],
    ['price_filter', '1-2'],
    ['sort', 'price_asc'],
  ] as const) {
    const log = logOf(['product_view', 'a'], [type, value], ['product_view', 'b']);
    assert.equal(hasWords(log), true, type);
    const steps = (await visitsOf(log, { withWords: true }))[0].steps;
    assert.deepEqual(
      steps.map(({ before }) => before !== undefined),
      [false, true],
      type,
    );
  }
});

test('of a session with very many steps only the last carry what was said before them', async () => {
  const steps = (touches: number) =>
    visitsOf(
      logOf(
        ['category_view', 'boots'],
        ...Array.from({ length: touches }, (_, k) => ['product_view', `p${k}`] as const),
      ),
      { withWords: true },
    ).then(([visit]) => visit!.steps);
  const few = await steps(MOST_STEPS_WITH_WORDS);
  assert.ok(few.every(({ before }) => before !== undefined));
  const many = await steps(MOST_STEPS_WITH_WORDS + 400);
  const worded = many.map(({ before }) => before !== undefined);
  assert.deepEqual(worded, [...Array(400).fill(false), ...Array(MOST_STEPS_WITH_WORDS).fill(true)]);
  assert.equal(many.at(-1)!.before!.products.at(-1)!.id, `p${MOST_STEPS_WITH_WORDS + 398}`);
});
