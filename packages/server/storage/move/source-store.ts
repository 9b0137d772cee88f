import { existsSync } from 'node:fs';
import type { DatabaseSync, SQLOutputValue } from 'node:sqlite';
import { InvalidInput } from '../../errors.ts';
import { openPendingUsageFile } from '../pending-usage-file.ts';
import type { OrganizationId } from '../ports.ts';
import { asStoreError, databasePath, openForReading, openForWriting } from '../sqlite/connection/database.ts';
import { takeFolder } from '../sqlite/connection/folder-lock.ts';
import { requireSqlite } from '../sqlite/connection/required-sqlite.ts';
import { SCHEMA_VERSION, schemaVersionOf } from '../sqlite/connection/schema.ts';
import { ITEM_ID, ItemIds } from '../sqlite/decisions/item-ids.ts';
import { Compaction } from '../sqlite/signal-log/compaction.ts';
import { Journal } from '../sqlite/signal-log/journal.ts';
import { openSqliteStorage } from '../sqlite/storage.ts';
import type { MovedTable } from './moved-tables.ts';
import { type Column, type MovedRow, movedValue } from './row-digest.ts';

export interface SourceOrganization {
  readonly id: OrganizationId;
  readonly name: string;
}

type Row = Readonly<Record<string, SQLOutputValue>>;

/** An embedded store that is moved: one state of it. */
export class SourceStore implements Disposable {
  /** Tells stores apart. */
  readonly id: string;
  readonly organizations: readonly SourceOrganization[];
  readonly #database: DatabaseSync;
  readonly #leave: () => void;
  readonly #itemIds: ItemIds;

  private constructor(database: DatabaseSync, leave: () => void) {
    this.#database = database;
    this.#leave = leave;
    this.id = String(database.prepare('SELECT store FROM store_marks').get()?.store);
    this.organizations = database
      .prepare('SELECT organization_id AS id, name FROM organizations ORDER BY created_at, organization_id')
      .all() as unknown as SourceOrganization[];
    const itemId = database.prepare(ITEM_ID);
    this.#itemIds = new ItemIds(
      (organizationId, number) => itemId.get(organizationId, number)?.item_id as string | undefined,
    );
  }

  /**
   * Takes the folder, brings the store to the schema of this release, counts pending usage and compacts the journal: what
   * the next start of a service would do as well. Nobody writes to the store until it is closed.
   *
   * @throws FolderInUse while a service runs; StoreUnavailable, DamagedStore, UnusableStore as `openSqliteStorage`
   */
  static async take(folder: string): Promise<SourceStore> {
    requireStore(folder);
    const storage = await openSqliteStorage({ folder, role: 'command' });
    let leave: () => void;
    try {
      leave = takeFolder(folder);
      try {
        await countPending(folder, (request) => storage.commit(request));
      } catch (error) {
        leave();
        throw error;
      }
    } finally {
      await storage.close();
    }
    let database: DatabaseSync | undefined;
    try {
      database = openForWriting(folder);
      compact(database);
      database.exec('BEGIN IMMEDIATE');
      return new SourceStore(database, leave);
    } catch (error) {
      database?.close();
      leave();
      throw asStoreError(error);
    }
  }

  /**
   * Only looks, beside a service or not.
   *
   * @throws InvalidInput where the store is of an earlier release
   */
  static look(folder: string): SourceStore {
    requireSqlite();
    requireStore(folder);
    let database: DatabaseSync | undefined;
    try {
      database = openForReading(folder);
      const version = schemaVersionOf(database);
      if (version !== SCHEMA_VERSION)
        throw new InvalidInput(
          `${databasePath(folder)} has the schema ${version}, and this release ${SCHEMA_VERSION}. Start a service of this release on it once, or move it: both migrate it.`,
        );
      database.exec('BEGIN');
      return new SourceStore(database, () => {});
    } catch (error) {
      database?.close();
      throw asStoreError(error);
    }
  }

  /** The number of rows; of signals and batches without those that are not yet compacted. */
  count({ selects }: MovedTable, organizationId: OrganizationId): number {
    let rows = 0;
    for (const select of selects) {
      const counted = this.#database.prepare(`SELECT COUNT(*) AS rows FROM (${select})`).get(organizationId);
      rows += Number(counted?.rows);
    }
    return rows;
  }

  /** Rows of the journal: commits of signals that are not yet compacted. */
  journal(organizationId: OrganizationId): number {
    const row = this.#database
      .prepare('SELECT COUNT(*) AS rows FROM journal WHERE organization_id = ?')
      .get(organizationId);
    return Number(row?.rows);
  }

  /** The rows of a table, as the cluster has them, in the order of its key. */
  *rows(
    { name, selects }: MovedTable,
    columns: readonly Column[],
    organizationId: OrganizationId,
  ): Generator<MovedRow> {
    for (const select of selects) {
      for (const found of this.#database.prepare(select).iterate(organizationId)) {
        const row = name === 'decisions' ? this.#withItems(organizationId, found as Row) : (found as Row);
        yield columns.map((column) => {
          const value = row[column.name];
          if (value === undefined)
            throw new Error(
              `The table ${name} of the cluster has a column ${column.name}, which is not moved.`,
            );
          return movedValue(value, column);
        });
      }
    }
  }

  /** All rows of a statement about the store as a whole; few. */
  all<Found>(select: string): readonly Found[] {
    return this.#database.prepare(select).all() as unknown as Found[];
  }

  #withItems(organizationId: OrganizationId, row: Row): Row {
    if (!(row.items instanceof Uint8Array)) return row;
    return { ...row, items: JSON.stringify(this.#itemIds.of(organizationId, row.items)) };
  }

  [Symbol.dispose](): void {
    this.#database.close();
    this.#leave();
  }
}

/** Nothing is made where there was nothing. */
function requireStore(folder: string): void {
  if (!existsSync(databasePath(folder))) throw new InvalidInput(`There is no store in ${folder}.`);
}

/** Counts requests that were answered while the store could not count them; each is counted once. */
async function countPending(
  folder: string,
  count: (request: Awaited<ReturnType<typeof openPendingUsageFile>>['found'][number]) => Promise<unknown>,
): Promise<void> {
  const pending = await openPendingUsageFile(folder, () => {});
  try {
    for (const request of pending.found) await count(request);
    if (pending.found.length > 0) await pending.clear();
  } finally {
    await pending.close();
  }
}

function compact(database: DatabaseSync): void {
  const journal = new Journal(database);
  database.exec('BEGIN IMMEDIATE');
  journal.begin();
  journal.catchUp();
  database.exec('ROLLBACK');
  new Compaction(database, journal).all();
}
