import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import {
  changeColumns,
  deleteProducts,
  listKeys,
  readColumns,
  readInvitation,
  renameCategories,
  revokeKey,
  signIn,
  uniteExports,
  upsertProducts,
  useAsCatalogue,
  welcomeState,
} from '@decidable/contract/management';
import { Unauthenticated } from '../errors.ts';
import { COUNTED_HERE } from '../http/limits/limit-adapters.ts';
import { StoreUnavailable } from '../storage/ports.ts';
import { RunningService } from '../testing/running-service.ts';
import { firstOwner, PASSWORD } from '../testing/shop-people.ts';
import { SignedInBrowser } from '../testing/signed-in-browser.ts';
import { workedApart } from '../timing/work.ts';
import { SignInThrottle } from './sign-in-throttle.ts';

let service: RunningService;
const from = (address: string) => ({ 'x-forwarded-for': address });
const browser = () => new SignedInBrowser(service.service.address);

before(async () => {
  service = await RunningService.start({ TRUSTED_PROXIES: '127.0.0.1' });
  await firstOwner(service);
});
after(() => service.close());

/** The statuses of so many calls, without those that repeat the one before. */
async function statuses(calls: number, call: (n: number) => Promise<{ status: number }>): Promise<string[]> {
  const runs: { status: number; times: number }[] = [];
  for (let n = 0; n < calls; n++) {
    const { status } = await call(n);
    if (runs.at(-1)?.status === status) runs.at(-1)!.times++;
    else runs.push({ status, times: 1 });
  }
  return runs.map(({ status, times }) => `${times} × ${status}`);
}

describe('an address', () => {
  test('tries to sign in twenty times in vain, with whatever accounts, and others go on', async () => {
    const wrong = (n: number, address: string) =>
      browser().call(signIn, {
        body: { email: `guess-${n}@shop.example`, password: 'wrong' },
        headers: from(address),
      });
    assert.deepEqual(await statuses(21, (n) => wrong(n, '10.1.1.1')), ['20 × 401', '1 × 429']);
    const right = { email: 'owner@shop.example', password: PASSWORD };
    const limited = await browser().call(signIn, { body: right, headers: from('10.1.1.1') });
    assert.equal(limited.status, 429);
    assert.ok(Number(limited.headers.get('retry-after')) > 0);
    assert.equal((await browser().call(signIn, { body: right, headers: from('10.1.1.2') })).status, 200);
  });

  test('makes many tries at once, and no more of them count than one after the other', async () => {
    const answers = await Promise.all(
      Array.from({ length: 30 }, (_, n) =>
        browser().call(signIn, {
          body: { email: `at-once-${n}@shop.example`, password: 'wrong' },
          headers: from('10.1.5.1'),
        }),
      ),
    );
    assert.equal(answers.filter(({ status }) => status === 401).length, 20);
    assert.equal(answers.filter(({ status }) => status === 429).length, 10);
  });

  test('signs in rightly as often as it likes', async () => {
    const right = { email: 'owner@shop.example', password: PASSWORD };
    const call = () => browser().call(signIn, { body: right, headers: from('10.1.2.1') });
    assert.deepEqual(await statuses(22, call), ['22 × 200']);
  });

  test('guesses twenty links, and uses up no tries of those who have one', async () => {
    const guess = (n: number) =>
      browser().call(readInvitation, { body: { token: `guess-${n}` }, headers: from('10.1.3.1') });
    assert.deepEqual(await statuses(21, guess), ['20 × 404', '1 × 429']);
    const elsewhere = { body: { token: 'guess' }, headers: from('10.1.3.2') };
    assert.equal((await browser().call(readInvitation, elsewhere)).status, 404);
  });

  test('makes three hundred requests at once, and others go on', async () => {
    const answers = await Promise.all(
      Array.from({ length: 1_000 }, () => browser().call(welcomeState, { headers: from('10.1.4.1') })),
    );
    const count = (wanted: number) => answers.filter(({ status }) => status === wanted).length;
    assert.ok(count(200) >= 300 && count(429) > 0, `${count(200)} passed`);
    assert.equal(count(200) + count(429), 1_000);
    assert.equal((await browser().call(welcomeState, { headers: from('10.1.4.2') })).status, 200);
  });
});

test('the word of a trusted proxy that a browser came by HTTPS makes its cookies secure', async () => {
  const body = { email: 'owner@shop.example', password: PASSWORD };
  const headers = { ...from('10.1.6.1'), 'x-forwarded-proto': 'https' };
  const cookies = (await browser().call(signIn, { body, headers })).headers.getSetCookie();
  assert.ok(cookies.length === 3 && cookies.every((cookie) => /; Secure/.test(cookie)), cookies.join());
});

describe('an account', () => {
  const right = { email: 'owner@shop.example', password: PASSWORD };
  const guess = (address: string, email = right.email) =>
    browser().call(signIn, { body: { email, password: 'wrong' }, headers: from(address) });
  const enter = (address: string) => browser().call(signIn, { body: right, headers: from(address) });

  test('is guessed at ten times from one address, however it is typed, and its owner signs in from another', async () => {
    const typed = [right.email, ' OWNER@shop.example '];
    const guesses = await statuses(11, (n) => guess('10.2.1.1', typed[n % 2]));
    assert.deepEqual(guesses, ['10 × 401', '1 × 429']);
    assert.equal((await enter('10.2.1.1')).status, 429);
    assert.equal((await enter('10.2.1.2')).status, 200);
  });

  test('is guessed at a hundred times from all addresses, and its owner signs in with a browser that is known, also after a restart', async () => {
    const known = browser();
    const withKnown = (address: string, password = PASSWORD) =>
      known.call(signIn, { body: { ...right, password }, headers: from(address) });
    assert.equal((await withKnown('10.2.2.1')).status, 200);
    // Ten of the hundred were guessed above.
    const guesses = await statuses(92, (n) => guess(`10.2.3.${n}`));
    assert.deepEqual(guesses, ['90 × 401', '2 × 429']);
    const refused = await enter('10.2.4.1');
    assert.equal(refused.status, 429);
    assert.match(refused.text, /from many places/);
    assert.equal((await withKnown('10.2.4.1')).status, 200);
    await service.restart();
    assert.deepEqual(await statuses(101, (n) => guess(`10.2.5.${n}`)), ['100 × 401', '1 × 429']);
    const again = known.copied(service.service.address);
    assert.equal((await again.call(signIn, { body: right, headers: from('10.2.6.1') })).status, 200);
    // The browser has tries of its own, from wherever; it is known for no other account.
    const wrong = (n: number) =>
      again.call(signIn, { body: { ...right, password: 'wrong' }, headers: from(`10.2.7.${n}`) });
    assert.deepEqual(await statuses(11, wrong), ['10 × 401', '1 × 429']);
    const other = { email: 'other@shop.example', password: 'wrong' };
    assert.deepEqual(
      await statuses(101, (n) => again.call(signIn, { body: other, headers: from(`10.2.8.${n}`) })),
      ['100 × 401', '1 × 429'],
    );
  });
});

test('a try that fails as the store is away is no failed try', async () => {
  const throttle = new SignInThrottle(COUNTED_HERE, { deviceOf: () => undefined });
  const attempt = (error: Error) =>
    throttle.guarding('192.0.2.1', 'a@shop.example', () => Promise.reject(error));
  for (let n = 0; n < 30; n++) await assert.rejects(attempt(new StoreUnavailable('gone')), StoreUnavailable);
  // Ten of an account from one address.
  for (let n = 0; n < 10; n++) await assert.rejects(attempt(new Unauthenticated('wrong')), Unauthenticated);
  await assert.rejects(attempt(new Unauthenticated('wrong')), { code: 'TOO_MANY_REQUESTS' });
});

test('members of an organization that has used up its work change no catalogue and begin no work, but read and revoke keys', async () => {
  const running = await RunningService.start({ RATE_LIMIT_ORGANIZATION_WORK: '0.001:1' });
  try {
    const owner = await firstOwner(running);
    const { organizationId, id: keyId } = running.key;
    const params = { organizationId, exportId: 'exp_1', keyId };
    workedApart(organizationId, 10);
    for (const [operation, body] of [
      [upsertProducts, { products: [{ id: 'a', attributes: {} }] }],
      [deleteProducts, { ids: ['a'] }],
      [renameCategories, { categories: [{ from: 'a', to: 'b' }] }],
      [changeColumns, {}],
      [uniteExports, { exportIds: ['a', 'b'], name: 'both.csv' }],
      [useAsCatalogue, undefined],
    ] as const)
      assert.equal((await owner.call(operation, { params, body })).status, 429, operation.operationId);
    for (const operation of [listKeys, readColumns, revokeKey]) {
      const { status, text } = await owner.call(operation, { params });
      assert.notEqual(status, 429, text);
    }
  } finally {
    await running.close();
  }
});
