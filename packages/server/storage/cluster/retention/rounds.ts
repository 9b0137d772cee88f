import {
  type Lease,
  type Leases,
  type OrganizationId,
  type Retention,
  type StorageObserver,
  WHOLE_STORE,
} from '../../ports.ts';
import type { Database } from '../connection/database.ts';
import type { Value } from '../connection/value.ts';
import { STORE_TIME } from '../repositories/leases.ts';
import { removeSome, STEP } from './remove-some.ts';

/** Pause between two steps of a round, between two rounds, and after a failure, in ms; set by hand. */
const STEP_PAUSE = 50;
const ROUND_PAUSE = 3_600_000;
const FAILURE_PAUSE = 60_000;
/** How long a node that died keeps others from going on, in ms; set by hand. */
const LEASE = 60_000;

/** What nodes that are gone have left: how long its rows may be unchanged, in ms; set by hand. */
const GONE = 30 * 86_400_000;

/** The whole model that a version was updated from, itself where it is whole: `m` of `m.3`. */
const WHOLE = (version: string) => `split_part(${version}, '.', 1)`;

export interface RetentionRoundsOptions {
  readonly database: Database;
  readonly leases: Leases;
  /** Names this node in the lease. */
  readonly owner: string;
  readonly retention: Retention;
  readonly observe?: StorageObserver['retained'];
}

/** Removes what is older than the retention times, some rows at a time, round after round, by one node at a time. */
export class RetentionRounds {
  readonly #options: RetentionRoundsOptions;
  readonly #closing = new AbortController();
  #timer: NodeJS.Timeout | undefined;
  #round: Promise<void> | undefined;

  constructor(options: RetentionRoundsOptions) {
    this.#options = options;
  }

  /** Takes rounds until it is closed. */
  begin(): void {
    this.#next(FAILURE_PAUSE);
  }

  #next(pause: number): void {
    if (this.#closing.signal.aborted) return;
    this.#timer = setTimeout(() => {
      this.#round = this.round().then(
        (isDone) => {
          if (isDone) this.#options.observe?.('round');
          this.#next(isDone ? ROUND_PAUSE : FAILURE_PAUSE);
        },
        // Retention can wait; requests meet the same failure of the store and report it.
        () => {
          this.#options.observe?.('failure');
          this.#next(FAILURE_PAUSE);
        },
      );
    }, pause).unref();
  }

  async close(): Promise<void> {
    this.#closing.abort();
    clearTimeout(this.#timer);
    await this.#round;
  }

  /** One round over all organizations; answers false where another node is at it, or has to take over. */
  async round(): Promise<boolean> {
    const { database, leases, owner, retention } = this.#options;
    let lease: Lease | undefined = await leases.acquire(WHOLE_STORE, 'retention', owner, LEASE);
    if (lease === undefined) return false;
    try {
      const [{ now }] = await database.query<{ now: number }>(`SELECT ${STORE_TIME} AS now`);
      const organizations = await database.query<{ organization_id: OrganizationId }>(
        'SELECT organization_id FROM organizations ORDER BY organization_id',
      );
      for (const { organization_id } of organizations) {
        for (const step of stepsOf(database, organization_id, retention, now)) {
          while (await step()) {
            this.#options.observe?.('step');
            if (this.#closing.signal.aborted) return false;
            lease = await leases.renew(lease, LEASE);
            if (lease === undefined) return false;
            await new Promise((resolve) => setTimeout(resolve, STEP_PAUSE));
          }
          if (this.#closing.signal.aborted) return false;
        }
      }
      await database.query('DELETE FROM one_time_links WHERE expires_at <= $1', [now]);
      await database.query('DELETE FROM pulses WHERE at < $1', [now - GONE]);
      await database.query('DELETE FROM last_groups WHERE at < $1', [now - GONE]);
      return true;
    } finally {
      // A lease that cannot be released now runs out.
      if (lease !== undefined) await leases.release(lease).catch(() => {});
    }
  }
}

/** What is to be removed of an organization. Each step answers whether it is to be taken again. */
function stepsOf(
  database: Database,
  organizationId: OrganizationId,
  retention: Retention,
  now: number,
): readonly (() => Promise<boolean>)[] {
  const { query } = database;
  const some =
    (table: Parameters<typeof removeSome>[1], condition: string, ...values: readonly Value[]) =>
    async () =>
      (await removeSome(query, table, `organization_id = $1 AND ${condition}`, [
        organizationId,
        ...values,
      ])) === STEP;
  const outcomes = now - retention.outcomes;
  const decisions = now - retention.decisions;
  const oldVersion = (kind: 'catalogue' | 'model', version: string) =>
    `${WHOLE(version)} NOT IN (SELECT ${WHOLE('c.version')} FROM current_versions c
       WHERE c.organization_id = $1 AND c.kind = '${kind}')`;
  return [
    () => removeSessions(database, organizationId, now - retention.sessions),
    some('events', 'at < $2', outcomes),
    some('exposures', 'at < $2', outcomes),
    some('orders', 'at < $2', outcomes),
    some('order_changes', 'changed_at < $2', outcomes),
    some('counted_requests', 'at < $2', outcomes),
    some('decisions', 'at < $2', decisions),
    // The time at which a version was replaced is not recorded, so its age counts from its own making.
    some('catalogues', `imported_at < $2 AND ${oldVersion('catalogue', 'version')}`, decisions),
    some('models', `built_at < $2 AND ${oldVersion('model', 'version')}`, decisions),
    some('artefacts', 'catalogue_version NOT IN (SELECT version FROM catalogues WHERE organization_id = $1)'),
    some(
      'artefacts',
      `kind = 'index' AND catalogue_version NOT IN
         (SELECT version FROM current_versions WHERE organization_id = $1 AND kind = 'catalogue')`,
    ),
    some('kept_files', 'at < $2', now - retention.exports),
    // Parts go with the row that names them. Each was stored in one transaction with it.
    some(
      'parts',
      `kind = 'catalogue' AND name NOT IN (SELECT version FROM catalogues WHERE organization_id = $1)`,
    ),
    some('parts', `kind = 'model' AND name NOT IN (SELECT version FROM models WHERE organization_id = $1)`),
    some(
      'parts',
      `kind = 'file' AND name NOT IN (SELECT file_id FROM kept_files WHERE organization_id = $1)`,
    ),
    some(
      'parts',
      `kind = 'artefact' AND name NOT IN (SELECT catalogue_version || E'\\n' || kind || E'\\n' || format
         FROM artefacts WHERE organization_id = $1)`,
    ),
  ];
}

/** Sessions at once: those that are written now are locked by their commits, and wait. */
const SESSIONS = 200;

async function removeSessions(
  database: Database,
  organizationId: OrganizationId,
  before: number,
): Promise<boolean> {
  const ids = await database.transaction(async (query) => {
    const old = await query<{ session_id: string }>(
      `SELECT session_id FROM sessions WHERE organization_id = $1 AND last_seen_at < $2
       ORDER BY session_id LIMIT ${SESSIONS} FOR UPDATE SKIP LOCKED`,
      [organizationId, before],
    );
    const values = [organizationId, old.map(({ session_id }) => session_id)];
    if (old.length === 0) return old;
    for (const table of ['signal_runs', 'batches', 'snapshots', 'session_rulings', 'sessions']) {
      await query(`DELETE FROM ${table} WHERE organization_id = $1 AND session_id = ANY($2)`, values);
    }
    return old;
  });
  return ids.length === SESSIONS;
}
