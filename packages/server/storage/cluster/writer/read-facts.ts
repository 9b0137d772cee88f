import type { Commit, OrganizationId } from '../../ports.ts';
import { type PipelinedConnection, type Statement, statement } from '../connection/pipelined-connection.ts';
import type { Value } from '../connection/value.ts';
import type { GroupMark } from './group-mark.ts';
import { byKey, type KnownFacts, keyOf } from './known-facts.ts';
import { eventKey } from './plan.ts';

const BEGIN = statement('BEGIN');
const ERASED = statement(
  'SELECT organization_id FROM erased_organizations WHERE organization_id = ANY($1::text[])',
);
/** The locks are taken in the order of the key, by every node. */
const LOCK_SESSIONS = statement(`
  SELECT s.organization_id, s.session_id, s.last_sequence, s.chain
  FROM sessions s JOIN unnest($1::text[], $2::text[]) AS wanted (organization_id, session_id)
    USING (organization_id, session_id)
  ORDER BY s.organization_id, s.session_id FOR UPDATE OF s`);
const BATCHES = statement(`
  SELECT b.organization_id, b.session_id, b.batch_id, b.digest
  FROM batches b JOIN unnest($1::text[], $2::text[], $3::text[]) AS wanted (organization_id, session_id, batch_id)
    USING (organization_id, session_id, batch_id)`);
const EVENTS = statement(`
  SELECT e.organization_id, e.event_id, e.session_id, e.name, e.data, e.decision_id
  FROM events e JOIN unnest($1::text[], $2::text[], $3::text[], $4::text[])
    AS wanted (organization_id, event_id, session_id, name) USING (organization_id, event_id, session_id, name)`);
const DECISIONS = statement(`
  SELECT d.organization_id, d.decision_id
  FROM decisions d JOIN unnest($1::text[], $2::text[]) AS wanted (organization_id, decision_id)
    USING (organization_id, decision_id)`);
const REQUESTS = statement(`
  SELECT r.organization_id, r.at, r.request_id
  FROM counted_requests r JOIN unnest($1::text[], $2::bigint[], $3::text[]) AS wanted (organization_id, at, request_id)
    USING (organization_id, at, request_id)`);

interface MarkRow {
  readonly transaction: string;
}
interface SessionRow {
  readonly organization_id: string;
  readonly session_id: string;
  readonly last_sequence: number;
  readonly chain: string | null;
}
interface BatchRow extends SessionRow {
  readonly batch_id: string;
  readonly digest: string | null;
}
interface EventRow {
  readonly organization_id: OrganizationId;
  readonly event_id: string;
  readonly session_id: never;
  readonly name: string;
  readonly data: string | null;
  readonly decision_id: string | null;
}
interface RequestRow {
  readonly organization_id: string;
  readonly at: number;
  readonly request_id: string;
}

/** Rows by key, as columns of texts and numbers. */
class Keys {
  readonly #rows = new Map<string, readonly (string | number)[]>();

  add(...row: readonly (string | number)[]): void {
    this.#rows.set(keyOf(...row), row);
  }

  get isEmpty(): boolean {
    return this.#rows.size === 0;
  }

  /** One array a column, in the order of the key. */
  columns(): (string | number)[][] {
    const sorted = [...this.#rows].sort(byKey).map(([, row]) => row);
    return sorted[0].map((_, column) => sorted.map((row) => row[column]));
  }
}

/** Begins the transaction of a group, locks its sessions, and reads what decides about its commits: one round trip. */
export async function readFacts(
  connection: PipelinedConnection,
  commits: readonly Commit[],
  mark: GroupMark,
): Promise<KnownFacts> {
  const organizations = new Set<OrganizationId>();
  const [sessions, batches, events, decisions, requests] = Array.from({ length: 5 }, () => new Keys());
  for (const { organizationId, at, writes, requestId } of commits) {
    organizations.add(organizationId);
    if (requestId !== undefined) requests.add(organizationId, at, requestId);
    for (const write of writes) {
      if (write.kind === 'signals') {
        sessions.add(organizationId, write.sessionId);
        if (write.batchId !== undefined) batches.add(organizationId, write.sessionId, write.batchId);
      } else if (write.kind === 'event') {
        const { eventId, sessionId, name } = write.event;
        events.add(organizationId, eventId, sessionId, name);
      } else if (write.kind === 'exposures') {
        for (const { decisionId } of write.exposures) decisions.add(organizationId, decisionId);
      }
    }
  }
  const sent: (readonly [Statement, readonly Value[]])[] = [
    [BEGIN, []],
    // Writes, so that the transaction has a number before it asks for erased organizations: an erasure waits for those.
    mark.next(),
    [ERASED, [[...organizations]]],
  ];
  // Batches are read behind the locks of their sessions.
  const asked = [
    [LOCK_SESSIONS, sessions],
    [BATCHES, batches],
    [EVENTS, events],
    [DECISIONS, decisions],
    [REQUESTS, requests],
  ] as const;
  for (const [query, keys] of asked) if (!keys.isEmpty) sent.push([query, keys.columns()]);
  const answers = await connection.pipeline(sent);
  const answerTo = <Row>(query: Statement): readonly Row[] => {
    const place = sent.findIndex(([each]) => each === query);
    return place < 0 ? [] : (answers[place] as readonly Row[]);
  };
  return {
    transaction: (answers[1] as readonly MarkRow[])[0].transaction,
    erased: new Set(answerTo<{ organization_id: OrganizationId }>(ERASED).map((row) => row.organization_id)),
    sessions: new Map(
      answerTo<SessionRow>(LOCK_SESSIONS).map(({ organization_id, session_id, last_sequence, chain }) => [
        keyOf(organization_id, session_id),
        { sequence: last_sequence, chain },
      ]),
    ),
    batches: new Map(
      answerTo<BatchRow>(BATCHES).map((row) => [
        keyOf(row.organization_id, row.session_id, row.batch_id),
        row.digest,
      ]),
    ),
    events: new Map(
      answerTo<EventRow>(EVENTS).map((row) => [
        eventKey(row.organization_id, { eventId: row.event_id, sessionId: row.session_id, name: row.name }),
        { data: row.data, decisionId: row.decision_id },
      ]),
    ),
    decisions: new Set(
      answerTo<{ organization_id: string; decision_id: string }>(DECISIONS).map((row) =>
        keyOf(row.organization_id, row.decision_id),
      ),
    ),
    requests: new Set(
      answerTo<RequestRow>(REQUESTS).map((row) => keyOf(row.organization_id, row.at, row.request_id)),
    ),
  };
}
