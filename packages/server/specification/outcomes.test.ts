import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { type Answer, RunningService } from '../testing/running-service.ts';

const everything = async <T>(items: AsyncIterable<T>): Promise<T[]> => Array.fromAsync(items);

describe('POST /event: "A named outcome that is not a persona signal"', () => {
  let running: RunningService;
  before(async () => {
    running = await RunningService.start();
  });
  after(() => running.close());

  it('records "a checkout-started event with a cart value"', async () => {
    const body = running.event({ name: 'checkout_started', data: { cartValue: 129.9 }, decisionId: 'dec-1' });
    const answer = await running.post('/event', body);
    assert.equal(answer.status, 200);
    assert.equal(answer.body.recorded as unknown, true);
    assert.equal(answer.body.duplicate as unknown, false);
    const events = await everything(running.service.storage.outcomes.events(running.key.organizationId, 0));
    const event = events.find(({ eventId }) => eventId === String(answer.body.eventId));
    assert.equal(event?.name, 'checkout_started');
    assert.equal(event?.sessionId, body.sessionId);
    assert.equal(event?.decisionId, 'dec-1');
    assert.deepEqual(JSON.parse(event!.data!), { cartValue: 129.9 });
  });

  it('an eventId counts once however often it is sent', async () => {
    const body = running.event({ eventId: 'once' });
    const answers = await Promise.all(Array.from({ length: 10 }, () => running.post('/event', body)));
    const fresh = answers.filter(({ body: { duplicate } }) => !duplicate);
    assert.equal(fresh.length, 1);
    for (const { body: told } of answers) assert.equal(String(told.eventId), 'once');
    const events = await everything(running.service.storage.outcomes.events(running.key.organizationId, 0));
    assert.equal(events.filter(({ eventId }) => eventId === 'once').length, 1);
  });

  it('an eventId belongs to its session: a stranger who sends it first takes nothing away', async () => {
    const purchase = { eventId: 'order-2', name: 'purchase', data: { productId: 'p7' } };
    const { body: stranger } = await running.post(
      '/event',
      running.event({ ...purchase, sessionId: 'stranger' }),
    );
    const { body: shopper } = await running.post(
      '/event',
      running.event({ ...purchase, sessionId: 'shopper' }),
    );
    assert.deepEqual([stranger.duplicate, shopper.duplicate], [false, false]);
    assert.equal(
      (await running.post('/event', running.event({ ...purchase, sessionId: 'shopper' }))).body
        .duplicate as unknown,
      true,
    );
  });

  it('an eventId belongs to its name: a checkout and its purchase may share one', async () => {
    const of = (name: string) => running.event({ name, eventId: 'order-3' });
    assert.equal((await running.post('/event', of('checkout_started'))).body.duplicate as unknown, false);
    assert.equal((await running.post('/event', of('purchase'))).body.duplicate as unknown, false);
  });

  it('an eventId that was sent with another body is refused, and what was sent first counts', async () => {
    const of = (total: number, decisionId = 'dec-1') =>
      running.event({ eventId: 'order-4', data: { total, currency: 'EUR' }, decisionId });
    assert.equal((await running.post('/event', of(10))).status, 200);
    for (const other of [of(11), of(10, 'dec-2'), running.event({ eventId: 'order-4' })]) {
      const answer = await running.post('/event', other);
      assert.equal(answer.status, 400);
      assert.match(String(answer.body.error.message), /^eventId: .*another body.*id of its own/);
    }
    const reordered = { ...of(10), data: { currency: 'EUR', total: 10 } };
    assert.equal((await running.post('/event', reordered)).body.duplicate as unknown, true);
    const events = await everything(running.service.storage.outcomes.events(running.key.organizationId, 0));
    assert.deepEqual(
      events.filter(({ eventId }) => eventId === 'order-4').map(({ data }) => data),
      ['{"total":10,"currency":"EUR"}'],
    );
  });

  it('several events are recorded together, each once, and each is answered for', async () => {
    const sessionId = 'several';
    const events = [
      { name: 'added', eventId: 'e1', data: { n: 1 } },
      { name: 'added', eventId: 'e1', data: { n: 1 } },
      { name: 'seen', decisionId: 'dec-9' },
    ];
    const { name: _, ...ids } = running.event({ sessionId });
    const { status, body } = await running.post('/event', { ...ids, events });
    assert.equal(status, 200);
    const told = body.events as unknown as { eventId: string; duplicate: boolean }[];
    assert.deepEqual(
      told.map(({ duplicate }) => duplicate),
      [false, true, false],
    );
    assert.deepEqual([body.eventId, body.duplicate], ['e1', false] as unknown[]);
    const again = await running.post('/event', {
      ...ids,
      name: 'left',
      eventId: 'e2',
      events: events.slice(0, 1),
    });
    assert.deepEqual(again.body.events, [{ eventId: 'e1', duplicate: true }] as unknown);
    assert.deepEqual([again.body.eventId, again.body.duplicate], ['e2', false] as unknown[]);
    const stored = await everything(running.service.storage.outcomes.events(running.key.organizationId, 0));
    assert.deepEqual(
      stored
        .filter((event) => event.sessionId === sessionId)
        .map(({ name, decisionId }) => [name, decisionId])
        .sort(),
      [
        ['added', undefined],
        ['left', undefined],
        ['seen', 'dec-9'],
      ],
    );
  });

  it('an event is kept at its own time: by its age, or by what its `at` says', async () => {
    const { name: _, ...ids } = running.event({ sessionId: 'aged' });
    const before = Date.now();
    const sent = {
      ...ids,
      ...{ name: 'alone', age: 60_000 },
      events: [
        { name: 'old', age: 3_600_000, at: 1 },
        { name: 'dated', at: before - 120_000 },
        { name: 'now' },
      ],
    };
    assert.equal((await running.post('/event', sent)).status, 200);
    const took = Date.now() - before;
    const stored = await everything(running.service.storage.outcomes.events(running.key.organizationId, 0));
    for (const [name, age] of [
      ['alone', 60_000],
      ['old', 3_600_000],
      ['dated', 120_000],
      ['now', 0],
    ] as const) {
      const event = stored.find((each) => each.sessionId === 'aged' && each.name === name)!;
      const late = event.at - (before - age);
      assert.ok(late >= 0 && late <= took, `${name}: ${late} ms`);
    }
    const refused = await running.post('/event', { ...ids, events: [{ name: 'x', at: before + 900_000 }] });
    assert.equal(refused.status, 400);
    assert.match(
      `${refused.body.error?.message}`,
      /^events\[0\]\.at: lies more than 10 minutes in the future/,
    );
  });

  it('a list that is sent again under the id of the request counts once, ids of its own or not', async () => {
    const { name: _, ...ids } = running.event({ sessionId: 'again' });
    const body = { ...ids, eventId: 'request-1', events: [{ name: 'a' }, { name: 'b' }] };
    const answers = [await running.post('/event', body), await running.post('/event', body)];
    assert.deepEqual(
      answers.map(({ body: { duplicate } }) => duplicate as unknown),
      [false, true],
    );
    assert.deepEqual(answers[0]!.body.events, [
      { eventId: 'request-1:0', duplicate: false },
      { eventId: 'request-1:1', duplicate: false },
    ] as unknown);
  });

  it('a list of which an entry is refused changes nothing, and the entry is named', async () => {
    const { name: _, ...ids } = running.event({ sessionId: 'refused' });
    const good = { name: 'good', eventId: 'e1' };
    assert.equal((await running.post('/event', { ...ids, name: 'old', eventId: 'e0' })).status, 200);
    for (const [events, named] of [
      [[good, { name: '' }], /^events\[1\]\.name /],
      [[good, { data: {} }], /^events\[1\]\.name /],
      [[good, { name: 'old', eventId: 'e0', data: { n: 1 } }], /^events\[1\]\.eventId: .*another body/],
      [[good, { ...good, data: { n: 1 } }], /^events\[1\]\.eventId: .*another body/],
      [[good, { name: 'deep', data: { a: { b: { c: { d: {} } } } } }], /^events\[1\]\.data /],
      [[], /^events /],
      [Array.from({ length: 101 }, () => ({ name: 'many' })), /^events /],
      [undefined, /^name: /],
    ] as const) {
      const { status, body } = await running.post('/event', { ...ids, ...(events && { events }) });
      assert.equal(status, 400, String(named));
      assert.match(String(body.error.message), named);
    }
    const stored = await everything(running.service.storage.outcomes.events(running.key.organizationId, 0));
    assert.deepEqual(
      stored.filter(({ sessionId }) => sessionId === 'refused').map(({ name }) => name),
      ['old'],
    );
    const most = Array.from({ length: 100 }, (_, at) => ({ name: `n${at}` }));
    assert.equal((await running.post('/event', { ...ids, events: most })).status, 200);
  });

  it('an eventId is the same in every Unicode form', async () => {
    assert.equal(
      (await running.post('/event', running.event({ eventId: 'caf\u00e9' }))).body.duplicate as unknown,
      false,
    );
    assert.equal(
      (await running.post('/event', running.event({ eventId: 'cafe\u0301' }))).body.duplicate as unknown,
      true,
    );
  });

  it('an eventId belongs to its organization', async () => {
    const other = await running.newKey();
    await running.post('/event', running.event({ eventId: 'shared' }));
    const body = running.event({ eventId: 'shared', organizationId: other.organizationId });
    assert.equal((await running.post('/event', body, { key: other })).body.duplicate as unknown, false);
  });

  it('without an eventId each call counts, under an id of the service', async () => {
    const [one, two] = [
      await running.post('/event', running.event()),
      await running.post('/event', running.event()),
    ];
    assert.equal(two.body.duplicate as unknown, false);
    assert.notEqual(String(one.body.eventId), String(two.body.eventId));
  });

  it('does not open a session', async () => {
    const body = running.event({ sessionId: 'only-an-event' });
    await running.post('/event', body);
    const found = await running.service.storage.sessions.load(
      running.key.organizationId,
      'only-an-event' as never,
    );
    assert.equal(found, undefined);
  });

  it('text that no store can keep is kept as replacement characters', async () => {
    const raw = JSON.stringify(running.event({ eventId: 'odd', data: { a: 'x\u0000y', b: 'half \ud83d' } }));
    const answer = await running.post('/event', undefined, { raw });
    assert.equal(answer.status, 200, answer.text);
    const events = await everything(running.service.storage.outcomes.events(running.key.organizationId, 0));
    assert.deepEqual(JSON.parse(events.find(({ eventId }) => eventId === 'odd')!.data!), {
      a: 'x\uFFFDy',
      b: 'half \uFFFD',
    });
  });
});

describe('POST /exposure: "Records what was actually rendered for a ranking decision"', () => {
  let running: RunningService;
  before(async () => {
    running = await RunningService.start();
  });
  after(() => running.close());

  const exposure = (more: Readonly<Record<string, unknown>> = {}) => ({
    sessionId: 's-1',
    organizationId: running.key.organizationId,
    decisionId: 'dec-1',
    items: ['a', 'b'],
    ...more,
  });
  const counts = ({ body }: Answer): unknown[] => [body.recorded, body.duplicates];

  it('takes ids, or ids with their positions', async () => {
    const answer = await running.post(
      '/exposure',
      exposure({ items: ['a', { id: 'b' }, { id: 'c', position: 7 }] }),
    );
    assert.equal(answer.status, 200);
    assert.deepEqual(counts(answer), [3, 0]);
    assert.equal(String(answer.body.decisionId), 'dec-1');
    const kept = await everything(running.service.storage.outcomes.exposures(running.key.organizationId, 0));
    assert.deepEqual(kept.map(({ itemId, position }) => [itemId, position]).sort(), [
      ['a', undefined],
      ['b', undefined],
      ['c', 7],
    ]);
  });

  it('a (session, decision, item) triple counts once however often it is sent', async () => {
    const body = exposure({ decisionId: 'dec-2' });
    assert.deepEqual(counts(await running.post('/exposure', body)), [2, 0]);
    assert.deepEqual(counts(await running.post('/exposure', body)), [0, 2]);
    assert.deepEqual(counts(await running.post('/exposure', { ...body, items: ['b', 'c'] })), [1, 1]);
    assert.deepEqual(counts(await running.post('/exposure', { ...body, sessionId: 's-2' })), [2, 0]);
    assert.deepEqual(counts(await running.post('/exposure', { ...body, decisionId: 'dec-3' })), [2, 0]);
  });

  it('an item that is twice in one call counts once', async () => {
    const body = exposure({ decisionId: 'dec-4', items: ['a', { id: 'a', position: 2 }, 'b'] });
    assert.deepEqual(counts(await running.post('/exposure', body)), [2, 1]);
  });

  it('nothing shown is no fault', async () => {
    assert.deepEqual(counts(await running.post('/exposure', exposure({ items: [] }))), [0, 0]);
  });

  it('a decision that is not known is recorded and marked unmatched, never refused', async () => {
    const answer = await running.post('/exposure', exposure({ decisionId: 'from-a-cache' }));
    assert.equal(answer.status, 200);
    const kept = await everything(running.service.storage.outcomes.exposures(running.key.organizationId, 0));
    const [first] = kept.filter(({ decisionId }) => decisionId === 'from-a-cache');
    assert.equal(first?.matched, false);
  });
});
