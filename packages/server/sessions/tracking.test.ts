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
    return append({ sessions, sources }, call, signals, undefined, ({ context }) => context.referrer);
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
