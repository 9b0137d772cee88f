import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import {
  becomeFirstOwner,
  changeMe,
  listKeys,
  readMe,
  renewSignIn,
  setPassword,
  signIn,
  signOut,
  welcomeState,
} from '@decidable/contract/management';
import { NotFound } from '../errors.ts';
import { hashOfToken, newToken, offerPassword, takePasswordLink } from '../people/index.ts';
import { RunningService } from '../testing/running-service.ts';
import { SignedInBrowser } from '../testing/signed-in-browser.ts';

const ADA = { email: 'ada@shop.example', password: 'correct horse battery' };

let service: RunningService;
let owner: SignedInBrowser;
const browser = () => new SignedInBrowser(service.service.address);

before(async () => {
  service = await RunningService.start();
  owner = browser();
});
after(() => service.close());

describe('the first owner', () => {
  test('signs up with the link of the start, once, and owns the organizations that are there', async () => {
    assert.deepEqual((await owner.call(welcomeState)).body, { awaitsOwner: true, demo: false });
    const token = service.service.firstOwner;
    const wrong = await owner.call(becomeFirstOwner, { body: { ...ADA, token: 'guessed' } });
    assert.equal(wrong.status, 404);
    const short = await owner.call(becomeFirstOwner, { body: { ...ADA, token, password: 'too short' } });
    assert.deepEqual(
      [short.status, short.body.error.message],
      [400, 'password: use at least 10 characters.'],
    );
    const made = await owner.call(becomeFirstOwner, { body: { ...ADA, token, name: 'Ada' } });
    assert.equal(made.status, 200, made.text);
    assert.equal(made.body.person.name, 'Ada');
    assert.deepEqual(
      [...made.body.organizations].map(({ id, role }) => ({ id, role })),
      [{ id: service.key.organizationId, role: 'owner' }],
    );
    const again = await browser().call(becomeFirstOwner, {
      body: { ...ADA, token, email: 'b@shop.example' },
    });
    assert.equal(again.status, 404);
    assert.deepEqual((await owner.call(welcomeState)).body, { awaitsOwner: false, demo: false });
  });

  test('reads what belongs to their organization', async () => {
    const answer = await owner.call(listKeys, { params: service.key });
    assert.equal(answer.status, 200, answer.text);
    assert.equal(answer.body.keys[0].prefix, service.key.prefix);
    assert.ok(!answer.text.includes('hash'));
  });
});

describe('signing in', () => {
  test('sets http-only cookies of the own site, and no answer may be read by other origins', async () => {
    const response = await fetch(`${service.service.address}/management/v1/sign-in`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: service.service.address },
      body: JSON.stringify(ADA),
    });
    assert.equal(response.status, 200);
    const cookies = response.headers.getSetCookie();
    assert.equal(cookies.length, 3);
    for (const cookie of cookies) assert.match(cookie, /; HttpOnly; SameSite=Strict$/);
    assert.match(cookies[0], /^decidable_access=[^;]+; Max-Age=600; Path=\/management\/v1; /);
    assert.match(cookies[1], /; Path=\/management\/v1\/sign-in\/renewal; /);
    assert.equal(response.headers.get('access-control-allow-origin'), null);
  });

  test('takes an address with white space around it, as it is pasted', async () => {
    const answer = await browser().call(signIn, { body: { ...ADA, email: ` ${ADA.email}\t` } });
    assert.equal(answer.status, 200, answer.text);
  });

  test('an unknown address and a wrong password are refused alike', async () => {
    const answers = [
      await browser().call(signIn, { body: { ...ADA, password: 'wrong password' } }),
      await browser().call(signIn, { body: { ...ADA, email: 'nobody@shop.example' } }),
    ];
    for (const { status, body } of answers) {
      assert.equal(status, 401);
      assert.equal(body.error.message, answers[0].body.error.message);
    }
  });

  test('ends with signing out, everywhere at once where that is asked for', async () => {
    const [laptop, phone] = [browser(), browser()];
    for (const each of [laptop, phone]) await each.call(signIn, { body: ADA });
    const thief = laptop.copied();
    assert.equal((await laptop.call(signOut, { body: {} })).status, 200);
    assert.equal((await thief.call(readMe)).status, 401);
    assert.equal((await phone.call(readMe)).status, 200);
    assert.equal((await phone.call(signOut, { body: { everywhere: true } })).status, 200);
    assert.equal((await owner.call(readMe)).status, 401);
    await owner.call(signIn, { body: ADA });
  });

  test('is renewed by a secret that changes each time; a stolen old one ends it', async () => {
    const shopper = browser();
    await shopper.call(signIn, { body: ADA });
    const thief = shopper.copied();
    const [signedIn] = await service.service.storage.signIns.list(
      (await service.service.storage.people.findByEmail(ADA.email))!.id,
    );
    assert.equal((await shopper.call(renewSignIn)).status, 200);
    // Long after the renewal, as far as the store knows.
    const { signIns } = service.service.storage;
    const renewed = (await signIns.find(signedIn.id))!;
    assert.equal(
      await signIns.renew(
        signedIn.id,
        renewed.secretHash,
        { secretHash: 'later', renewedAt: renewed.renewedAt - 60_000, expiresAt: renewed.expiresAt },
        0,
      ),
      'renewed',
    );
    assert.equal((await thief.call(renewSignIn)).status, 401);
    assert.equal((await shopper.call(readMe)).status, 401);
  });

  test('a new password needs the old one, and ends the other sign-ins', async () => {
    const [laptop, phone] = [browser(), browser()];
    for (const each of [laptop, phone]) await each.call(signIn, { body: ADA });
    const password = 'a longer new password';
    const wrong = await laptop.call(changeMe, { body: { password, currentPassword: 'guessed' } });
    assert.equal(wrong.status, 400);
    const changed = await laptop.call(changeMe, { body: { password, currentPassword: ADA.password } });
    assert.equal(changed.status, 200, changed.text);
    assert.equal((await laptop.call(readMe)).status, 200);
    assert.equal((await phone.call(readMe)).status, 401);
    assert.equal((await phone.call(signIn, { body: ADA })).status, 401);
    await laptop.call(changeMe, { body: { password: ADA.password, currentPassword: password } });
    await owner.call(signIn, { body: ADA });
  });
});

test('the claim of anybody that a browser came by HTTPS makes its cookies no other', async () => {
  const headers = { 'x-forwarded-proto': 'https' };
  const cookies = (await browser().call(signIn, { body: ADA, headers })).headers.getSetCookie();
  assert.ok(cookies.length === 3 && cookies.every((cookie) => !/; Secure/.test(cookie)), cookies.join());
});

test('a link sets a new password once, and ends all sign-ins', async () => {
  const { storage } = service.service;
  const phone = browser();
  await phone.call(signIn, { body: ADA });
  const { token } = await offerPassword(storage, ADA.email, Date.now());
  const laptop = browser();
  const short = await laptop.call(setPassword, { body: { token, password: 'too short' } });
  assert.equal(short.status, 400);
  const password = 'battery horse correct';
  const made = await laptop.call(setPassword, { body: { token, password } });
  assert.equal(made.status, 200, made.text);
  assert.equal((await laptop.call(readMe)).status, 200);
  assert.equal((await phone.call(readMe)).status, 401);
  assert.equal((await phone.call(setPassword, { body: { token, password } })).status, 404);
  assert.equal((await phone.call(signIn, { body: ADA })).status, 401);
  await laptop.call(changeMe, { body: { password: ADA.password, currentPassword: password } });
  const old = await offerPassword(storage, ADA.email, Date.now() - 25 * 3_600_000);
  assert.equal((await phone.call(setPassword, { body: { token: old.token, password } })).status, 404);
  await owner.call(signIn, { body: ADA });
});

test('a link for something else is not used up where a password is set', async () => {
  const { signIns } = service.service.storage;
  const token = newToken();
  const link = {
    tokenHash: hashOfToken(token),
    purpose: 'first_owner',
    expiresAt: Date.now() + 60_000,
  } as const;
  await signIns.offer(link);
  await assert.rejects(takePasswordLink(service.service.storage, token, Date.now()), NotFound);
  assert.deepEqual(await signIns.findLink(link.tokenHash), link);
});

describe('a request that changes something', () => {
  const body = { name: 'Mallory' };

  test('of a page of another origin is refused, with the right cookies and token', async () => {
    for (const headers of [{ 'sec-fetch-site': 'cross-site' }, { 'sec-fetch-site': 'same-site' }]) {
      assert.equal((await owner.call(changeMe, { body, headers })).status, 403);
    }
    const older = await fetch(`${service.service.address}/management/v1/me`, {
      method: 'PATCH',
      headers: {
        'content-type': 'application/json',
        cookie: owner.cookieHeader('/management/v1/me'),
        'x-csrf-token': owner.csrfToken,
        origin: 'https://evil.example',
      },
      body: JSON.stringify(body),
    });
    assert.equal(older.status, 403);
  });

  test('without the token of its sign-in is refused', async () => {
    assert.equal((await owner.call(changeMe, { body, headers: { 'x-csrf-token': '' } })).status, 403);
    await owner.call(signIn, { body: ADA });
    const other = browser();
    await other.call(signIn, { body: ADA });
    const headers = { 'x-csrf-token': other.csrfToken };
    assert.equal((await owner.call(changeMe, { body, headers })).status, 403);
    assert.equal((await owner.call(readMe)).body.person.name, 'Ada');
  });

  test('is not preflighted for other origins', async () => {
    const response = await fetch(`${service.service.address}/management/v1/me`, {
      method: 'OPTIONS',
      headers: { origin: 'https://evil.example', 'access-control-request-method': 'PATCH' },
    });
    assert.equal(response.headers.get('access-control-allow-origin'), null);
    assert.equal(response.status, 404);
  });
});

test('passwords, tokens and cookies are not in the log', () => {
  const log = JSON.stringify(service.log);
  for (const secret of [
    ADA.password,
    service.service.firstOwner ?? 'none',
    'decidable_access',
    owner.csrfToken,
  ])
    assert.ok(!log.includes(secret), secret);
});
