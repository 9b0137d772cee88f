import type {
  Exposure,
  OrganizationId,
  OutcomeEvent,
  Outcomes,
  RankingDecision,
  SessionId,
} from '../../ports.ts';
import type { Database } from '../connection/database.ts';
import type { Value } from '../connection/value.ts';
import { type DecisionRow, toDecision } from './decision-rows.ts';

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
  readonly matched: boolean;
}

const toEvent = (row: EventRow): OutcomeEvent => ({
  eventId: row.event_id,
  sessionId: row.session_id,
  name: row.name,
  at: row.at,
  ...(row.data !== null && { data: row.data }),
  ...(row.decision_id !== null && { decisionId: row.decision_id }),
});

/** Rankings of all sessions that are looked through for those of one. Set by hand. */
const MOST_LOOKED_AT = 200_000;

export class ClusterOutcomes implements Outcomes {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  async decision(organizationId: OrganizationId, id: string): Promise<RankingDecision | undefined> {
    const row = await this.#database.one<DecisionRow>(
      'SELECT * FROM decisions WHERE organization_id = $1 AND decision_id = $2',
      [organizationId, id],
    );
    return row && toDecision(row);
  }

  async *decisions(organizationId: OrganizationId, since: number): AsyncGenerator<RankingDecision> {
    const rows = this.#database.scan<DecisionRow>(
      `SELECT * FROM decisions WHERE organization_id = $1 AND (at, decision_id) > ($2, $3) ORDER BY at, decision_id`,
      [organizationId, since, ''],
      (row) => [organizationId, row.at, row.decision_id],
    );
    for await (const row of rows) yield toDecision(row);
  }

  async decisionsOf(
    organizationId: OrganizationId,
    sessionId: SessionId,
    since: number,
    limit: number,
  ): Promise<readonly RankingDecision[]> {
    // An index by session would cost every ranking a page of it: a session's rankings are among the newest as a rule.
    const rows = await this.#database.query<DecisionRow>(
      `SELECT d.* FROM
         (SELECT decision_id, session_id FROM decisions WHERE organization_id = $1 AND at >= $3
          ORDER BY at DESC, decision_id DESC LIMIT ${MOST_LOOKED_AT}) AS newest
         JOIN decisions d ON d.organization_id = $1 AND d.decision_id = newest.decision_id
       WHERE newest.session_id = $2 ORDER BY d.at DESC, d.decision_id DESC LIMIT $4`,
      [organizationId, sessionId, since, limit],
    );
    return rows.map(toDecision);
  }

  async countDecisions(organizationId: OrganizationId, since: number): Promise<number> {
    const row = await this.#database.one<{ count: number }>(
      'SELECT count(*) AS count FROM decisions WHERE organization_id = $1 AND at >= $2',
      [organizationId, since],
    );
    return row?.count ?? 0;
  }

  async *exposures(
    organizationId: OrganizationId,
    since: number,
  ): AsyncGenerator<Exposure & { readonly matched: boolean }> {
    const rows = this.#database.scan<ExposureRow>(
      `SELECT * FROM exposures
       WHERE organization_id = $1 AND at >= $2 AND (session_id, decision_id, item_id) > ($3, $4, $5)
       ORDER BY session_id, decision_id, item_id`,
      [organizationId, since, '', '', ''],
      (row) => [organizationId, since, row.session_id, row.decision_id, row.item_id],
    );
    for await (const row of rows) {
      yield {
        sessionId: row.session_id,
        decisionId: row.decision_id,
        itemId: row.item_id,
        at: row.at,
        matched: row.matched,
        ...(row.position !== null && { position: row.position }),
      };
    }
  }

  events(organizationId: OrganizationId, since: number): AsyncIterable<OutcomeEvent> {
    return this.#events(
      `SELECT * FROM events WHERE organization_id = $1 AND (at, event_id, session_id, name) > ($2, $3, $4, $5)
       ORDER BY at, event_id, session_id, name`,
      [organizationId],
      [since, '', '', ''],
      (row) => [row.at, row.event_id, row.session_id, row.name],
    );
  }

  eventsOf(
    organizationId: OrganizationId,
    decisionId: string,
    sessionId: SessionId,
  ): AsyncIterable<OutcomeEvent> {
    return this.#events(
      `SELECT * FROM events
       WHERE organization_id = $1 AND decision_id = $2 AND session_id = $3 AND (at, event_id, name) > ($4, $5, $6)
       ORDER BY at, event_id, name`,
      [organizationId, decisionId, sessionId],
      [Number.MIN_SAFE_INTEGER, '', ''],
      (row) => [row.at, row.event_id, row.name],
    );
  }

  eventsWithId(organizationId: OrganizationId, eventId: string): AsyncIterable<OutcomeEvent> {
    return this.#events(
      `SELECT * FROM events WHERE organization_id = $1 AND event_id = $2 AND (session_id, name) > ($3, $4)
       ORDER BY session_id, name`,
      [organizationId, eventId],
      ['', ''],
      (row) => [row.session_id, row.name],
    );
  }

  async *#events(
    text: string,
    of: readonly Value[],
    first: readonly Value[],
    after: (row: EventRow) => readonly Value[],
  ): AsyncGenerator<OutcomeEvent> {
    const rows = this.#database.scan<EventRow>(text, [...of, ...first], (row) => [...of, ...after(row)]);
    for await (const row of rows) yield toEvent(row);
  }
}
