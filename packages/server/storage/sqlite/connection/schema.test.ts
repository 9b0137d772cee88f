import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { it } from 'node:test';
import type { KeyHash, OrganizationId, SessionId, Write } from '../../ports.ts';
import { openSqliteStorage } from '../storage.ts';
import { openForWriting } from './database.ts';
import { migrate, SCHEMA_VERSION, schemaVersionOf } from './schema.ts';

it('a store of schema 6 opens with its models, catalogues and keys, and the numbers of its changes go on', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'decidable-schema-'));
  const organizationId = 'org_a' as OrganizationId;
  const database = openForWriting(folder);
  migrate(database, 6);
  database.exec(`
    INSERT INTO organizations (organization_id, name, created_at) VALUES ('org_a', 'A', 1);
    INSERT INTO keys (organization_id, key_id, hash, prefix, origins, created_at)
      VALUES ('org_a', 'key_1', 'hash', 'pk', '[]', 1);
    INSERT INTO models (organization_id, version, catalogue_version, built_at, bytes) VALUES ('org_a', 'm', NULL, 1, 3);
    INSERT INTO parts (organization_id, kind, version, part, bytes) VALUES ('org_a', 'model', 'm', 0, x'010203');
    INSERT INTO catalogues (organization_id, version, products, imported_at, bytes) VALUES ('org_a', 'v', 1, 1, 2);
    INSERT INTO parts (organization_id, kind, version, part, bytes) VALUES ('org_a', 'catalogue', 'v', 0, x'0405');
    INSERT INTO current_versions (organization_id, kind, version)
      VALUES ('org_a', 'model', 'm'), ('org_a', 'catalogue', 'v');
    INSERT INTO announcements (number, organization_id, subject) VALUES (41, 'org_a', 'key'), (42, 'org_a', 'model');
  `);
  database.close();
  const storage = await openSqliteStorage({ folder, role: 'serve' });
  try {
    assert.deepEqual(await storage.models.current(organizationId), {
      organizationId,
      version: 'm',
      catalogueVersion: null,
      builtAt: 1,
      bytes: new Uint8Array([1, 2, 3]),
    });
    assert.deepEqual((await storage.catalogues.current(organizationId))?.csv, new Uint8Array([4, 5]));
    assert.equal((await storage.keys.findByHash('hash' as KeyHash))?.id, 'key_1');
    const versions: number[] = [];
    storage.changes.subscribe({ changed: ({ version }) => versions.push(version), missed() {} });
    const next = { organizationId, version: 'm.1', catalogueVersion: null, builtAt: 2 };
    assert.equal(await storage.models.put({ ...next, bytes: new Uint8Array([7]) }, 'm'), 'stored');
    assert.deepEqual(versions, [43]);
  } finally {
    await storage.close();
    const reopened = openForWriting(folder);
    assert.equal(schemaVersionOf(reopened), SCHEMA_VERSION);
    reopened.close();
    rmSync(folder, { recursive: true });
  }
});

it('a store of schema 7 keeps its events, its batches and what its keys may call', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'decidable-schema-'));
  const organizationId = 'org_a' as OrganizationId;
  const sessionId = 's' as SessionId;
  const database = openForWriting(folder);
  migrate(database, 7);
  database.exec(`
    INSERT INTO organizations (organization_id, name, created_at) VALUES ('org_a', 'A', 1);
    INSERT INTO keys (organization_id, key_id, hash, prefix, origins, created_at)
      VALUES ('org_a', 'key_1', 'hash', 'pk', '[]', 1);
    INSERT INTO events (organization_id, at, event_id, session_id, name, data, decision_id)
      VALUES ('org_a', 5, 'order-1', 's', 'purchase', '{"productId":"p1"}', 'd'), ('org_a', 6, 'e2', 's', 'n', NULL, NULL);
    INSERT INTO sessions (organization_id, session_id, opened_at, last_seen_at, last_sequence)
      VALUES ('org_a', 's', 1, 1, 0);
    INSERT INTO batches (organization_id, session_id, batch_id) VALUES ('org_a', 's', 'filed');
    INSERT INTO journal (number, organization_id, session_id, first_sequence, last_sequence, at, opened_at, signals, batch_id)
      VALUES (1, 'org_a', 's', 1, 1, 2, 1, '[["search",2,"boots"]]', 'journalled');
  `);
  database.close();
  const storage = await openSqliteStorage({ folder, role: 'serve' });
  try {
    const purchase = {
      eventId: 'order-1',
      sessionId,
      name: 'purchase',
      at: 5,
      data: '{"productId":"p1"}',
      decisionId: 'd',
    };
    const events = await Array.fromAsync(storage.outcomes.events(organizationId, 0));
    assert.deepEqual(events, [purchase, { eventId: 'e2', sessionId, name: 'n', at: 6 }]);
    assert.deepEqual(await Array.fromAsync(storage.outcomes.eventsOf(organizationId, 'd', sessionId)), [
      purchase,
    ]);
    const send = async (write: Write) =>
      (await storage.commit({ organizationId, at: 9, writes: [write] }))[0];
    assert.deepEqual(await send({ kind: 'event', event: { ...purchase, at: 9 } }), {
      kind: 'event',
      duplicate: true,
    });
    for (const batchId of ['filed', 'journalled']) {
      const signals = [{ type: 'search', at: 9 }];
      assert.deepEqual(
        await send({ kind: 'signals', sessionId, after: 1, openedAt: 1, signals, batchId, batchDigest: 'x' }),
        { kind: 'signals', status: 'duplicate', sequence: 1 },
      );
    }
    const key = await storage.keys.findByHash('hash' as KeyHash);
    assert.equal(key?.id, 'key_1');
    assert.equal(key?.endpoints, undefined);
  } finally {
    await storage.close();
    rmSync(folder, { recursive: true });
  }
});

it('a store of schema 12 keeps its decisions, which are text', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'decidable-schema-'));
  const organizationId = 'org_a' as OrganizationId;
  const database = openForWriting(folder);
  migrate(database, 12);
  database.exec(`
    INSERT INTO organizations (organization_id, name, created_at) VALUES ('org_a', 'A', 1);
    INSERT INTO decisions (organization_id, at, decision_id, session_id, endpoint, replay, ranked)
      VALUES ('org_a', 5, 'd', 's', '/search', '{"at":5,"sequence":null}', '[["a",0.5,{"prior":0.5}]]');
  `);
  database.close();
  const storage = await openSqliteStorage({ folder, role: 'serve' });
  try {
    const replay = '{"at":5,"sequence":null}';
    const ranked = '[["a",0.5,{"prior":0.5}]]';
    const decision = { id: 'd', sessionId: 's', endpoint: '/search', at: 5, replay, ranked };
    assert.deepEqual(await storage.outcomes.decision(organizationId, 'd'), decision);
    const [fact] = await Array.fromAsync(storage.erasure.facts(organizationId, 's' as SessionId));
    const fields = { at: 5, decision_id: 'd', endpoint: '/search', replay, ranked };
    assert.deepEqual(fact, { kind: 'decisions', fields });
  } finally {
    await storage.close();
    rmSync(folder, { recursive: true });
  }
});
