import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { LoggedSignal, SessionId } from '../../storage/ports.ts';
import { readVisits, type Visit } from '../visits.ts';
import { Admission } from './admission.ts';
import { SessionLessons } from './session-lessons.ts';

const NOON = Date.UTC(2026, 2, 4, 12);
const HOUR = 3_600_000;

/** The log of one visit; `source` as the service notes it. */
function logOf(items: readonly string[], { at = NOON, source = 'block.send' as string | undefined } = {}) {
  const context = { type: 'context', at, data: '{"device":"bot"}', ...(source && { value: source }) };
  const views = items.map((value, n) => ({ type: 'product_view', value, at: at + n * 1_000 }));
  return [context, ...views].map((signal, n): LoggedSignal => ({ ...signal, sequence: n + 1 }));
}
const visitOf = async (log: readonly LoggedSignal[]): Promise<Visit> => (await readVisits(log))[0]!;
const named = (name: string) => name as SessionId;

test('an older log has no source: its visit teaches, whatever device it came from', async () => {
  const admission = new Admission();
  const [before, robot] = [
    await visitOf(logOf(['a'], { source: undefined })),
    await visitOf(logOf(['a'], { source: 'robot' })),
  ];
  admission.add(named('before'), before);
  admission.add(named('robot'), robot);
  await admission.settle();
  assert.equal(admission.reason(named('before'), before), undefined);
  assert.equal(admission.reason(named('robot'), robot), 'robot');
});

test('a ruling holds whatever is found', async () => {
  const admission = new Admission(
    new Map([
      [named('good'), 'admitted'],
      [named('bad'), 'excluded'],
    ]),
  );
  const [robot, shopper] = [await visitOf(logOf(['a'], { source: 'robot' })), await visitOf(logOf(['a']))];
  admission.add(named('good'), robot);
  admission.add(named('bad'), shopper);
  await admission.settle();
  assert.equal(admission.reason(named('good'), robot), undefined);
  assert.equal(admission.reason(named('bad'), shopper), 'excluded');
});

test('the order in which visits are added changes nothing', async () => {
  const visits = await Promise.all(
    Array.from({ length: 30 }, async (_, n) => {
      const source = `${n < 20 ? 'pushing' : `block${n}`}.send`;
      return [named(`s${n}`), await visitOf(logOf([`p${n}`, `q${n}`], { at: NOON + n, source }))] as const;
    }),
  );
  const reasons = async (ordered: typeof visits) => {
    const admission = new Admission();
    for (const [sessionId, visit] of ordered) admission.add(sessionId, visit);
    await admission.settle();
    return visits.map(([sessionId, visit]) => admission.reason(sessionId, visit));
  };
  const inOrder = await reasons(visits);
  assert.equal(inOrder.filter((reason) => reason === 'address').length, 10);
  assert.deepEqual(await reasons(visits.toReversed()), inOrder);
});

test('of a session only the visits that are put aside do not teach, nor what was searched and chosen in them', async () => {
  const many = Array.from({ length: 31 }, () => 'a');
  const search = { type: 'search', value: 'kettle' };
  const log = [
    ...logOf(['b']),
    ...logOf(many, { at: NOON + 2 * HOUR }),
    { ...search, at: NOON + 2 * HOUR + 60_000 },
  ].map((signal, n) => ({ ...signal, sequence: n + 1 }));
  const admission = new Admission();
  for (const visit of await readVisits(log)) admission.add(named('s'), visit);
  await admission.settle();
  const taught = await SessionLessons.read(named('s'), log, admission);
  assert.deepEqual(
    taught.lessons.map(({ steps }) => steps.map(({ item }) => item)),
    [['b']],
  );
  assert.equal(taught.putAside, 1);
  assert.deepEqual(
    [NOON + 1, NOON + 2 * HOUR + 1].map((time) => taught.teachesFrom(time)),
    [true, false],
  );
});

test('a visit that was not added does not teach, nor what was chosen in it', async () => {
  const admission = new Admission(new Map([[named('bad'), 'excluded']]));
  const log = [...logOf(['a']), ...logOf(['b'], { at: NOON + 2 * HOUR })].map((signal, n) => ({
    ...signal,
    sequence: n + 1,
  }));
  const [first, later] = await readVisits(log);
  admission.add(named('s'), first!);
  await admission.settle();
  assert.deepEqual(
    [first!, later!].map((visit) => admission.teaches(named('s'), visit)),
    [true, false],
  );
  const lessons = new SessionLessons(named('s'), [first!, later!], admission);
  assert.deepEqual([lessons.lessons.length, lessons.putAside], [1, 0]);
  assert.deepEqual(
    [NOON, NOON + 2 * HOUR - 60_000, NOON + 2 * HOUR].map((time) => lessons.teachesFrom(time)),
    [true, false, false],
  );
  assert.equal(admission.reason(named('bad'), later!), 'excluded', 'a ruling holds for it too');
});

test('a visit without a product or a search is not counted', async () => {
  const admission = new Admission();
  const view = { sequence: 2, type: 'category_view', value: 'boots', at: NOON };
  for (const source of ['block.send', 'robot']) {
    const visit = await visitOf([...logOf([], { source }), view]);
    admission.add(named(source), visit);
    assert.equal(new SessionLessons(named(source), [visit], admission).putAside, 0);
  }
  assert.deepEqual(admission.decided(0), { visits: 0, putAside: [] });
  const search = { ...view, type: 'search' };
  admission.add(named('asks'), await visitOf([...logOf([]), search]));
  assert.equal(admission.decided(0).visits, 1);
});

test('days that are over are forgotten', async () => {
  const admission = new Admission();
  const robot = await visitOf(logOf(['a'], { source: 'robot' }));
  admission.add(named('s'), robot);
  admission.forgetBefore(NOON);
  assert.equal(admission.decided(0).putAside.length, 1, 'the day of the time stays');
  admission.forgetBefore(NOON + 24 * HOUR);
  assert.deepEqual(admission.decided(0), { visits: 0, putAside: [] });
});
