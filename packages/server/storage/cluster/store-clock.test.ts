import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { ServiceProcess } from '../../durability/service-process.ts';
import { mintKey } from '../../keys/mint-key.ts';
import { type TestDatabase, testDatabase, withoutPostgres } from '../../testing/postgres.ts';
import type { OrganizationId, SessionId, Storage } from '../ports.ts';
import { openClusterStorage } from './storage.ts';
import { StoreClock } from './store-clock.ts';

const organizationId = 'org_storeclock0000000000' as OrganizationId;
const MINUTES = 60_000;

describe('nodes whose clocks are two minutes apart', { skip: withoutPostgres() }, () => {
  let folder: string;
  let database: TestDatabase;
  let storage: Storage;
  let ahead: ServiceProcess;
  let behind: ServiceProcess;

  before(async () => {
    folder = mkdtempSync(join(tmpdir(), 'decidable-clocks-'));
    database = await testDatabase();
    storage = await openClusterStorage({ databaseUrl: database.url });
    await storage.organizations.create({ id: organizationId, name: 'Clocks', createdAt: 0 });
    [ahead, behind] = (await Promise.all(
      ['ahead', 'behind'].map((name) =>
        ServiceProcess.start(join(folder, name), [], { STORAGE: 'cluster', DATABASE_URL: database.url }),
      ),
    )) as [ServiceProcess, ServiceProcess];
    await Promise.all([ahead.moveClock(2 * MINUTES), behind.moveClock(-2 * MINUTES)]);
  });
  after(async () => {
    await ServiceProcess.endAll();
    await storage.close();
    await database.drop();
    rmSync(folder, { recursive: true });
  });

  async function keyUntil(expiresAt: number): Promise<string> {
    const { value, ...minted } = mintKey();
    await storage.keys.create({ ...minted, organizationId, origins: [], createdAt: 0, expiresAt });
    return value;
  }

  async function look({ address }: ServiceProcess, key: string, at?: number): Promise<number> {
    const response = await fetch(`${address}/api/v1/track`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-api-key': key },
      body: JSON.stringify({
        organizationId,
        sessionId: 'visitor',
        signals: [{ type: 'category_view', value: 'hats', ...(at !== undefined && { at }) }],
      }),
    });
    await response.arrayBuffer();
    return response.status;
  }

  it('agree on whether a key has expired', async () => {
    const valid = await keyUntil(Date.now() + MINUTES);
    const expired = await keyUntil(Date.now() - MINUTES);
    for (const node of [ahead, behind])
      assert.deepEqual([await look(node, valid), await look(node, expired)], [200, 401]);
  });

  it('give signals the time of the store, so that those of a session stay in their order', async () => {
    const key = await keyUntil(Date.now() + 60 * MINUTES);
    const began = Date.now();
    for (const node of [ahead, behind, ahead, behind]) assert.equal(await look(node, key), 200);
    const { signals } = (await storage.sessions.load(organizationId, 'visitor' as SessionId))!;
    const times = signals.map(({ at }) => at).slice(-4);
    assert.equal(times.length, 4);
    for (const at of times) assert.ok(at >= began - 2_000 && at <= Date.now() + 2_000, `${at - began} ms`);
    assert.deepEqual(
      times,
      [...times].sort((a, b) => a - b),
    );
  });
});

describe('the clock of the store', () => {
  /** A store whose clock and whose slowness are set. */
  function clockOf(store: { now: number; delays: number[] }): StoreClock {
    return new StoreClock({
      query: async <Row>() => {
        const { now } = store;
        await wait(store.delays.shift() ?? 0);
        return [{ now }] as Row[];
      },
    });
  }

  it('is the fastest of the first readings: one of them connects', async () => {
    const clock = clockOf({ now: 1_000_000, delays: [300, 0, 200] });
    const began = performance.now();
    await clock.begin();
    // The second reading was made when the first one was over.
    const wanted = 1_000_000 + (performance.now() - began - 300);
    assert.ok(Math.abs(clock.now() - wanted) < 100, `${clock.now() - wanted} ms`);
    clock.end();
  });

  it('counts on between readings, passes over a few slow ones, and then takes one', async () => {
    const store = { now: 1_000_000, delays: [] as number[] };
    const clock = clockOf(store);
    await clock.begin();
    const shown = () => Math.abs(clock.now() - store.now);
    assert.ok(shown() < 1_000);
    await wait(5);
    assert.ok(clock.now() > store.now);
    store.now = 5_000_000;
    store.delays = [30, 30, 30, 30, 30];
    for (let n = 0; n < 4; n++) await clock.read();
    assert.ok(shown() > 3_000_000);
    await clock.read();
    assert.ok(shown() < 1_000);
    clock.end();
  });
});
