import type { DatabaseSync } from 'node:sqlite';
import { type EventOutcome, outcomeOfEvent } from '../../commit/decide.ts';
import type {
  Exposure,
  OrganizationId,
  OutcomeEvent,
  Outcomes,
  PackedDecision,
  RankingDecision,
  SessionId,
} from '../../ports.ts';
import type { Reader } from '../connection/reader.ts';
import { type DecisionRow, type DecisionRows, decisionInserter } from '../decisions/decision-rows.ts';
import type { ItemNumbers } from '../decisions/item-numbers.ts';
import type { EventRecord } from '../writer/commit-record.ts';

interface EventRow {
  readonly event_id: string;
  readonly session_id: SessionId;
  readonly name: string;
  readonly at: number;
  readonly data: string | null;
  readonly decision_id: string | null;
}

interface ExposureRow {
  readonly session_id: SessionId;
  readonly decision_id: string;
  readonly item_id: string;
  readonly position: number | null;
  readonly at: number;
  readonly matched: number;
}

const toEvent = (row: EventRow): OutcomeEvent => ({
  eventId: row.event_id,
  sessionId: row.session_id,
  name: row.name,
  at: row.at,
  ...(row.data !== null && { data: row.data }),
  ...(row.decision_id !== null && { decisionId: row.decision_id }),
});

/** Rankings of all sessions that are looked through for those of one: some 100 ms. Set by hand. */
const MOST_LOOKED_AT = 200_000;

export class SqliteOutcomes implements Outcomes {
  readonly #reader: Reader;
  readonly #decisions: DecisionRows;

  constructor(reader: Reader, decisions: DecisionRows) {
    this.#reader = reader;
    this.#decisions = decisions;
  }

  async decision(organizationId: OrganizationId, id: string): Promise<RankingDecision | undefined> {
    const row = this.#reader.get<DecisionRow>(
      'SELECT * FROM decisions WHERE organization_id = ? AND decision_id = ?',
      organizationId,
      id,
    );
    return row && this.#decisions.read(organizationId, row);
  }

  async *decisions(organizationId: OrganizationId, since: number): AsyncGenerator<RankingDecision> {
    const rows = this.#reader.scan<DecisionRow>(
      `SELECT * FROM decisions WHERE organization_id = ? AND (at, decision_id) > (?, ?)
       ORDER BY at, decision_id`,
      [organizationId, since, ''],
      (row) => [organizationId, row.at, row.decision_id],
    );
    for await (const row of rows) yield this.#decisions.read(organizationId, row);
  }

  async decisionsOf(
    organizationId: OrganizationId,
    sessionId: SessionId,
    since: number,
    limit: number,
  ): Promise<readonly RankingDecision[]> {
    // An index by session would cost every ranking a page of it: a session's rankings are among the newest as a rule.
    const rows = this.#reader.scan<Pick<DecisionRow, 'at' | 'decision_id' | 'session_id'>>(
      `SELECT at, decision_id, session_id FROM decisions
       WHERE organization_id = ? AND (at, decision_id) < (?, ?) AND at >= ? ORDER BY at DESC, decision_id DESC`,
      [organizationId, Number.MAX_SAFE_INTEGER, '', since],
      (row) => [organizationId, row.at, row.decision_id, since],
    );
    const found: RankingDecision[] = [];
    let looked = 0;
    for await (const row of rows) {
      if (found.length === limit || looked++ === MOST_LOOKED_AT) break;
      if (row.session_id !== sessionId) continue;
      const decision = await this.decision(organizationId, row.decision_id);
      if (decision !== undefined) found.push(decision);
    }
    return found;
  }

  async countDecisions(organizationId: OrganizationId, since: number): Promise<number> {
    const rows = this.#reader.scan<Pick<DecisionRow, 'at' | 'decision_id'>>(
      `SELECT at, decision_id FROM decisions WHERE organization_id = ? AND (at, decision_id) > (?, ?)
       ORDER BY at, decision_id`,
      [organizationId, since, ''],
      (row) => [organizationId, row.at, row.decision_id],
    );
    let count = 0;
    for await (const _ of rows) count++;
    return count;
  }

  async *exposures(
    organizationId: OrganizationId,
    since: number,
  ): AsyncGenerator<Exposure & { readonly matched: boolean }> {
    const rows = this.#reader.scan<ExposureRow>(
      `SELECT * FROM exposures WHERE organization_id = ? AND (session_id, decision_id, item_id) > (?, ?, ?)
       ORDER BY session_id, decision_id, item_id`,
      [organizationId, '', '', ''],
      (row) => [organizationId, row.session_id, row.decision_id, row.item_id],
    );
    for await (const row of rows) {
      // Left out here rather than by the statement, which could go through a million rows in one slice.
      if (row.at < since) continue;
      yield {
        sessionId: row.session_id,
        decisionId: row.decision_id,
        itemId: row.item_id,
        at: row.at,
        matched: row.matched === 1,
        ...(row.position !== null && { position: row.position }),
      };
    }
  }

  async *events(organizationId: OrganizationId, since: number): AsyncGenerator<OutcomeEvent> {
    const rows = this.#reader.scan<EventRow>(
      `SELECT * FROM events WHERE organization_id = ? AND (at, event_id, session_id, name) > (?, ?, ?, ?)
       ORDER BY at, event_id, session_id, name`,
      [organizationId, since, '', '', ''],
      (row) => [organizationId, row.at, row.event_id, row.session_id, row.name],
    );
    for await (const row of rows) yield toEvent(row);
  }

  async *eventsOf(
    organizationId: OrganizationId,
    decisionId: string,
    sessionId: SessionId,
  ): AsyncGenerator<OutcomeEvent> {
    const of = [organizationId, decisionId, sessionId] as const;
    // SQLite would otherwise scan all events in the requested order.
    const rows = this.#reader.scan<EventRow>(
      `SELECT * FROM events INDEXED BY events_by_decision
       WHERE organization_id = ? AND decision_id = ? AND session_id = ? AND (at, event_id, name) > (?, ?, ?)
       ORDER BY at, event_id, name`,
      [...of, Number.MIN_SAFE_INTEGER, '', ''],
      (row) => [...of, row.at, row.event_id, row.name],
    );
    for await (const row of rows) yield toEvent(row);
  }

  async *eventsWithId(organizationId: OrganizationId, eventId: string): AsyncGenerator<OutcomeEvent> {
    const of = [organizationId, eventId] as const;
    // As above, of all events.
    const rows = this.#reader.scan<EventRow>(
      `SELECT * FROM events INDEXED BY events_by_id
       WHERE organization_id = ? AND event_id = ? AND (session_id, name) > (?, ?) ORDER BY session_id, name`,
      [...of, '', ''],
      (row) => [...of, row.session_id, row.name],
    );
    for await (const row of rows) yield toEvent(row);
  }
}

export interface OutcomeInserters {
  event(organizationId: OrganizationId, record: EventRecord): EventOutcome;
  /** The outcome of an event that the session has sent before, found without writing. */
  knownEvent(organizationId: OrganizationId, record: EventRecord): EventOutcome | undefined;
  /** How many of the exposures were new. */
  exposures(organizationId: OrganizationId, exposures: readonly Exposure[]): number;
  decision(organizationId: OrganizationId, decision: RankingDecision | PackedDecision): void;
}

export function outcomeInserters(database: DatabaseSync, numbers: ItemNumbers): OutcomeInserters {
  const insertEvent = database.prepare(
    `INSERT INTO events (organization_id, at, event_id, session_id, name, data, decision_id)
     VALUES (?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING`,
  );
  const decisionOf = database.prepare(
    'SELECT 1 FROM decisions WHERE organization_id = ? AND decision_id = ?',
  );
  const insertExposure = database.prepare(
    `INSERT INTO exposures (organization_id, session_id, decision_id, item_id, position, at, matched)
     VALUES (?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING`,
  );
  const eventOf = database.prepare(
    `SELECT data, decision_id FROM events
     WHERE organization_id = ? AND event_id = ? AND session_id = ? AND name = ?`,
  );

  function knownEvent(
    organizationId: OrganizationId,
    [, eventId, sessionId, name, , data, decisionId]: EventRecord,
  ): EventOutcome | undefined {
    const row = eventOf.get(organizationId, eventId, sessionId, name) as
      | Pick<EventRow, 'data' | 'decision_id'>
      | undefined;
    if (row === undefined) return undefined;
    return outcomeOfEvent({ data, decisionId }, { data: row.data, decisionId: row.decision_id });
  }

  return {
    knownEvent,
    event(organizationId, record) {
      const [, eventId, sessionId, name, at, data, decisionId] = record;
      const { changes } = insertEvent.run(organizationId, at, eventId, sessionId, name, data, decisionId);
      if (changes === 1) return { kind: 'event', duplicate: false };
      return knownEvent(organizationId, record) ?? { kind: 'event', duplicate: true };
    },
    exposures(organizationId, exposures) {
      const matched = new Map<string, number>();
      let recorded = 0;
      for (const { sessionId, decisionId, itemId, position, at } of exposures) {
        let known = matched.get(decisionId);
        if (known === undefined) {
          known = decisionOf.get(organizationId, decisionId) === undefined ? 0 : 1;
          matched.set(decisionId, known);
        }
        recorded += Number(
          insertExposure.run(organizationId, sessionId, decisionId, itemId, position ?? null, at, known)
            .changes,
        );
      }
      return recorded;
    },
    decision: decisionInserter(database, numbers),
  };
}
