import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { ServiceProcess } from '../../durability/service-process.ts';
import { mintKey } from '../../keys/index.ts';
import { type TestDatabase, testDatabase, withoutPostgres } from '../../testing/postgres.ts';
import { collect } from '../contract-suite/store-under-test.ts';
import type { OrganizationId, Storage } from '../ports.ts';
import { Database } from './connection/database.ts';
import { migrate } from './connection/migrate.ts';
import { SCHEMA_VERSION, STEPS } from './connection/schema.ts';
import { openClusterStorage } from './storage.ts';

const organizationId = 'org_rollingupgrade000000' as OrganizationId;
const CATALOGUE = 'id,title,category\np1,Trail boots,Boots\np2,Rain jacket,Jackets\np3,Wool hat,Hats\n';

/** What a next release may add: to tables that each request reads and writes, and one of its own. */
const ADDED = `
  ALTER TABLE sessions ADD COLUMN mood TEXT;
  ALTER TABLE events ADD COLUMN weight BIGINT NOT NULL DEFAULT 1;
  ALTER TABLE keys ADD COLUMN colour TEXT;
  ALTER TABLE decisions ADD COLUMN mood TEXT;
  CREATE TABLE later (organization_id TEXT NOT NULL, id TEXT NOT NULL, PRIMARY KEY (organization_id, id));
`;

describe('a node of the release before', { skip: withoutPostgres() }, () => {
  let folder: string;
  let test: TestDatabase;
  let storage: Storage;
  let node: ServiceProcess;
  let apiKey: string;
  let requests = 0;

  const started = () =>
    ServiceProcess.start(join(folder, 'node'), [], {
      STORAGE: 'cluster',
      DATABASE_URL: test.url,
      DECIDABLE_NODE: 'before',
    });

  before(async () => {
    folder = mkdtempSync(join(tmpdir(), 'decidable-upgrade-'));
    test = await testDatabase();
    storage = await openClusterStorage({ databaseUrl: test.url });
    await storage.organizations.create({ id: organizationId, name: 'Upgrade', createdAt: 0 });
    const { value, ...stored } = mintKey();
    apiKey = value;
    await storage.keys.create({ ...stored, organizationId, origins: [], createdAt: 0 });
    const csv = Buffer.from(CATALOGUE);
    await storage.catalogues.put({ organizationId, version: 'v1', products: 3, importedAt: 0, csv });
    node = await started();
  });
  after(async () => {
    await ServiceProcess.endAll();
    await storage.close();
    await test.drop();
    rmSync(folder, { recursive: true });
  });

  async function post(path: string, body: object): Promise<void> {
    const response = await fetch(`${node.address}/api/v1${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-api-key': apiKey },
      body: JSON.stringify({ organizationId, ...body }),
    });
    assert.equal(response.status, 200, `${path}: ${await response.text()}`);
  }

  /** Reads and writes of a visit. */
  async function visit(): Promise<void> {
    const sessionId = `visitor-${requests++}`;
    await post('/track', { sessionId, signals: [{ type: 'category_view', value: 'Hats' }] });
    await post('/catalog/ranked', { sessionId });
    await post('/event', { sessionId, eventId: 'e', name: 'looked' });
    await post('/session', { sessionId });
  }

  /** Visits until the work is done, several at once. */
  async function visitsDuring(work: Promise<unknown>): Promise<void> {
    let isDone = false;
    const done = work.finally(() => {
      isDone = true;
    });
    const visitor = async (): Promise<void> => {
      while (!isDone) await visit();
    };
    await Promise.all([done, visitor(), visitor(), visitor()]);
  }

  async function migrateTo(steps: Parameters<typeof migrate>[1]): Promise<void> {
    const database = new Database({ databaseUrl: test.url, node: 'after' });
    await migrate(database, steps).finally(() => database.close());
  }

  it('answers every request while the next one migrates, also where that has to wait for a table', async () => {
    await visit();
    // A report or a copy reads the sessions for longer than a request may take; who wants to change the table waits, and
    // everybody who comes later waits behind.
    const reader = new pg.Client(test.url);
    await reader.connect();
    await reader.query('BEGIN');
    await reader.query('SELECT 1 FROM sessions');
    const migration = migrateTo([...STEPS, ADDED]);
    await visitsDuring(pause(4_000));
    const version = async () => (await reader.query('SELECT version FROM schema_version')).rows[0].version;
    assert.equal(await version(), SCHEMA_VERSION);
    await reader.query('COMMIT');
    await visitsDuring(migration);
    assert.equal(await version(), SCHEMA_VERSION + 1);
    await reader.end();
    await visit();
    assert.equal((await collect(storage.outcomes.events(organizationId, 0))).length, requests);
  });

  it('can be started again beside the next one, until that takes away what it needs', async () => {
    await node.end('SIGTERM');
    node = await started();
    await visit();
    await node.end('SIGTERM');
    await migrateTo([...STEPS, ADDED, { sql: 'DROP TABLE later', oldest: SCHEMA_VERSION + 1 }]);
    await assert.rejects(openClusterStorage({ databaseUrl: test.url }), /written by a later release/);
  });
});
