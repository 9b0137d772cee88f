import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it, test } from 'node:test';
import { CONTEXT_SIGNAL, VISIT_GAP } from '@decidable/engine/session';
import { createOrganization } from '../organizations/create-organization.ts';
import { openSqliteStorage } from '../storage/index.ts';
import type { KeyId, OrganizationId, SessionId, Storage, Write } from '../storage/ports.ts';
import { readSource, VisitSources } from './provenance/visit-source.ts';
import { SessionService } from './session-service.ts';
import { append, completeContext } from './tracking.ts';

const NOON = Date.UTC(2026, 2, 4, 12);

describe('the context of a visit', () => {
  let folder: string;
  let storage: Storage;
  let sessions: SessionService;
  const sources = new VisitSources();
  let organizationId: OrganizationId;
  before(async () => {
    folder = mkdtempSync(join(tmpdir(), 'decidable-tracking-'));
    storage = await openSqliteStorage({ folder, role: 'serve' });
    ({ id: organizationId } = await createOrganization(storage, 'Shop', NOON));
    sessions = new SessionService({ storage });
  });
  after(async () => {
    await storage.close();
    rmSync(folder, { recursive: true });
  });

  const view = (session: string, at: number, referer: string, claimed = at) => {
    const call = {
      organizationId,
      sessionId: session as SessionId,
      at,
      headers: { referer },
      address: '192.0.2.1',
      keyId: 'key_1' as KeyId,
      commit: (writes: readonly Write[]) => storage.commit({ organizationId, at, metered: '/track', writes }),
    };
    const signals = [{ type: 'product_view', value: 'a', at: claimed }];
    return append({ sessions, sources }, call, signals, ({ context }) => context.referrer);
  };
  /** One view with headers of its own; resolves with the context after it. */
  const viewWith = (session: string, at: number, headers: Readonly<Record<string, string>>, more = {}) => {
    const call = {
      organizationId,
      sessionId: session as SessionId,
      at,
      headers,
      address: '192.0.2.1',
      keyId: 'key_1' as KeyId,
      commit: (writes: readonly Write[]) => storage.commit({ organizationId, at, metered: '/track', writes }),
      ...more,
    };
    const signals = [{ type: 'product_view', value: 'a', at }];
    return append({ sessions, sources }, call, signals, ({ context }) => context);
  };
  const PHONE = {
    'sec-ch-ua-mobile': '?1',
    'user-agent':
      'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Mobile Safari/537.36',
    origin: 'https://shop.example',
  };

  const types = async (session: string) =>
    (await storage.sessions.log(organizationId, session as SessionId)).map(({ type }) => type);

  it('is that of its first request, which logs it before its own signals', async () => {
    const first = await view('shopper', NOON, 'https://www.google.com/');
    assert.equal(await view('shopper', NOON + VISIT_GAP, 'https://www.facebook.com/'), first);
    assert.deepEqual(await types('shopper'), [CONTEXT_SIGNAL, 'product_view', 'product_view']);
  });

  it('has the time of the request and a source, whatever time its signals claim', async () => {
    await view('backdated', NOON, '', NOON - 20 * 3_600_000);
    const [first] = await storage.sessions.log(organizationId, 'backdated' as SessionId);
    assert.equal(first!.type, CONTEXT_SIGNAL);
    assert.equal(first!.at, NOON);
    assert.equal(readSource(first!.value)?.isRobot, false);
  });

  it('begins without a device where a server sends it, and has that of the first page that does', async () => {
    const server = { 'user-agent': 'axios/1.7.9', referer: 'https://www.google.com/' };
    const began = await viewWith('server', NOON, server);
    assert.deepEqual([began.device, began.referrer], ['other', 'search']);
    await viewWith('server', NOON + 1, server);
    const onPage = await viewWith('server', NOON + 2, PHONE);
    assert.deepEqual([onPage.device, onPage.referrer], ['mobile', 'search']);
    const later = await viewWith('server', NOON + 3, { ...PHONE, 'sec-ch-ua-mobile': '?0' });
    assert.equal(later.device, 'mobile');
    assert.deepEqual(await types('server'), [
      CONTEXT_SIGNAL,
      'product_view',
      'product_view',
      CONTEXT_SIGNAL,
      'product_view',
      'product_view',
    ]);
  });

  it('has its device as it was signalled, whatever a later page shows', async () => {
    const call = {
      organizationId,
      sessionId: 'said' as SessionId,
      at: NOON,
      headers: {},
      address: '192.0.2.1',
    };
    const commit = (writes: readonly Write[]) =>
      storage.commit({ organizationId, at: NOON, metered: '/track', writes });
    const said = [{ type: 'device', value: 'other', at: NOON }];
    await append({ sessions, sources }, { ...call, keyId: 'k' as KeyId, commit }, said, () => {});
    assert.equal((await viewWith('said', NOON + 1, PHONE)).device, 'other');
    assert.deepEqual(await types('said'), [CONTEXT_SIGNAL, 'device', 'product_view']);
  });

  it('is internal without an Origin only where the key is bound to the page that referred', async () => {
    const headers = { 'user-agent': 'node', referer: 'https://shop.example/boots' };
    assert.equal((await viewWith('unbound', NOON, headers)).referrer, 'other:shop.example');
    const origins = ['https://shop.example'];
    assert.equal((await viewWith('bound', NOON, headers, { origins })).referrer, 'internal');
  });

  it('is read again by the first request after a pause', async () => {
    const first = await view('returning', NOON, 'https://www.google.com/');
    const second = await view('returning', NOON + VISIT_GAP + 1, 'https://www.facebook.com/');
    assert.notEqual(second, first);
    assert.deepEqual(await types('returning'), [
      CONTEXT_SIGNAL,
      'product_view',
      CONTEXT_SIGNAL,
      'product_view',
    ]);
  });
});

test('an incomplete context gets defaults, and keeps what is known', () => {
  assert.deepEqual(completeContext({}), { device: 'other', referrer: 'direct', timeOfDay: 'night' });
  assert.deepEqual(completeContext({ device: 'mobile' }), {
    device: 'mobile',
    referrer: 'direct',
    timeOfDay: 'night',
  });
});
