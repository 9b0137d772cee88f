import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite';
import {
  type ErasedRows,
  type LeaseScope,
  type OrganizationId,
  type SessionId,
  type Subject,
  WHOLE_STORE,
} from '../../ports.ts';
import { announcer } from '../change-feed.ts';
import type { Compaction } from '../signal-log/compaction.ts';
import type { Journal, TailSession } from '../signal-log/journal.ts';
import { rowReader, sessionCompactor } from '../signal-log/session-compactor.ts';
import type { Handlers } from '../writer/writer.ts';
import type { ErasedOrganizations } from './erased-organizations.ts';
import { deletion, LAST, TENANT_COLUMNS, type TenantColumn, tenantTables } from './organization-tables.ts';
import { type ColumnRow, SESSION_COLUMNS, type SessionTable, sessionTables } from './session-tables.ts';

export interface ErasureWrites {
  /** Whether a session, or an organization, has rows in the journal; how many are there at all, and the number of the last. */
  lookInJournal: {
    input: { readonly organizationId: OrganizationId; readonly sessionId?: SessionId };
    output: { readonly isThere: boolean; readonly rows: number; readonly last: number };
  };
  /** Has rows of the journal compacted up to a number, a few after each group; answers whether they are. */
  hastenCompaction: { input: number; output: boolean };
  /** Removes the log of a session, and all rows that lie together by session; answers how many. */
  eraseSession: {
    input: { readonly organizationId: OrganizationId; readonly sessionId: SessionId };
    output: number;
  };
  /** Removes rows of another table by their keys, or unlinks them from the session where they are kept. */
  eraseRows: {
    input: {
      readonly organizationId: OrganizationId;
      readonly sessionId: SessionId;
      readonly table: string;
      readonly keys: readonly (readonly SQLInputValue[])[];
    };
    output: ErasedRows;
  };
  /** Removes the keys of an organization, and announces that all that is held in memory of it is old. */
  closeOrganization: { input: OrganizationId; output: number };
  /** Removes the rows of an organization in the journal; answers how many. */
  eraseJournal: { input: OrganizationId; output: number };
  /** Removes some rows of an organization in a table; answers how many. */
  eraseTenantRows: {
    input: { readonly organizationId: OrganizationId; readonly table: string };
    output: number;
  };
  /** Removes the organization itself, and who may act for it; commits for it are no longer applied. */
  eraseOrganization: { input: OrganizationId; output: number };
  /** Removes some of the models other than `keep`; answers whether more may be left. */
  eraseModels: {
    input: { readonly organizationId: OrganizationId; readonly keep: string | null; readonly upTo: number };
    output: boolean;
  };
  /** The files have been rewritten after the erasures up to a number. */
  endRemains: { input: number; output: null };
}

/** Rows of the journal that are compacted at once. Set by hand. */
const ROWS = 2_000;
/** Models removed in one write: a step is small, and a whole model of a few MB is a few ms. Set by hand. */
const MODELS = 20;
/** No limit, in SQL. */
const ALL = -1;

/** Tells other parts of a process what it holds of an organization in vain. */
const HELD: readonly Subject[] = ['keys', 'catalogue', 'personas', 'synonyms', 'model', 'rulings', 'erased'];

export function erasureWrites(
  database: DatabaseSync,
  journal: Journal,
  compaction: Compaction,
  erased: ErasedOrganizations,
): Handlers<ErasureWrites> {
  const tables = sessionTables(database.prepare(SESSION_COLUMNS).all() as unknown as ColumnRow[]);
  const announce = announcer(database);
  const inJournal = database.prepare(
    'SELECT COUNT(*) AS rows FROM journal WHERE organization_id = ? AND session_id = ?',
  );
  const readRows = rowReader(database);
  const compact = sessionCompactor(database);
  const deleteRows = database.prepare('DELETE FROM journal WHERE number <= ?');
  const setCompacted = database.prepare('UPDATE filed SET number = ?');
  const ofSession = tables
    .filter(({ isBySession }) => isBySession)
    .map(({ name }) => database.prepare(`DELETE FROM ${name} WHERE organization_id = ? AND session_id = ?`));
  const byKey = new Map<string, { readonly table: SessionTable; readonly erase: StatementSync }>(
    tables.map((table) => {
      const { name, key, isKept } = table;
      const act = isKept ? `UPDATE ${name} SET session_id = NULL, decision_id = NULL` : `DELETE FROM ${name}`;
      const where = ['organization_id', ...key].map((column) => `${column} = ?`).join(' AND ');
      return [name, { table, erase: database.prepare(`${act} WHERE ${where}`) }];
    }),
  );
  // An order that names a decision leads to the session of the decision. Those of the session itself come by their keys.
  const unlinkDecision = database.prepare(
    `UPDATE orders SET decision_id = NULL
     WHERE organization_id = ? AND decision_id = ? AND session_id IS NOT ?`,
  );
  const otherModels = database.prepare(
    `SELECT version, IFNULL(content, version) AS content FROM models
     WHERE organization_id = :organization AND version IS NOT :keep LIMIT ${MODELS}`,
  );
  const deleteModel = database.prepare('DELETE FROM models WHERE organization_id = ? AND version = ?');
  const deleteParts = database.prepare(
    `DELETE FROM parts WHERE organization_id = ? AND kind = 'model' AND version = ?`,
  );
  const unpoint = database.prepare(
    `DELETE FROM current_versions WHERE organization_id = :organization AND kind = 'model' AND version IS NOT :keep`,
  );

  const removeKeys = database.prepare('DELETE FROM keys WHERE organization_id = ?');
  const inJournalOf = database.prepare('SELECT COUNT(*) AS rows FROM journal WHERE organization_id = ?');
  const ofTenant = new Map(
    tenantTables(database.prepare(TENANT_COLUMNS).all() as unknown as TenantColumn[]).map((table) => [
      table.name,
      { table, erase: database.prepare(deletion(table)) },
    ]),
  );
  const eraseSome = (organization: OrganizationId, name: string, most?: number): number => {
    const found = ofTenant.get(name);
    if (found === undefined) throw new Error(`${name} is no table of tenants.`);
    const { table, erase } = found;
    return Number(erase.run({ organization, most: most ?? table.atOnce }).changes);
  };

  const note = database.prepare(
    `INSERT INTO remains (organization_id, number) VALUES (?, CAST(unixepoch('subsec') * 1000 AS INTEGER))
     ON CONFLICT DO UPDATE SET number = MAX(number + 1, excluded.number)`,
  );
  const endRemains = database.prepare('DELETE FROM remains WHERE organization_id = ? AND number <= ?');
  /** Notes what is left to do after rows were removed, in the transaction that removes them. */
  const noted = (rows: number, ...scopes: readonly LeaseScope[]): number => {
    if (rows > 0) for (const scope of scopes) note.run(scope);
    return rows;
  };

  const announceAll = (organizationId: OrganizationId): void => {
    for (const subject of HELD) announce(organizationId, subject);
  };

  /**
   * Empties the journal in the transaction of the erasure: of what is erased nothing is compacted, of all others
   * everything. The number up to which rows are compacted tells the other processes to read the journal again.
   */
  function settleJournal(isErased: (tail: TailSession) => boolean): void {
    const sessions = [...journal.tailSessions()].filter((tail) => !isErased(tail));
    let numbers: number[] = [];
    let from = 0;
    for (const [k, { rows }] of sessions.entries()) {
      numbers.push(...rows);
      if (numbers.length < ROWS && k + 1 < sessions.length) continue;
      const found = readRows(numbers, Number.POSITIVE_INFINITY);
      for (const session of sessions.slice(from, k + 1)) compact(session, found, journal.last, true);
      numbers = [];
      from = k + 1;
    }
    deleteRows.run(journal.last);
    setCompacted.run(journal.last);
    journal.readAgain();
  }

  /** Overwrites what `act` deletes with zeros, in pages that stay and in pages that become free. */
  function overwriting<T>(act: () => T): T {
    database.exec('PRAGMA secure_delete = ON');
    try {
      return act();
    } finally {
      database.exec('PRAGMA secure_delete = OFF');
    }
  }

  const rowsOf = (organizationId: OrganizationId, sessionId?: SessionId): number => {
    const found =
      sessionId === undefined ? inJournalOf.get(organizationId) : inJournal.get(organizationId, sessionId);
    return (found as { rows: number }).rows;
  };

  return {
    lookInJournal: ({ organizationId, sessionId }) => {
      journal.catchUp();
      const { last, compacted } = journal;
      return { isThere: rowsOf(organizationId, sessionId) > 0, rows: last - compacted, last };
    },
    hastenCompaction: (upTo) => compaction.hasten(upTo),
    eraseSession: ({ organizationId, sessionId }) =>
      overwriting(() => {
        journal.catchUp();
        const rows = rowsOf(organizationId, sessionId);
        if (rows > 0) {
          settleJournal((tail) => tail.organizationId === organizationId && tail.sessionId === sessionId);
        }
        let removed = rows;
        for (const statement of ofSession)
          removed += Number(statement.run(organizationId, sessionId).changes);
        announce(organizationId, 'erased');
        return noted(removed, organizationId, WHOLE_STORE);
      }),
    eraseRows: ({ organizationId, sessionId, table: name, keys }) =>
      overwriting(() => {
        const found = byKey.get(name);
        if (found === undefined) throw new Error(`${name} is no table of sessions.`);
        const { table, erase } = found;
        let [changed, unlinked] = [0, 0];
        for (const key of keys) {
          changed += Number(erase.run(organizationId, ...key).changes);
          if (name !== 'decisions') continue;
          const decisionId = key[table.key.indexOf('decision_id')];
          unlinked += Number(unlinkDecision.run(organizationId, decisionId, sessionId).changes);
        }
        noted(changed, organizationId, WHOLE_STORE);
        return table.isKept ? { removed: 0, unlinked: changed } : { removed: changed, unlinked };
      }),
    closeOrganization: (organizationId) =>
      overwriting(() => {
        announceAll(organizationId);
        return noted(Number(removeKeys.run(organizationId).changes), WHOLE_STORE);
      }),
    eraseJournal: (organizationId) =>
      overwriting(() => {
        journal.catchUp();
        const rows = rowsOf(organizationId);
        if (rows > 0) settleJournal((tail) => tail.organizationId === organizationId);
        return noted(rows, WHOLE_STORE);
      }),
    eraseTenantRows: ({ organizationId, table }) =>
      overwriting(() => noted(eraseSome(organizationId, table), WHOLE_STORE)),
    eraseOrganization: (organizationId) =>
      overwriting(() => {
        erased.add(organizationId);
        announceAll(organizationId);
        const rows = [...LAST].reduce((sum, table) => sum + eraseSome(organizationId, table, ALL), 0);
        return noted(rows, WHOLE_STORE);
      }),
    eraseModels: ({ organizationId, keep, upTo }) =>
      overwriting(() => {
        const others = otherModels.all({ organization: organizationId, keep }) as {
          version: string;
          content: string;
        }[];
        for (const { version, content } of others) {
          deleteModel.run(organizationId, version);
          deleteParts.run(organizationId, content);
        }
        if (unpoint.run({ organization: organizationId, keep }).changes > 0)
          announce(organizationId, 'model');
        noted(others.length, WHOLE_STORE);
        if (others.length === MODELS) return true;
        endRemains.run(organizationId, upTo);
        return false;
      }),
    endRemains: (upTo) => {
      endRemains.run(WHOLE_STORE, upTo);
      return null;
    },
  };
}
