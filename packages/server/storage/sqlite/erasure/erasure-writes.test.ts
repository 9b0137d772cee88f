import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { after, before, describe, it } from 'node:test';
import { append, decision, event, organizationId, sessionId } from '../../contract-suite/store-under-test.ts';
import { openSqliteStorage } from '../../index.ts';
import type { SessionId, Storage } from '../../ports.ts';
import { databasePath, openForWriting } from '../connection/database.ts';
import { commitRecord } from '../writer/commit-record.ts';
import { GroupCommit } from '../writer/group-commit.ts';
import { type ColumnRow, SESSION_COLUMNS, sessionTables } from './session-tables.ts';

describe('erasing in the store', () => {
  const folder = mkdtempSync(join(tmpdir(), 'decidable-erasing-'));
  let service: Storage;
  let command: Storage;
  const org = organizationId();

  before(async () => {
    service = await openSqliteStorage({ folder, role: 'serve' });
    command = await openSqliteStorage({ folder, role: 'command' });
  });
  after(async () => {
    await command.close();
    await service.close();
    rmSync(folder, { recursive: true });
  });

  const commit = (...writes: Parameters<Storage['commit']>[0]['writes']) =>
    service.commit({ organizationId: org, at: Date.now(), writes });

  it('knows every table that has sessions, from the schema', () => {
    const database = new DatabaseSync(databasePath(folder), { readOnly: true });
    const tables = sessionTables(database.prepare(SESSION_COLUMNS).all() as unknown as ColumnRow[]);
    database.close();
    const names = new Map(tables.map(({ name, isBySession }) => [name, isBySession]));
    for (const name of ['sessions', 'signal_runs', 'snapshots', 'batches', 'exposures', 'session_rulings']) {
      assert.equal(names.get(name), true, name);
    }
    for (const name of ['events', 'decisions']) assert.equal(names.get(name), false, name);
    assert.throws(
      () => sessionTables([{ table_name: 'visits', column_name: 'session_id', pk: 1 }]),
      /key of visits does not begin with the organization/,
    );
  });

  it('removes the rows of one session of one organization, however many there are beside them', async () => {
    const [erased, other] = [sessionId(), sessionId()];
    const stranger = organizationId();
    for (let k = 0; k < 450; k++) {
      await commit(
        { kind: 'event', event: event({ sessionId: k % 2 === 0 ? erased : other, at: 1_000 + (k % 7) }) },
        { kind: 'decision', decision: decision({ sessionId: k % 3 === 0 ? erased : other, at: 2_000 }) },
      );
    }
    await commit(append(erased, 0, 5, { batchId: 'b1' }));
    await service.commit({ organizationId: stranger, at: 1, writes: [append(erased, 0, 3)] });
    // 225 events, 150 decisions, and its log, in the journal or where it was compacted to.
    assert.ok((await command.erasure.session(org, erased)).removed > 375);
    assert.equal(await service.sessions.load(org, erased), undefined);
    assert.equal((await service.sessions.log(stranger, erased)).length, 3);
    let events = 0;
    for await (const { sessionId } of service.outcomes.events(org, 0)) {
      assert.equal(sessionId, other);
      events++;
    }
    assert.equal(events, 225);
    assert.equal(await service.outcomes.countDecisions(org, 0), 300);
    assert.deepEqual(await command.erasure.session(org, erased), { removed: 0, unlinked: 0 });
  });

  it('lets others write while the journal is compacted for it', async () => {
    const [erased, other] = [sessionId(), sessionId()];
    for (let k = 0; k < 10; k++)
      await Promise.all(Array.from({ length: 400 }, () => commit(append(sessionId(), 0, 1))));
    await commit(append(erased, 0, 1));
    let written = 0;
    let isErased = false;
    const erasing = service.erasure.session(org, erased).then(({ removed }) => {
      isErased = true;
      return removed;
    });
    while (!isErased) await commit(append(other, written++, 1));
    assert.ok((await erasing) > 0);
    assert.ok(written > 50, `${written} writes beside some sixty steps`);
    assert.equal((await service.sessions.log(org, other)).length, written);
  });

  it('unlinks orders from the session and its decisions, and keeps them', async () => {
    const [erased, other] = [sessionId(), sessionId()];
    const [own, others] = [
      decision({ sessionId: erased, at: 3_000 }),
      decision({ sessionId: other, at: 3_000 }),
    ];
    await commit({ kind: 'decision', decision: own }, { kind: 'decision', decision: others });
    const order = (orderId: string, more: object) => ({
      orderId,
      at: 4_000,
      products: [{ id: 'p1' }],
      ...more,
    });
    await service.orders.put(
      org,
      [
        order('by-session', { sessionId: erased, decisionId: own.id }),
        order('by-decision', { decisionId: own.id }),
        order('from-cache', { sessionId: other, decisionId: own.id }),
        order('other', { sessionId: other, decisionId: others.id }),
      ],
      5_000,
    );
    const exported: unknown[] = [];
    for await (const { kind, fields } of command.erasure.facts(org, erased)) {
      if (kind === 'orders') exported.push(fields.order_id);
    }
    assert.deepEqual(exported, ['by-session', 'by-decision']);
    assert.deepEqual(await command.erasure.session(org, erased), { removed: 1, unlinked: 3 });
    assert.deepEqual(await Array.fromAsync(service.orders.list(org, 0)), [
      order('by-decision', {}),
      order('by-session', {}),
      order('from-cache', { sessionId: other }),
      order('other', { sessionId: other, decisionId: others.id }),
    ]);
  });

  for (const eraser of ['a command', 'the service itself'] as const) {
    it(`loses no acknowledged signal of others while ${eraser} erases and rewrites`, async () => {
      const by = eraser === 'a command' ? command : service;
      const sessions = Array.from({ length: 30 }, () => sessionId());
      const acknowledged = new Map<SessionId, number>();
      let isErasing = true;
      const write = async (session: SessionId) => {
        for (let sequence = 0; isErasing || sequence < 20; sequence++) {
          const [outcome] = await commit(append(session, sequence, 1));
          assert.deepEqual(outcome, { kind: 'signals', status: 'applied', sequence: sequence + 1 });
          acknowledged.set(session, sequence + 1);
        }
      };
      const writing = Promise.all(sessions.map(write));
      for (let k = 0; k < 8; k++) {
        const gone = sessionId();
        await commit(append(gone, 0, 2));
        await commit(append(gone, 2, 2));
        assert.ok((await by.erasure.session(org, gone)).removed > 0);
        assert.equal(await service.sessions.load(org, gone), undefined);
        // The same shopper begins anew, as the first signal of a session.
        assert.equal((await commit(append(gone, 0, 1)))[0]?.kind, 'signals');
        assert.equal((await service.sessions.log(org, gone)).length, 1);
        if (k === 4) assert.equal(await by.erasure.rewrite('now'), 'rewritten');
      }
      isErasing = false;
      await writing;
      for (const session of sessions) {
        const log = await service.sessions.log(org, session);
        assert.deepEqual(
          log.map(({ sequence }) => sequence),
          Array.from({ length: acknowledged.get(session) ?? 0 }, (_, k) => k + 1),
        );
      }
      await service.close();
      service = await openSqliteStorage({ folder, role: 'serve' });
      for (const session of sessions) {
        assert.equal((await service.sessions.log(org, session)).length, acknowledged.get(session));
      }
    });
  }

  it('is undone with its transaction, and done again in the next, where a write beside it fails', () => {
    const database = openForWriting(folder);
    const fail = () => {
      throw new Error('at fault');
    };
    const group = new GroupCommit(database, 'node', undefined, undefined, { fail });
    const [gone, other] = [sessionId(), sessionId()];
    const appendTo = (session: SessionId, after: number) => ({
      name: 'commit' as const,
      input: commitRecord({ organizationId: org, at: 1, writes: [append(session, after, 1)] }),
    });
    const erase = { name: 'eraseSession', input: { organizationId: org, sessionId: gone } } as const;
    const outputs = (...writes: Parameters<GroupCommit['run']>[0][number][]) =>
      group.run(writes).map((result) => (result.ok ? result.output : result.message));
    const applied = (sequence: number) => [{ kind: 'signals', status: 'applied', sequence }];
    try {
      assert.deepEqual(outputs(appendTo(gone, 0), appendTo(other, 0)), [applied(1), applied(1)]);
      const failing = { name: 'fail' } as never;
      // The group fails as a whole first, and then each write has a savepoint of its own.
      assert.deepEqual(outputs(appendTo(other, 1), erase, failing, appendTo(other, 2), appendTo(gone, 0)), [
        applied(2),
        1,
        'at fault',
        applied(3),
        applied(1),
      ]);
      assert.deepEqual(outputs(appendTo(gone, 1), appendTo(other, 3)), [applied(2), applied(4)]);
    } finally {
      database.close();
    }
  });

  it('notes what is left to do for models and files, until that is done for the last of it', async () => {
    const gone = sessionId();
    await command.erasure.models(org, undefined, Date.now() + 1_000);
    assert.equal(await command.erasure.rewrite('beside'), 'rewritten');
    assert.deepEqual(await command.erasure.session(org, gone), { removed: 0, unlinked: 0 });
    assert.equal(await command.erasure.unlearned(org), undefined);
    for (const when of ['now', 'idle'] as const) assert.equal(await command.erasure.rewrite(when), 'clean');
    const erase = async () => {
      await commit(append(gone, 0, 1));
      await service.erasure.session(org, gone);
      return (await command.erasure.unlearned(org))!;
    };
    const first = await erase();
    assert.equal(await service.erasure.rewrite('idle'), 'scheduled');
    const second = await erase();
    assert.ok(second > first);
    await service.close();
    service = await openSqliteStorage({ folder, role: 'serve' });
    // A training that began before the second erasure may have read what that removed.
    await service.erasure.models(org, undefined, first);
    assert.equal(await service.erasure.unlearned(org), second);
    await service.erasure.models(org, undefined, second);
    assert.equal(await service.erasure.unlearned(org), undefined);
    assert.equal(await command.erasure.rewrite('now'), 'rewritten');
    assert.equal(await command.erasure.rewrite('now'), 'clean');
  });

  it('keeps the named model only, or none', async () => {
    const put = (version: string) =>
      service.models.put({
        organizationId: org,
        version,
        catalogueVersion: null,
        builtAt: 1,
        bytes: new Uint8Array(300_000),
      });
    for (let k = 0; k < 45; k++) await put(`m-${k}`);
    await command.erasure.models(org, 'm-44', Date.now());
    assert.equal((await service.models.current(org))?.version, 'm-44');
    assert.equal(await service.models.find(org, 'm-43'), undefined);
    await command.erasure.models(org, undefined, Date.now());
    assert.equal(await service.models.current(org), undefined);
    assert.equal(await service.models.put({ ...(await modelOf('m-45')) }, null), 'stored');
  });

  const modelOf = async (version: string) => ({
    organizationId: org,
    version,
    catalogueVersion: null,
    builtAt: 1,
    bytes: new Uint8Array(3),
  });
});
