import { setTimeout as wait } from 'node:timers/promises';
import {
  type ErasedRows,
  type Erasure,
  type LeaseScope,
  type OrganizationId,
  type RewriteWhen,
  type Rewritten,
  type SessionId,
  type StoredFact,
  StoreUnavailable,
  type Subject,
  WHOLE_STORE,
} from '../../ports.ts';
import type { ClusterChangeFeed } from '../change-feed.ts';
import type { Database, Query } from '../connection/database.ts';
import { TENANT_TABLES } from '../connection/schema.ts';
import { sqlState } from '../connection/store-errors.ts';
import { type DecisionRow, textsOf } from '../repositories/decision-rows.ts';
import { STORE_TIME } from '../repositories/leases.ts';
import { removeSome } from '../retention/remove-some.ts';
import { TAKE_NUMBER } from './erased-organizations.ts';

/** Tables with facts of a session that other ports do not read, in the order of an export. */
const FACT_TABLES = ['batches', 'decisions', 'events', 'exposures', 'orders', 'session_rulings'] as const;
/** The log of a session and what lies beside it. */
const LOG_TABLES = ['signal_runs', 'batches', 'snapshots', 'session_rulings', 'sessions'] as const;
/** Facts that name a session. The shop's own books stay: orders are unlinked. */
const NAMING_TABLES = ['events', 'exposures', 'decisions'] as const;

/** Tells other parts of a node what it holds of an organization in vain. */
const HELD: readonly Subject[] = ['keys', 'catalogue', 'personas', 'synonyms', 'model', 'rulings', 'erased'];

/** How long commits that began before an erasure are waited for at most, in ms, and how often they are looked for; set by hand. */
const PATIENCE = 10_000;
const LOOK_EVERY = 50;

/** How long a rewrite waits for a table that others use, in ms: their next statements wait behind it. */
const LOCK_PATIENCE = 2_000;

const LOCK_NOT_AVAILABLE = '55P03';

const END_REMAINS = 'DELETE FROM remains WHERE organization_id = $1 AND number <= $2';

type Fields = StoredFact['fields'];

/** Profiles that are kept apart from the log. */
export interface ErasedProfiles {
  /** @throws Error where it may still be there */
  erase(organizationId: OrganizationId, sessionId: SessionId): Promise<void>;
  /** @throws Error where some may still be there */
  eraseOrganization(organizationId: OrganizationId): Promise<number>;
}

export class ClusterErasure implements Erasure {
  readonly #database: Database;
  readonly #changes: ClusterChangeFeed;
  readonly #profiles: ErasedProfiles | undefined;
  readonly #patience: number;

  /**
   * @param profiles where profiles are kept, if not beside the log
   * @param patience how long commits that began before an erasure are waited for at most, in ms
   */
  constructor(
    database: Database,
    changes: ClusterChangeFeed,
    { profiles, patience = PATIENCE }: { profiles?: ErasedProfiles | undefined; patience?: number } = {},
  ) {
    this.#database = database;
    this.#changes = changes;
    this.#profiles = profiles;
    this.#patience = patience;
  }

  async *facts(organizationId: OrganizationId, sessionId: SessionId): AsyncGenerator<StoredFact> {
    for (const table of FACT_TABLES) {
      const rows = await this.#database.query<Fields>(
        `SELECT * FROM ${table} WHERE organization_id = $1 AND session_id = $2`,
        [organizationId, sessionId],
      );
      for (const row of rows) {
        const { organization_id: _, session_id: __, ...fields } = row;
        if (table !== 'decisions') yield { kind: table, fields: withoutBooleans(fields) };
        else {
          const { at, decision_id, endpoint } = fields;
          yield {
            kind: table,
            fields: { at, decision_id, endpoint, ...textsOf(row as unknown as DecisionRow) },
          };
        }
      }
    }
    // An order without a session belongs to that of the decision which it names.
    const orders = await this.#database.query<Fields>(
      `SELECT o.* FROM orders o JOIN decisions d USING (organization_id, decision_id)
       WHERE o.organization_id = $1 AND d.session_id = $2 AND o.session_id IS NULL`,
      [organizationId, sessionId],
    );
    for (const { organization_id: _, session_id: __, ...fields } of orders) yield { kind: 'orders', fields };
  }

  async session(organizationId: OrganizationId, sessionId: SessionId): Promise<ErasedRows> {
    const of = [organizationId, sessionId];
    // The log first, so that nothing is learned from it while the rest is looked for.
    const removed = await this.#changes.transaction(async (query, announce) => {
      let rows = 0;
      for (const table of LOG_TABLES) {
        rows += await count(query, `DELETE FROM ${table} WHERE organization_id = $1 AND session_id = $2`, of);
      }
      await announce(organizationId, ['erased'], true);
      await note(query, rows, organizationId);
      return rows;
    });
    await this.#inProfiles((profiles) => profiles.erase(organizationId, sessionId));
    return this.#database.transaction(async (query) => {
      // An order that names a decision leads to the session of the decision.
      const unlinked = await count(
        query,
        `UPDATE orders SET session_id = CASE WHEN session_id = $2 THEN NULL ELSE session_id END, decision_id = NULL
         WHERE organization_id = $1 AND (session_id = $2 OR decision_id IN
           (SELECT decision_id FROM decisions WHERE organization_id = $1 AND session_id = $2))`,
        of,
      );
      let named = 0;
      for (const table of NAMING_TABLES) {
        named += await count(
          query,
          `DELETE FROM ${table} WHERE organization_id = $1 AND session_id = $2`,
          of,
        );
      }
      await note(query, named + unlinked, organizationId);
      return { removed: removed + named, unlinked };
    });
  }

  unlearned(organizationId: OrganizationId): Promise<number | undefined> {
    return this.#remains(organizationId);
  }

  async models(organizationId: OrganizationId, keep: string | undefined, upTo: number): Promise<void> {
    const values = [organizationId, keep ?? null];
    await this.#changes.transaction(async (query, announce) => {
      await query('DELETE FROM models WHERE organization_id = $1 AND version IS DISTINCT FROM $2', values);
      await query(
        `DELETE FROM parts WHERE organization_id = $1 AND kind = 'model' AND name IS DISTINCT FROM $2`,
        values,
      );
      const unpointed = await count(
        query,
        `DELETE FROM current_versions WHERE organization_id = $1 AND kind = 'model' AND version IS DISTINCT FROM $2`,
        values,
      );
      if (unpointed > 0) await announce(organizationId, ['model']);
      await query(END_REMAINS, [organizationId, upTo]);
    });
  }

  /**
   * The organization itself goes last: an erasure that fails is begun again.
   *
   * @throws StoreUnavailable where a transaction that began before does not end; what it writes may stay
   */
  async organization(organizationId: OrganizationId): Promise<number> {
    const of = [organizationId];
    let removed = await this.#changes.transaction(async (query, announce) => {
      const keys = await count(query, 'DELETE FROM keys WHERE organization_id = $1', of);
      await announce(organizationId, HELD, true);
      return keys;
    });
    removed += await this.#empty(organizationId);
    // From here on, commits of all nodes are not applied; those that began before are waited for.
    await this.#database.query(
      `INSERT INTO erased_organizations (organization_id, at) VALUES ($1, ${STORE_TIME}) ON CONFLICT DO NOTHING`,
      of,
    );
    await this.#awaitOlderTransactions();
    removed += await this.#empty(organizationId);
    await this.#inProfiles((profiles) => profiles.eraseOrganization(organizationId));
    removed += await this.#changes.transaction(async (query, announce) => {
      let rows = 0;
      for (const table of ['audit_log', 'invitations', 'memberships', 'organizations'] as const) {
        rows += await count(query, `DELETE FROM ${table} WHERE organization_id = $1`, of);
      }
      await query('DELETE FROM leases WHERE organization_id = $1', of);
      await query('DELETE FROM remains WHERE organization_id = $1', of);
      await note(query, removed + rows);
      await announce(organizationId, HELD);
      return rows;
    });
    return removed;
  }

  async #remains(scope: LeaseScope): Promise<number | undefined> {
    const of = 'SELECT number FROM remains WHERE organization_id = $1';
    const [row] = await this.#database.query<{ number: number }>(of, [scope]);
    return row?.number;
  }

  /** @throws StoreUnavailable where profiles are kept elsewhere, and may still be there */
  async #inProfiles(erase: (profiles: ErasedProfiles) => Promise<unknown>): Promise<void> {
    if (this.#profiles === undefined) return;
    try {
      await erase(this.#profiles);
    } catch (error) {
      throw new StoreUnavailable(error);
    }
  }

  /** Empties the tables of an organization, but for who did what in it: that goes last. */
  async #empty(organizationId: OrganizationId): Promise<number> {
    let removed = 0;
    for (const table of TENANT_TABLES) {
      if (table === 'audit_log') continue;
      for (let some = -1; some !== 0; removed += some) {
        some = await removeSome(this.#database.query, table, 'organization_id = $1', [organizationId]);
      }
    }
    return removed;
  }

  /** Waits for the transactions that have a number by now: those that get one later see that the organization is erased. */
  async #awaitOlderTransactions(): Promise<void> {
    const [{ number }] = await this.#database.query<{ number: string }>(TAKE_NUMBER);
    for (const until = performance.now() + this.#patience; ; await wait(LOOK_EVERY)) {
      const isOver = await this.#database.meets(
        'SELECT 1 WHERE pg_snapshot_xmin(pg_current_snapshot()) >= $1::xid8',
        [number],
      );
      if (isOver) return;
      if (performance.now() > until)
        throw new StoreUnavailable(
          new Error(`A transaction that began before the erasure has not ended within ${this.#patience} ms.`),
        );
    }
  }

  /**
   * Rewrites the tables of tenants (`VACUUM FULL`), each locked meanwhile. Unless it is to be done beside a service, nothing
   * is: nodes may run on the store, whose writes would wait. Write-ahead logs and backups keep what they have until they
   * are removed.
   */
  async rewrite(when: RewriteWhen): Promise<Rewritten> {
    const upTo = await this.#remains(WHOLE_STORE);
    if (when !== 'beside') return upTo === undefined ? 'clean' : 'served';
    try {
      await this.#database.unhurried(async (query) => {
        await query(`SET lock_timeout = ${LOCK_PATIENCE}`);
        for (const table of TENANT_TABLES) await query(`VACUUM FULL ${table}`);
      });
      if (upTo !== undefined) await this.#database.query(END_REMAINS, [WHOLE_STORE, upTo]);
      return 'rewritten';
    } catch (error) {
      const cause = error instanceof Error ? error.cause : undefined;
      if (sqlState(cause) === LOCK_NOT_AVAILABLE) return 'busy';
      throw error;
    }
  }
}

/** Notes what is left to do after rows were removed: in the models of the organization, if one is named, and in the files. */
async function note(query: Query, rows: number, organizationId?: OrganizationId): Promise<void> {
  if (rows === 0) return;
  for (const scope of organizationId === undefined ? [WHOLE_STORE] : [organizationId, WHOLE_STORE])
    await query(
      `INSERT INTO remains (organization_id, number) VALUES ($1, ${STORE_TIME})
       ON CONFLICT (organization_id) DO UPDATE SET number = GREATEST(remains.number + 1, excluded.number)`,
      [scope],
    );
}

/** Runs a statement that writes, and counts the rows that it has met. */
async function count(query: Query, text: string, values: readonly (string | null)[]): Promise<number> {
  const [{ rows }] = await query<{ rows: number }>(
    `WITH met AS (${text} RETURNING 1) SELECT count(*) AS rows FROM met`,
    values,
  );
  return rows;
}

/** Fields as exports have them: 0 and 1 in place of booleans. */
function withoutBooleans(fields: Readonly<Record<string, unknown>>): Fields {
  return Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [name, typeof value === 'boolean' ? Number(value) : value]),
  ) as Fields;
}
