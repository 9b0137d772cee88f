import { InvalidInput } from '../../errors.ts';
import { ClusterChangeFeed } from '../cluster/change-feed.ts';
import { Database, type Query } from '../cluster/connection/database.ts';
import { migrate } from '../cluster/connection/migrate.ts';
import { refuseErased } from '../cluster/erasure/erased-organizations.ts';
import type { OrganizationId } from '../ports.ts';
import { MoveMismatch } from './move-errors.ts';
import { beginMove, endMove, type MoveState, stateOf } from './move-state.ts';
import { MOVED_TENANT_TABLES, type MovedTable, PUBLISHED_TABLES } from './moved-tables.ts';
import { identify, type MovedPeople, movePeople } from './people.ts';
import { type Reseal, resealing } from './resealed-webhooks.ts';
import type { MovedRow } from './row-digest.ts';
import { sourceMark } from './source-mark.ts';
import { type SourceOrganization, SourceStore } from './source-store.ts';
import { compareKeys, describeTable, type TargetTable } from './table-comparison.ts';
import { checkRows, copyRows, type TableCheck } from './table-copy.ts';

export interface MoveOptions {
  /** The data folder of the embedded store. */
  readonly folder: string;
  readonly databaseUrl: string;
  /** Told what is done, and the share that is done of all rows, 0 to 1. */
  readonly onProgress?: (doing: string, share: number) => void;
}

export interface MovedOrganization extends SourceOrganization {
  /** Before the call: `moved` ones were left as they are. */
  readonly state: MoveState;
  /** One a table, the same on both sides; none of an organization that was moved before. */
  readonly checks: readonly TableCheck[];
}

export interface MoveReport {
  readonly organizations: readonly MovedOrganization[];
  readonly people: Pick<MovedPeople, 'added' | 'known'>;
}

export interface PlannedOrganization extends SourceOrganization {
  readonly state: MoveState;
  /** By table, without those that are empty. */
  readonly rows: Readonly<Record<string, number>>;
  /** Commits of signals that are not yet compacted, and so not among the rows. */
  readonly uncompacted: number;
}

export interface MovePlan {
  readonly organizations: readonly PlannedOrganization[];
  readonly people: Pick<MovedPeople, 'added' | 'known'>;
}

const ALL_TABLES: readonly MovedTable[] = [...MOVED_TENANT_TABLES, ...PUBLISHED_TABLES];

/** What other processes may hold in memory of an organization; announced so that they read it again. */
const SUBJECTS = ['keys', 'catalogue', 'personas', 'synonyms', 'model', 'rulings'] as const;

/**
 * Moves an embedded store into a cluster. Each organization is there with its keys and members once all that is theirs is
 * there and was compared, so no node serves half of one. A move that was cut short goes on when it is called again: rows
 * that are there are compared, and only the others are written.
 *
 * @throws FolderInUse while a service runs on the folder; TargetInUse where the cluster has data of an organization that
 *   no move of this store wrote; SourceChanged where the folder has taken writes since it was moved; MoveMismatch where what was written is not what was read; StoreUnavailable
 */
export async function moveStore({ folder, databaseUrl, onProgress }: MoveOptions): Promise<MoveReport> {
  using source = await SourceStore.take(folder);
  return await withDatabase(databaseUrl, async (database) => {
    await migrate(database);
    const tables = await describeAll(database.query);
    // Before anything of the organizations is written, so that a move is refused as a whole.
    const states: MoveState[] = [];
    const markOf = (id: OrganizationId): string => sourceMark(source, ALL_TABLES, tables, id);
    for (const organization of source.organizations)
      states.push(await stateOf(database.query, source, organization, markOf));
    const unmoved = source.organizations.filter((_, n) => states[n] !== 'moved');
    if (unmoved.length === 0) {
      return {
        organizations: source.organizations.map((each) => ({ ...each, state: 'moved' as const, checks: [] })),
        people: { added: 0, known: [] },
      };
    }
    const people = await movePeople(database, source);
    const reseal = await resealing(database.query, source, true);
    const move = new Move(database, source, people, tables, reseal);
    const progress = new RowProgress(source, unmoved, 2, onProgress);
    const organizations: MovedOrganization[] = [];
    for (const [n, organization] of source.organizations.entries()) {
      const state = states[n];
      const checks = state === 'moved' ? [] : await move.organization(organization, progress);
      organizations.push({ ...organization, state, checks });
    }
    return { organizations, people: { added: people.added, known: people.known } };
  });
}

/**
 * Compares what a move has written of the organizations with the embedded store, and writes nothing to the cluster. People,
 * their sign-ins and links were compared as they were written, and are not compared again: they change as people sign in.
 * `added` of the report counts the people of the folder who have no account in the cluster.
 *
 * @throws MoveMismatch that names every table and organization with a difference; InvalidInput where nothing was moved
 *   from this folder
 */
export async function verifyMove({ folder, databaseUrl, onProgress }: MoveOptions): Promise<MoveReport> {
  using source = await SourceStore.take(folder);
  return await withDatabase(databaseUrl, async (database) => {
    const [{ wasMoved }] = await database.query<{ wasMoved: boolean }>(
      `SELECT to_regclass('moves') IS NOT NULL AS "wasMoved"`,
    );
    const moves =
      wasMoved && (await database.query('SELECT 1 FROM moves WHERE source = $1 LIMIT 1', [source.id]));
    if (!moves || moves.length === 0)
      throw new InvalidInput('Nothing was moved from this folder into this database yet.');
    const people = await identify(database.query, source);
    const reseal = await resealing(database.query, source, false);
    const move = new Move(database, source, people, await describeAll(database.query), reseal);
    const progress = new RowProgress(source, source.organizations, 1, onProgress);
    const organizations: MovedOrganization[] = [];
    for (const organization of source.organizations) {
      const checks = await move.checks(database.query, ALL_TABLES, organization, progress);
      organizations.push({ ...organization, state: 'moved', checks });
    }
    requireSame(organizations.flatMap(({ checks }) => checks));
    return { organizations, people: { added: people.added, known: people.known } };
  });
}

/**
 * What a move would do. Nothing is written, neither to the cluster nor to the folder, and a service may run on it.
 *
 * @throws TargetInUse, SourceChanged as the move itself; InvalidInput where the cluster is of an earlier release
 */
export async function planMove({ folder, databaseUrl }: MoveOptions): Promise<MovePlan> {
  using source = SourceStore.look(folder);
  return await withDatabase(databaseUrl, async (database) => {
    const [{ isEmpty, isOlder }] = await database.query<{ isEmpty: boolean; isOlder: boolean }>(
      `SELECT to_regclass('organizations') IS NULL AS "isEmpty", to_regclass('moves') IS NULL AS "isOlder"`,
    );
    if (isOlder && !isEmpty)
      throw new InvalidInput(
        'The cluster has the schema of an earlier release. Start a node of this release on it, which migrates it.',
      );
    const tables = isEmpty ? new Map<string, TargetTable>() : await describeAll(database.query);
    // Only a compacted folder can be compared with what was moved.
    const markOf = (id: OrganizationId): string | undefined =>
      source.journal(id) > 0 ? undefined : sourceMark(source, ALL_TABLES, tables, id);
    const organizations: PlannedOrganization[] = [];
    for (const organization of source.organizations) {
      const counts = ALL_TABLES.map(
        ({ name }, n) => [name, source.count(ALL_TABLES[n], organization.id)] as const,
      );
      organizations.push({
        ...organization,
        state: isEmpty ? 'new' : await stateOf(database.query, source, organization, markOf),
        rows: Object.fromEntries(counts.filter(([, rows]) => rows > 0)),
        uncompacted: source.journal(organization.id),
      });
    }
    const { added, known } = isEmpty
      ? { added: source.all('SELECT 1 FROM people').length, known: [] }
      : await identify(database.query, source);
    return { organizations, people: { added, known } };
  });
}

async function withDatabase<T>(databaseUrl: string, work: (database: Database) => Promise<T>): Promise<T> {
  const database = new Database({ databaseUrl, node: 'move', connections: 2 });
  try {
    return await work(database);
  } finally {
    await database.close();
  }
}

async function describeAll(query: Query): Promise<ReadonlyMap<string, TargetTable>> {
  const tables = new Map<string, TargetTable>();
  for (const { name } of ALL_TABLES) tables.set(name, await describeTable(query, name));
  return tables;
}

/** A move under way. */
class Move {
  readonly #database: Database;
  readonly #source: SourceStore;
  readonly #people: MovedPeople;
  readonly #tables: ReadonlyMap<string, TargetTable>;
  readonly #changes: ClusterChangeFeed;
  readonly #reseal: Reseal;

  constructor(
    database: Database,
    source: SourceStore,
    people: MovedPeople,
    tables: ReadonlyMap<string, TargetTable>,
    reseal: Reseal,
  ) {
    this.#reseal = reseal;
    this.#database = database;
    this.#source = source;
    this.#people = people;
    this.#tables = tables;
    this.#changes = new ClusterChangeFeed(database);
  }

  async organization(
    organization: SourceOrganization,
    progress: RowProgress,
  ): Promise<readonly TableCheck[]> {
    const { id } = organization;
    const { query } = this.#database;
    await beginMove(query, this.#source, organization);
    for (const table of MOVED_TENANT_TABLES) {
      progress.begin(`copying ${table.name} of ${organization.name}`);
      await copyRows(query, this.#target(table), id, this.#rows(table, id), (rows) => progress.add(rows));
    }
    const checks = await this.checks(query, MOVED_TENANT_TABLES, organization, progress);
    requireSame(checks);
    const mark = sourceMark(this.#source, ALL_TABLES, this.#tables, id);
    const published = await this.#changes.transaction(async (inTransaction, announce) => {
      await refuseErased(inTransaction, id);
      for (const table of PUBLISHED_TABLES) {
        progress.begin(`copying ${table.name} of ${organization.name}`);
        const rows = this.#rows(table, id);
        await copyRows(inTransaction, this.#target(table), id, rows, (some) => progress.add(some));
      }
      const last = await this.checks(inTransaction, PUBLISHED_TABLES, organization, progress);
      requireSame(last);
      await endMove(inTransaction, id, mark);
      await announce(id, SUBJECTS);
      return last;
    });
    return [...checks, ...published];
  }

  /** Compares the rows of both stores. */
  async checks(
    query: Query,
    tables: readonly MovedTable[],
    { id, name }: SourceOrganization,
    progress: RowProgress,
  ): Promise<readonly TableCheck[]> {
    const checks: TableCheck[] = [];
    for (const table of tables) {
      progress.begin(`comparing ${table.name} of ${name}`);
      const check = await checkRows(query, this.#target(table), id, this.#rows(table, id));
      progress.add(check.source.rows);
      checks.push(check);
    }
    return checks;
  }

  #target({ name }: MovedTable): TargetTable {
    return this.#tables.get(name)!;
  }

  /** Rows of the embedded store with the people of the cluster, and secrets as it seals them. */
  #rows(table: MovedTable, organizationId: OrganizationId): Iterable<MovedRow> {
    const { columns, keyed } = this.#target(table);
    const rows = this.#source.rows(table, columns, organizationId);
    if (columns.some(({ name }) => name === 'sealed_secret'))
      return rows.map((row) => this.#reseal(row, columns, organizationId));
    const person = columns.findIndex(({ name }) => name === 'person_id');
    if (person < 0) return rows;
    const { idOf } = this.#people;
    const renamed = rows.map((row) => row.with(person, idOf.get(String(row[person])) ?? row[person]));
    if (person >= keyed) return renamed;
    // Other ids have another order; an organization has few members.
    return [...renamed].sort((a, b) =>
      compareKeys(a.slice(0, keyed) as string[], b.slice(0, keyed) as string[]),
    );
  }
}

function requireSame(checks: readonly TableCheck[]): void {
  const failed = checks.filter(({ firstDifference }) => firstDifference !== undefined);
  if (failed.length > 0) throw new MoveMismatch(failed);
}

/** The share of rows that are gone through. */
class RowProgress {
  readonly #onProgress: NonNullable<MoveOptions['onProgress']>;
  readonly #all: number;
  #done = 0;
  #doing = '';

  /** @param times how often each row is gone through */
  constructor(
    source: SourceStore,
    organizations: readonly SourceOrganization[],
    times: number,
    onProgress: MoveOptions['onProgress'] = () => {},
  ) {
    this.#onProgress = onProgress;
    const counts = organizations.flatMap(({ id }) => ALL_TABLES.map((table) => source.count(table, id)));
    this.#all = times * counts.reduce((sum, rows) => sum + rows, 0);
  }

  begin(doing: string): void {
    this.#doing = doing;
    this.#tell();
  }

  add(rows: number): void {
    this.#done += rows;
    this.#tell();
  }

  #tell(): void {
    this.#onProgress(this.#doing, Math.min(1, this.#done / Math.max(1, this.#all)));
  }
}
