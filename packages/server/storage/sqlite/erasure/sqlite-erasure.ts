import type { SQLInputValue } from 'node:sqlite';
import type {
  ErasedRows,
  Erasure,
  OrganizationId,
  RewriteWhen,
  Rewritten,
  SessionId,
  StoredFact,
} from '../../ports.ts';
import { WHOLE_STORE } from '../../ports.ts';
import type { SqliteChangeFeed } from '../change-feed.ts';
import { asStoreError } from '../connection/database.ts';
import { FolderInUse, takeFolder } from '../connection/folder-lock.ts';
import type { Reader } from '../connection/reader.ts';
import type { DecisionRows } from '../decisions/decision-rows.ts';
import type { BuiltFiles } from '../repositories/built-files.ts';
import type { Writer } from '../writer/writer.ts';
import type { ErasureWrites } from './erasure-writes.ts';
import { LAST, MEANWHILE, TENANT_COLUMNS, type TenantColumn, tenantTables } from './organization-tables.ts';
import { type ColumnRow, SESSION_COLUMNS, type SessionTable, sessionTables } from './session-tables.ts';
import { SMALL, type StoreRewriter } from './store-rewriter.ts';

type Fields = StoredFact['fields'];

/** Rows removed in one write: a few ms of the writer's time. Set by hand. */
const AT_ONCE = 200;

/** Rows of the journal that an erasure may compact at once: some ms. Set by hand. */
const FEW_ROWS = 500;
/** How often what was written during a compaction is compacted as well. Set by hand: it takes a fraction of the time before. */
const ROUNDS = 4;

/** Tables whose facts other ports read: the log, and the profile. */
const READ_ELSEWHERE: ReadonlySet<string> = new Set(['sessions', 'signal_runs', 'snapshots']);

export class SqliteErasure implements Erasure {
  readonly #folder: string;
  readonly #reader: Reader;
  readonly #writer: Writer<ErasureWrites>;
  readonly #changes: SqliteChangeFeed;
  readonly #decisions: DecisionRows;
  readonly #rewriter: StoreRewriter;
  readonly #built: BuiltFiles;

  constructor(
    folder: string,
    reader: Reader,
    writer: Writer<ErasureWrites>,
    changes: SqliteChangeFeed,
    decisions: DecisionRows,
    rewriter: StoreRewriter,
    built: BuiltFiles,
  ) {
    this.#folder = folder;
    this.#reader = reader;
    this.#writer = writer;
    this.#changes = changes;
    this.#decisions = decisions;
    this.#rewriter = rewriter;
    this.#built = built;
  }

  async *facts(organizationId: OrganizationId, sessionId: SessionId): AsyncGenerator<StoredFact> {
    const batches = new Set<string | number | null | undefined>();
    const decisions: string[] = [];
    for (const table of this.#tables()) {
      if (READ_ELSEWHERE.has(table.name)) continue;
      for await (const row of this.#rows(table, '*', organizationId, sessionId)) {
        const { organization_id: _, session_id: __, ...fields } = row;
        if (table.name === 'batches') batches.add(fields.batch_id);
        if (table.name === 'decisions') {
          decisions.push(String(fields.decision_id));
          yield { kind: table.name, fields: this.#decisions.fields(organizationId, row) };
        } else yield { kind: table.name, fields };
      }
    }
    // An order without a session belongs to that of the decision which it names.
    for (const decision of decisions) {
      const orders = this.#reader.all<Fields>(
        'SELECT * FROM orders WHERE organization_id = ? AND decision_id = ? AND session_id IS NULL',
        organizationId,
        decision,
      );
      for (const { organization_id: _, session_id: __, ...fields } of orders)
        yield { kind: 'orders', fields };
    }
    for await (const { batch_id } of this.#journalRows(organizationId, sessionId)) {
      if (batch_id === null || batches.has(batch_id)) continue;
      batches.add(batch_id);
      yield { kind: 'batches', fields: { batch_id } };
    }
  }

  async session(organizationId: OrganizationId, sessionId: SessionId): Promise<ErasedRows> {
    await this.#compactFirst({ organizationId, sessionId });
    // The log first, so that nothing is learned from it while the rest is looked for.
    let removed = await this.#writer.write('eraseSession', { organizationId, sessionId });
    let unlinked = 0;
    this.#changes.pollNow();
    for (const table of this.#tables()) {
      if (table.isBySession) continue;
      const { name, key } = table;
      let keys: SQLInputValue[][] = [];
      const erase = async () => {
        const erased = await this.#writer.write('eraseRows', {
          organizationId,
          sessionId,
          table: name,
          keys,
        });
        removed += erased.removed;
        unlinked += erased.unlinked;
        keys = [];
      };
      const columns = [...key, 'session_id'].join(', ');
      for await (const row of this.#rows(table, columns, organizationId, sessionId)) {
        keys.push(key.map((column) => row[column]));
        if (keys.length === AT_ONCE) await erase();
      }
      if (keys.length > 0) await erase();
    }
    return { removed, unlinked };
  }

  async unlearned(organizationId: OrganizationId): Promise<number | undefined> {
    return this.#rewriter.remains(organizationId);
  }

  async models(organizationId: OrganizationId, keep: string | undefined, upTo: number): Promise<void> {
    while (await this.#writer.write('eraseModels', { organizationId, keep: keep ?? null, upTo }));
    this.#changes.pollNow();
  }

  async organization(organizationId: OrganizationId): Promise<number> {
    let removed = await this.#writer.write('closeOrganization', organizationId);
    this.#changes.pollNow();
    await this.#compactFirst({ organizationId });
    removed += await this.#empty(organizationId);
    removed += await this.#writer.write('eraseOrganization', organizationId);
    this.#changes.pollNow();
    // What requests that were under way have written meanwhile.
    for (let more = -1; more !== 0; removed += more) more = await this.#empty(organizationId, true);
    await this.#built.remove(organizationId);
    return removed;
  }

  /**
   * Has the journal compacted, a little after each group of writes: an erasure empties it in one transaction, for which all
   * others wait.
   */
  async #compactFirst(of: ErasureWrites['lookInJournal']['input']): Promise<void> {
    for (let round = 0; round < ROUNDS; round++) {
      const { isThere, rows, last } = await this.#writer.write('lookInJournal', of);
      if (!isThere || rows <= FEW_ROWS) return;
      // A step is more than a row, unless the store fails.
      for (let tries = rows; tries > 0; tries--)
        if (await this.#writer.write('hastenCompaction', last)) break;
    }
  }

  /** Empties the tables of an organization; the last ones stay, unless `all` are meant. */
  async #empty(organizationId: OrganizationId, all = false): Promise<number> {
    let removed = await this.#writer.write('eraseJournal', organizationId);
    for (const { name: table } of tenantTables(this.#reader.all<TenantColumn>(TENANT_COLUMNS))) {
      if (!all && (LAST.has(table) || MEANWHILE.has(table))) continue;
      for (let some = -1; some !== 0; removed += some)
        some = await this.#writer.write('eraseTenantRows', { organizationId, table });
    }
    return removed;
  }

  async rewrite(when: RewriteWhen): Promise<Rewritten> {
    const upTo = this.#rewriter.remains(WHOLE_STORE);
    if (upTo === undefined && when !== 'beside') return 'clean';
    const isSmall = this.#rewriter.bytes() <= SMALL;
    if (when === 'idle') return isSmall ? 'scheduled' : 'served';
    const leave = tryToTake(this.#folder);
    try {
      if (leave === undefined && when !== 'beside' && !isSmall) return 'served';
      return await this.#rewriter.rewrite(upTo);
    } finally {
      leave?.();
    }
  }

  /** The rows of a session in the journal, which is in the order of their arrival. */
  async *#journalRows(
    organizationId: OrganizationId,
    sessionId: SessionId,
  ): AsyncGenerator<{ readonly batch_id: string | null }> {
    const rows = this.#reader.scan<Fields & { readonly batch_id: string | null }>(
      'SELECT number, organization_id, session_id, batch_id FROM journal WHERE number > ? ORDER BY number',
      [0],
      ({ number }) => [number],
    );
    for await (const row of rows) {
      if (row.organization_id === organizationId && row.session_id === sessionId) yield row;
    }
  }

  #tables(): readonly SessionTable[] {
    return sessionTables(this.#reader.all<ColumnRow>(SESSION_COLUMNS));
  }

  /** The rows of a session. Where a table is ordered otherwise, all rows of the organization are looked at, in slices. */
  async *#rows(
    { name, key, isBySession }: SessionTable,
    columns: string,
    organizationId: OrganizationId,
    sessionId: SessionId,
  ): AsyncGenerator<Fields> {
    const rest = isBySession ? key.slice(1) : key;
    const of = isBySession ? [organizationId, sessionId] : [organizationId];
    const where = isBySession ? 'organization_id = ? AND session_id = ?' : 'organization_id = ?';
    if (rest.length === 0) {
      yield* this.#reader.all<Fields>(`SELECT ${columns} FROM ${name} WHERE ${where}`, ...of);
      return;
    }
    const places = rest.map(() => '?').join(', ');
    const first = this.#reader.get<Fields>(
      `SELECT ${rest.join(', ')} FROM ${name} WHERE ${where} ORDER BY ${rest.join(', ')} LIMIT 1`,
      ...of,
    );
    if (first === undefined) return;
    const rows = this.#reader.scan<Fields>(
      `SELECT ${columns} FROM ${name} WHERE ${where} AND (${rest.join(', ')}) >= (${places})
       ORDER BY ${rest.join(', ')}`,
      [...of, ...rest.map((column) => first[column])],
      (row) => [...of, ...rest.map((column) => row[column])],
    );
    let last: string | undefined;
    for await (const row of rows) {
      // A slice begins with the last row of the one before it.
      const at = JSON.stringify(rest.map((column) => row[column]));
      if (at === last) continue;
      last = at;
      if (isBySession || row.session_id === sessionId) yield row;
    }
  }
}

/** Takes the folder, so that no service starts meanwhile; `undefined` where one runs. */
function tryToTake(folder: string): (() => void) | undefined {
  try {
    return takeFolder(folder);
  } catch (error) {
    if (error instanceof FolderInUse) return undefined;
    throw asStoreError(error);
  }
}
