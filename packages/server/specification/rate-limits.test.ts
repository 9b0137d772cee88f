import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import {
  readUntrustedForwarding,
  recordUntrustedForwarding,
  type UntrustedForwarding,
} from '../operations/index.ts';
import { type Answer, envelopeFault, RunningService } from '../testing/running-service.ts';

/** `rate:burst` that never refills while a test runs. */
const only = (burst: number) => `0.001:${burst}`;

const limited = (answer: Answer, name: string) => {
  assert.equal(envelopeFault(answer, 429, 'TOO_MANY_REQUESTS', '/api/v1/event'), undefined);
  assert.match(answer.headers.get('retry-after')!, /^[1-9]\d*$/);
  assert.match(answer.headers.get('ratelimit')!, new RegExp(`^"${name}";r=0;t=[1-9]\\d*$`));
  assert.match(answer.headers.get('ratelimit-policy')!, new RegExp(`^"${name}";q=\\d+;w=[1-9]\\d*$`));
  assert.equal(answer.body.error.details.limit, name);
  assert.equal(String(answer.body.error.details.retryAfterSeconds), answer.headers.get('retry-after'));
};

describe('"The gateway rate-limits requests and answers 429"', () => {
  const started: RunningService[] = [];
  const start = async (environment: Readonly<Record<string, string>>) => {
    const running = await RunningService.start(environment);
    started.push(running);
    return running;
  };
  after(() => Promise.all(started.map((running) => running.close())));

  it('a session, on either side of its burst, and no other session', async () => {
    const running = await start({ RATE_LIMIT_SESSION: only(3) });
    for (let i = 0; i < 3; i++) assert.equal((await running.post('/event', running.event())).status, 200);
    limited(await running.post('/event', running.event()), 'session');
    assert.equal((await running.post('/event', running.event({ sessionId: 's-2' }))).status, 200);
  });

  it('a key from one address, and another key of the same organization apart from it', async () => {
    const running = await start({ RATE_LIMIT_CLIENT: only(3) });
    const other = await running.newKey(running.key.organizationId);
    for (let i = 0; i < 3; i++) {
      assert.equal((await running.post('/event', running.event({ sessionId: `s-${i}` }))).status, 200);
    }
    limited(await running.post('/event', running.event({ sessionId: 's-3' })), 'client');
    assert.equal((await running.post('/event', running.event(), { key: other })).status, 200);
  });

  it('a key from one address, apart from the same key elsewhere; both count against the key', async () => {
    const running = await start({
      RATE_LIMIT_CLIENT: only(2),
      RATE_LIMIT_KEY: only(3),
      TRUSTED_PROXIES: 'loopback',
    });
    const from = (address: string) => ({ headers: { 'x-forwarded-for': address } });
    const send = (i: number, address: string) =>
      running.post('/event', running.event({ sessionId: `s-${i}` }), from(address));
    assert.equal((await send(0, '203.0.113.1')).status, 200);
    assert.equal((await send(1, '203.0.113.1')).status, 200);
    limited(await send(2, '203.0.113.1'), 'client');
    assert.equal((await send(3, '203.0.113.2')).status, 200);
    limited(await send(4, '203.0.113.2'), 'key');
  });

  it('fifty invalid keys a second from one address refuse no right request of two tenants from there', async () => {
    const running = await start({ RATE_LIMIT_UNKEYED: only(50) });
    const keys = [running.key, await running.newKey()];
    const statuses = new Map<string, number[]>([
      ['bad', []],
      ['right', []],
    ]);
    for (let i = 0; i < 100; i++) {
      const bad = running.post('/event', running.event(), { key: `pk_live_${i}` });
      const right = keys.map((key) =>
        running.post('/event', running.event({ organizationId: key.organizationId }), { key }),
      );
      statuses.get('bad')!.push((await bad).status);
      for (const answer of await Promise.all(right)) statuses.get('right')!.push(answer.status);
    }
    assert.deepEqual(new Set(statuses.get('bad')), new Set([401, 429]));
    assert.deepEqual(new Set(statuses.get('right')), new Set([200]));
    assert.equal(statuses.get('right')!.length, 200);
  });

  it('an address that keeps coming without a valid key', async () => {
    const running = await start({ RATE_LIMIT_UNKEYED: only(3) });
    for (let i = 0; i < 3; i++) {
      assert.equal((await running.post('/event', running.event(), { key: `pk_live_${i}` })).status, 401);
    }
    limited(await running.post('/event', running.event(), { key: 'pk_live_4' }), 'unkeyed');
    assert.equal((await running.post('/event', running.event())).status, 200);
  });

  it('X-Forwarded-For from a hop that is not trusted changes nothing, and is warned of once', async () => {
    const running = await start({ RATE_LIMIT_UNKEYED: only(3) });
    for (let i = 0; i < 3; i++) {
      const headers = { 'x-forwarded-for': `203.0.113.${i}` };
      assert.equal((await running.post('/event', running.event(), { key: 'x', headers })).status, 401);
    }
    const headers = { 'x-forwarded-for': '203.0.113.99' };
    limited(await running.post('/event', running.event(), { key: 'x', headers }), 'unkeyed');
    const warnings = running.log.filter(({ msg }) => String(msg).includes('TRUSTED_PROXIES'));
    assert.deepEqual(
      warnings.map(({ peer }) => peer),
      ['127.0.0.1'],
    );
    const metrics = await (await fetch(`${running.service.operationsAddress}/metrics`)).text();
    assert.match(metrics, /^decidable_untrusted_forwarded_requests_total 4$/m);
    let seen: UntrustedForwarding | undefined;
    while (seen === undefined) seen = await readUntrustedForwarding(running.folder);
    assert.equal(seen.peer, '127.0.0.1');
  });

  it('X-Forwarded-For from a trusted hop is not warned of; a start with the setting forgets the warning', async () => {
    const running = await start({ TRUSTED_PROXIES: 'loopback' });
    await recordUntrustedForwarding(running.folder, { at: 1, peer: '127.0.0.1' });
    await running.restart();
    const headers = { 'x-forwarded-for': '203.0.113.99' };
    assert.equal((await running.post('/event', running.event(), { headers })).status, 200);
    assert.equal(running.log.filter(({ msg }) => String(msg).includes('TRUSTED_PROXIES')).length, 0);
    assert.equal(await readUntrustedForwarding(running.folder), undefined);
  });

  it('only the last hop that is not trusted counts: a client cannot choose its address', async () => {
    const running = await start({ RATE_LIMIT_UNKEYED: only(2), TRUSTED_PROXIES: 'loopback' });
    const send = (forged: string) =>
      running.post('/event', running.event(), {
        key: 'x',
        headers: { 'x-forwarded-for': `${forged}, 203.0.113.7` },
      });
    assert.equal((await send('198.51.100.1')).status, 401);
    assert.equal((await send('198.51.100.2')).status, 401);
    limited(await send('198.51.100.3'), 'unkeyed');
  });

  it('Retry-After is kept: after it, the next request passes', async () => {
    const running = await start({ RATE_LIMIT_SESSION: '1:1' });
    // On a busy machine each may come a second after the last.
    let refused = await running.post('/event', running.event());
    assert.equal(refused.status, 200);
    while (refused.status === 200) refused = await running.post('/event', running.event());
    limited(refused, 'session');
    const seconds = Number(refused.headers.get('retry-after'));
    await new Promise((resolve) => setTimeout(resolve, seconds * 1_000));
    assert.equal((await running.post('/event', running.event())).status, 200);
  });

  const searches = (running: RunningService, more: object = {}) => ({
    organizationId: running.key.organizationId,
    sessionId: 's-1',
    query: 'red boots',
    products: Array.from({ length: 300 }, (_, k) => ({ id: `p${k}`, title: `Boots ${k}`, colour: 'red' })),
    ...more,
  });
  const workLeft = ({ headers }: Answer): number =>
    Number(/"work";r=(\d+)/.exec(headers.get('ratelimit')!)?.[1]);

  it('the work of a key from one address, on either side, and tells what is left of it', async () => {
    const running = await start({ RATE_LIMIT_WORK: only(400), TRUSTED_PROXIES: 'loopback' });
    const search = (address: string) =>
      running.post('/search', searches(running), { headers: { 'x-forwarded-for': address } });
    let answer = await search('203.0.113.1');
    assert.match(answer.headers.get('ratelimit-policy')!, /"work";q=400;w=400000;qu="milliseconds"/);
    // What a request causes is charged while it is worked on, so its own answer tells it. The clock of the processor counts in
    // ticks of some milliseconds on some systems, so one request may seem to cost nothing; eight of them do not.
    const told = [400];
    while (answer.status === 200) {
      const left = workLeft(answer);
      assert.ok(
        left <= told.at(-1)! && (left < told.at(-8)! || told.length < 8),
        `${left} ms are left after ${told}`,
      );
      told.push(left);
      answer = await search('203.0.113.1');
    }
    assert.ok(told[1] < 400 || told[2] < 400, `the first answers tell ${told.slice(1, 3)} of 400 ms`);
    assert.equal(told.at(-1), 0);
    assert.equal(envelopeFault(answer, 429, 'TOO_MANY_REQUESTS', '/api/v1/search'), undefined);
    const { limit, unit, most } = answer.body.error.details;
    assert.deepEqual([limit, unit, most], ['work', 'milliseconds', 400]);
    assert.match(answer.headers.get('retry-after')!, /^[1-9]\d*$/);
    assert.equal((await search('203.0.113.2')).status, 200);
  });

  it('the work of an organization, whatever its keys and addresses, and of no other', async () => {
    const running = await start({ RATE_LIMIT_ORGANIZATION_WORK: only(200) });
    const second = await running.newKey(running.key.organizationId);
    const stranger = await running.newKey();
    const ofStranger = () =>
      running.post('/search', searches(running, { organizationId: stranger.organizationId }), {
        key: stranger,
      });
    assert.equal((await ofStranger()).status, 200);
    let answer = await running.post('/search', searches(running));
    for (let n = 0; answer.status === 200; n++) {
      assert.match(answer.headers.get('ratelimit')!, /"organization-work";r=\d+/);
      answer = await running.post('/search', searches(running), { key: n % 2 === 0 ? second : running.key });
    }
    assert.equal(answer.body.error.details.limit, 'organization-work');
    assert.equal((await running.post('/event', running.event(), { key: second })).status, 429);
    assert.equal((await ofStranger()).status, 200);
  });

  it('gradings by the work of the organization, not of the key', async () => {
    const running = await start({ RATE_LIMIT_WORK: only(50), RATE_LIMIT_ORGANIZATION_WORK: only(100_000) });
    const csv = `id,title,colour\n${Array.from({ length: 3_000 }, (_, k) => `${k},Boots ${k},${k % 7}`).join('\n')}`;
    const graded = await running.post('/catalog/audit', { csv });
    assert.equal(graded.status, 200);
    const event = await running.post('/event', running.event());
    assert.equal(event.status, 200);
    const metrics = await (await fetch(`${running.service.operationsAddress}/metrics`)).text();
    const told = new RegExp(
      `^decidable_work_seconds_total\\{organization="${running.key.organizationId}"\\} (\\S+)$`,
      'm',
    );
    assert.ok(Number(told.exec(metrics)?.[1]) > 0.02, metrics);
  });

  it('preflights are exempt', async () => {
    const running = await start({ RATE_LIMIT_UNKEYED: only(1), RATE_LIMIT_CLIENT: only(1) });
    for (let i = 0; i < 5; i++) {
      const response = await fetch(running.url('/api/v1/event'), {
        method: 'OPTIONS',
        headers: { origin: 'https://shop.example', 'access-control-request-method': 'POST' },
      });
      assert.equal(response.status, 204);
    }
  });
});

describe('every answer of an endpoint tells the limits and what is left of them', () => {
  let running: RunningService;
  before(async () => {
    running = await RunningService.start({
      RATE_LIMIT_CLIENT: '0.001:100',
      RATE_LIMIT_KEY: '0.001:6000',
      RATE_LIMIT_SESSION: '0.001:60',
      RATE_LIMIT_UNKEYED: '0.001:50',
      RATE_LIMIT_GRADING: '0.001:4',
    });
  });
  after(() => running.close());

  /** Without the seconds and the work that are left, which the machine's pace decides. */
  const told = ({ headers }: Answer) => [
    headers.get('ratelimit-policy'),
    headers
      .get('ratelimit')
      ?.replaceAll(/;t=[1-9]\d*/g, '')
      .replaceAll(/, "(?:organization-)?work";r=\d+/g, ''),
  ];
  const work = ['work', 'organization-work'].map((name) => `"${name}";q=1000000;w=1;qu="milliseconds"`);
  const policies = ['"client";q=100;w=100000, "key";q=6000;w=6000000', ...work].join(', ');

  it('a success, one less each time: of the caller and of the session', async () => {
    const key = await running.newKey(running.key.organizationId);
    for (const used of [1, 2]) {
      assert.deepEqual(told(await running.post('/event', running.event(), { key })), [
        `${policies}, "session";q=60;w=60000`,
        `"client";r=${100 - used}, "session";r=${60 - used}`,
      ]);
    }
  });

  it('a refusal, before the body named its session and after', async () => {
    const key = await running.newKey(running.key.organizationId);
    const unread = await running.post('/event', undefined, { raw: '{', key });
    assert.equal(unread.status, 400);
    assert.deepEqual(told(unread), [`${policies}, "session";q=60;w=60000`, '"client";r=99']);
    const foreign = await running.post('/event', running.event({ organizationId: 'org_other' }), { key });
    assert.equal(foreign.status, 403);
    assert.deepEqual(told(foreign)[1], '"client";r=98');
  });

  it('a grading: how many may run, and how many more now', async () => {
    const key = await running.newKey();
    const graded = await running.post('/catalog/audit', { csv: 'id,a\n1,x\n2,y' }, { key });
    assert.equal(graded.status, 200, graded.text);
    assert.deepEqual(told(graded), [
      `${policies}, "grading";q=4;w=4000, "grading-at-once";q=2;qu="concurrent-requests"`,
      '"client";r=99, "grading";r=3, "grading-at-once";r=1',
    ]);
  });

  it('an invalid key: what its address has left', async () => {
    const refused = await running.post('/event', running.event(), { key: 'pk_live_x' });
    assert.equal(refused.status, 401);
    assert.deepEqual(told(refused), ['"unkeyed";q=50;w=50000', '"unkeyed";r=49']);
  });

  it('that of the key only where less is left of it: keys are public, and its use is the traffic of a shop', async () => {
    const tight = await RunningService.start({ RATE_LIMIT_CLIENT: '0.001:100', RATE_LIMIT_KEY: '0.001:90' });
    try {
      const answer = await tight.post('/event', tight.event());
      assert.match(told(answer)[1]!, /^"client";r=99, "key";r=89, "session"/);
    } finally {
      await tight.close();
    }
  });
});

describe('grading has a limit of its own', () => {
  let running: RunningService;
  before(async () => {
    running = await RunningService.start({ RATE_LIMIT_GRADING: '0.001:4' });
  });
  after(() => running.close());

  const audit = { csv: `id,a\n${Array.from({ length: 2_000 }, (_, i) => `${i},${i % 7}`).join('\n')}` };
  const asked = (answers: readonly Answer[], status: number) =>
    answers.filter((answer) => answer.status === status);

  it('two at a time a key, however many come together; other calls go on', async () => {
    const sent = Array.from({ length: 4 }, () => running.post('/catalog/audit', audit));
    const answers = await Promise.all(sent);
    assert.equal(asked(answers, 200).length >= 2, true);
    for (const answer of asked(answers, 429)) {
      assert.match(
        answer.headers.get('ratelimit-policy')!,
        /^"grading-at-once";q=2;qu="concurrent-requests"$/,
      );
      assert.ok(answer.headers.get('retry-after'));
      assert.equal(answer.body.error.details.most, 2);
    }
    assert.equal(asked(answers, 200).length + asked(answers, 429).length, 4);
    assert.equal((await running.post('/event', running.event())).status, 200);
  });

  it('who hangs up does not get another place for work that still runs', async () => {
    const key = await running.newKey();
    const rows = Array.from(
      { length: 20_000 },
      (_, i) => `${i}${Array.from({ length: 12 }, (_, c) => `,${i % (c + 5)}`).join('')}`,
    );
    const slow = JSON.stringify({ csv: `id,a,b,c,d,e,f,g,h,i,j,k,l\n${rows.join('\n')}` });
    for (let i = 0; i < 2; i++) {
      const hangUp = new AbortController();
      const sent = fetch(running.url('/api/v1/catalog/audit'), {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-api-key': key.value },
        body: slow,
        signal: hangUp.signal,
      });
      const depth = async () => {
        const metrics = await (await fetch(`${running.service.operationsAddress}/metrics`)).text();
        return Number(/^decidable_grading_depth (\d+)/m.exec(metrics)?.[1]);
      };
      while ((await depth()) <= i) await new Promise((resolve) => setTimeout(resolve, 5));
      hangUp.abort();
      await assert.rejects(sent);
    }
    assert.equal((await running.post('/catalog/audit', audit, { key })).status, 429);
  });

  it('so many over time a key', async () => {
    const key = await running.newKey();
    for (let i = 0; i < 4; i++)
      assert.equal((await running.post('/catalog/audit', audit, { key })).status, 200);
    const refused = await running.post('/catalog/verify', { before: 'id\n1', after: 'id\n1' }, { key });
    assert.equal(refused.status, 429);
    assert.match(refused.headers.get('ratelimit-policy')!, /^"grading";q=4;/);
    assert.deepEqual([refused.body.error.details.limit, refused.body.error.details.most], ['grading', 4]);
  });
});
