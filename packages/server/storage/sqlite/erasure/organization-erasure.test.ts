import assert from 'node:assert/strict';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { DatabaseSync, SQLInputValue } from 'node:sqlite';
import { after, before, describe, it } from 'node:test';
import { append, event, key, organizationId, sessionId } from '../../contract-suite/store-under-test.ts';
import { openSqliteStorage } from '../../index.ts';
import type { Change, OrganizationId, Storage } from '../../ports.ts';
import { openForReading, openForWriting } from '../connection/database.ts';
import { migrate } from '../connection/schema.ts';
import { JOURNAL, TENANT_COLUMNS, type TenantColumn } from './organization-tables.ts';

/** Values that a column is limited to. */
const ONE_OF: Readonly<Record<string, string>> = {
  'current_versions.kind': 'model',
  'parts.kind': 'model',
  'session_rulings.ruling': 'excluded',
};
/** More rows than are removed at once. */
const ROWS = 230;

interface Column {
  readonly name: string;
  readonly type: string;
}

const tablesOf = (database: DatabaseSync): string[] => [
  ...new Set(
    (database.prepare(TENANT_COLUMNS).all() as unknown as TenantColumn[]).map(({ table_name }) => table_name),
  ),
];

/** Fills every table with rows of an organization, as many as its key allows. */
function fill(database: DatabaseSync, organization: OrganizationId): void {
  for (const table of tablesOf(database)) {
    if (table === JOURNAL) continue;
    const columns = database.prepare(`SELECT name, type FROM pragma_table_info('${table}')`).all();
    const value = ({ name, type }: Column, row: number): SQLInputValue => {
      if (name === 'organization_id') return organization;
      if (type === 'INTEGER') return table === 'changes' && name === 'number' ? null : row;
      if (type === 'BLOB') return Buffer.from(`${organization} ${row}`);
      return ONE_OF[`${table}.${name}`] ?? `${organization} ${row}`;
    };
    const insert = database.prepare(
      `INSERT OR IGNORE INTO ${table} VALUES (${columns.map(() => '?').join(', ')})`,
    );
    for (let row = 0; row < ROWS; row++)
      insert.run(...columns.map((column) => value(column as unknown as Column, row)));
  }
}

function rowsOf(database: DatabaseSync, organization: OrganizationId): Map<string, number> {
  return new Map(
    tablesOf(database).map((table) => {
      const count = database.prepare(`SELECT COUNT(*) AS rows FROM ${table} WHERE organization_id = ?`);
      return [table, (count.get(organization) as { rows: number }).rows];
    }),
  );
}

describe('erasing an organization', () => {
  const folder = mkdtempSync(join(tmpdir(), 'decidable-erasing-'));
  const [erased, other] = [organizationId(), organizationId()];
  let storage: Storage;

  before(async () => {
    const database = openForWriting(folder);
    migrate(database);
    database.exec('BEGIN');
    for (const organization of [erased, other]) fill(database, organization);
    database.exec('COMMIT');
    database.close();
    storage = await openSqliteStorage({ folder, role: 'serve' });
    for (const organization of [erased, other]) {
      const write = append(sessionId(), 0, 3);
      await storage.commit({ organizationId: organization, at: 1, writes: [write] });
    }
  });
  after(() => rmSync(folder, { recursive: true }));

  const counted = (organization: OrganizationId): Map<string, number> => {
    const database = openForReading(folder);
    try {
      return rowsOf(database, organization);
    } finally {
      database.close();
    }
  };

  it('empties every table of it and none of others, and tells what is held of it', async () => {
    const before = counted(erased);
    for (const [table, rows] of before) assert.ok(rows > 0, `${table} has no row to erase`);
    const others = [...counted(other).values()].reduce((sum, rows) => sum + rows);
    const changes: Change[] = [];
    const leave = storage.changes.subscribe({
      changed: (change) => changes.push(change),
      missed: () => assert.fail('nothing was missed'),
    });
    const removed = await storage.erasure.organization(erased);
    leave();
    assert.ok(removed >= [...before.values()].reduce((sum, rows) => sum + rows), String(removed));
    assert.deepEqual(new Set(counted(erased).values()), new Set([0]));
    // The journal of others was compacted: a session and a run of its log instead of a row.
    assert.equal(
      [...counted(other).values()].reduce((sum, rows) => sum + rows),
      others + 1,
    );
    assert.ok(changes.every(({ organizationId: of }) => of === erased));
    for (const subject of ['keys', 'catalogue', 'personas', 'synonyms', 'model', 'rulings', 'erased'])
      assert.ok(
        changes.some((change) => change.subject === subject),
        subject,
      );
  });

  it('applies nothing that requests under way still write, and everything of others', async () => {
    const session = sessionId();
    const writes = [append(session, 0, 2), { kind: 'event', event: event({ sessionId: session }) } as const];
    for (const organization of [erased, other])
      await storage.commit({ organizationId: organization, at: 1, metered: '/track', writes });
    const most = { files: 100, bytes: 1_000_000 };
    const cell = { attribute: 0, product: 'a', current: '', value: 'red' };
    for (const [organization, isStored] of [
      [erased, false],
      [other, true],
    ] as const) {
      const file = {
        organizationId: organization,
        id: 'late',
        kind: 'export',
        name: 'a.csv',
        at: 1,
      } as const;
      const put = await storage.keptFiles.put({ ...file, facts: '{}' }, new Uint8Array(9), most);
      const { stored } = await storage.gradings.fill(organization, 'late', [cell], 1_000);
      assert.deepEqual([put, stored], [isStored, isStored]);
    }
    assert.deepEqual(new Set(counted(erased).values()), new Set([0]));
    assert.equal((await storage.sessions.log(other, session)).length, 2);
  });

  it('an organization of this id that is there again is served as any other', async () => {
    await storage.organizations.create({ id: erased, name: 'Again', createdAt: 1 });
    const session = sessionId();
    await storage.commit({ organizationId: erased, at: 1, writes: [append(session, 0, 2)] });
    assert.equal((await storage.sessions.log(erased, session)).length, 2);
    const made = key(erased);
    await storage.keys.create(made);
    assert.deepEqual(await storage.keys.findByHash(made.hash), made);
    await storage.erasure.organization(erased);
    assert.equal(await storage.keys.findByHash(made.hash), undefined);
  });

  it('a command that has begun to write for it leaves nothing, at whatever step of its work it was', async () => {
    const gone = organizationId();
    await storage.organizations.create({ id: gone, name: 'Short-lived', createdAt: 1 });
    const late = await openSqliteStorage({ folder, role: 'command' });
    const csv = new TextEncoder().encode('id,title\n1,Boots\n');
    const put = () =>
      late.catalogues.put({ organizationId: gone, version: 'v1', products: 1, importedAt: 1, csv });
    try {
      await put();
      await storage.erasure.organization(gone);
      await assert.rejects(put(), /deleted meanwhile/);
      await assert.rejects(late.keys.create(key(gone)), /deleted meanwhile/);
      await late.auditLog.append({
        organizationId: gone,
        id: '1',
        at: 1,
        personId: '',
        email: 'command line',
        action: 'catalogue.imported',
        subject: 'v1',
      });
      await late.organizations.setPersonas(gone, '{}');
      await late.commit({ organizationId: gone, at: 1, writes: [append(sessionId(), 0, 2)] });
      assert.deepEqual(new Set(counted(gone).values()), new Set([0]));
      // Others are served as before.
      await late.catalogues.put({ organizationId: other, version: 'v9', products: 1, importedAt: 1, csv });
    } finally {
      await late.close();
    }
  });

  it('leaves no trace in the files', async () => {
    assert.equal(await storage.erasure.rewrite('beside'), 'rewritten');
    await storage.close();
    for (const file of readdirSync(folder)) {
      const bytes = readFileSync(join(folder, file));
      assert.ok(!bytes.includes(erased), file);
    }
    assert.ok(readdirSync(folder).some((file) => readFileSync(join(folder, file)).includes(other)));
  });
});
