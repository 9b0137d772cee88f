import { writeSegment } from '../../log-segment.ts';
import { type PipelinedConnection, type Statement, statement } from '../connection/pipelined-connection.ts';
import type { Value } from '../connection/value.ts';
import { byKey, keyOf } from './known-facts.ts';
import type { GroupPlan } from './plan.ts';

/*
 * One statement a table, whatever the size of the group. What the plan takes for new is inserted as it is: where another
 * node was faster, the transaction fails, and the group is planned again.
 */

const NEW_SESSIONS = statement(`
  INSERT INTO sessions (organization_id, session_id, opened_at, last_seen_at, last_sequence, chain)
  SELECT * FROM unnest($1::text[], $2::text[], $3::bigint[], $4::bigint[], $5::bigint[], $6::text[])`);
const SESSIONS = statement(`
  UPDATE sessions s SET last_seen_at = GREATEST(s.last_seen_at, c.seen_at), last_sequence = c.sequence, chain = c.chain
  FROM unnest($1::text[], $2::text[], $3::bigint[], $4::bigint[], $5::text[])
    AS c (organization_id, session_id, seen_at, sequence, chain)
  WHERE s.organization_id = c.organization_id AND s.session_id = c.session_id`);
const RUNS = statement(`
  INSERT INTO signal_runs (organization_id, session_id, first_sequence, last_sequence, signals)
  SELECT * FROM unnest($1::text[], $2::text[], $3::bigint[], $4::bigint[], $5::text[])`);
const BATCHES = statement(`
  INSERT INTO batches (organization_id, session_id, batch_id, digest)
  SELECT * FROM unnest($1::text[], $2::text[], $3::text[], $4::text[])`);
const SNAPSHOTS = statement(`
  INSERT INTO snapshots AS s (organization_id, session_id, sequence, profile)
  SELECT * FROM unnest($1::text[], $2::text[], $3::bigint[], $4::text[])
  ON CONFLICT (organization_id, session_id) DO UPDATE SET sequence = EXCLUDED.sequence, profile = EXCLUDED.profile
    WHERE EXCLUDED.sequence > s.sequence`);
const EVENTS = statement(`
  INSERT INTO events (organization_id, event_id, session_id, name, at, data, decision_id)
  SELECT * FROM unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::bigint[], $6::text[], $7::text[])`);
const EXPOSURES = statement(`
  INSERT INTO exposures (organization_id, session_id, decision_id, item_id, position, at, matched)
  SELECT * FROM unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::integer[], $6::bigint[], $7::boolean[])
  ON CONFLICT DO NOTHING RETURNING organization_id, session_id, decision_id, item_id`);
/** Rows have the lower 32 bits of the number of the transaction that wrote them. */
const WRITTEN_EXPOSURES = statement(`
  SELECT organization_id, session_id, decision_id, item_id
  FROM exposures e JOIN unnest($2::text[], $3::text[], $4::text[], $5::text[])
    AS written (organization_id, session_id, decision_id, item_id)
    USING (organization_id, session_id, decision_id, item_id)
  WHERE e.xmin::text::bigint = $1::bigint & 4294967295`);
const DECISIONS = statement(`
  INSERT INTO decisions (organization_id, decision_id, at, session_id, endpoint, replay, ranked, packed, items)
  SELECT * FROM unnest($1::text[], $2::text[], $3::bigint[], $4::text[], $5::text[], $6::text[], $7::text[],
    $8::bytea[], $9::text[])
  ON CONFLICT DO NOTHING`);
const GRADINGS = statement(`
  INSERT INTO gradings (organization_id, grading_id, at, kind, category, result, summary, origin)
  SELECT * FROM unnest($1::text[], $2::text[], $3::bigint[], $4::text[], $5::text[], $6::text[], $7::text[], $8::text[])
  ON CONFLICT DO NOTHING`);
const REQUESTS = statement(`
  INSERT INTO counted_requests (organization_id, at, request_id)
  SELECT * FROM unnest($1::text[], $2::bigint[], $3::text[])`);
const USAGE = statement(`
  INSERT INTO usage AS u (organization_id, day, endpoint, node, requests)
  SELECT organization_id, day, endpoint, $4, requests
  FROM unnest($1::text[], $2::text[], $3::text[], $5::bigint[]) AS c (organization_id, day, endpoint, requests)
  ON CONFLICT (organization_id, day, endpoint, node) DO UPDATE SET requests = u.requests + EXCLUDED.requests`);
const COMMIT = statement('COMMIT');

type Cell = string | number | boolean | Uint8Array | null;

/** One array a column, rows in the order of their keys. */
function columns<T>(rows: ReadonlyMap<string, T>, cells: (row: T) => readonly Cell[]): Cell[][] {
  const sorted = [...rows].sort(byKey).map(([, row]) => cells(row));
  return sorted[0].map((_, column) => sorted.map((row) => row[column]));
}

/** The exposures that the store did not have, by key. */
export type NewExposures = ReadonlySet<string>;

/** Writes the rows of a group and commits them: one round trip. */
export async function writePlan(
  connection: PipelinedConnection,
  plan: GroupPlan,
  node: string,
  hasProfilesElsewhere: boolean,
): Promise<NewExposures> {
  const sent: [Statement, readonly Value[]][] = [];
  const send = <T>(
    query: Statement,
    rows: ReadonlyMap<string, T>,
    cells: (row: T) => readonly Cell[],
  ): void => {
    if (rows.size > 0) sent.push([query, columns(rows, cells)]);
  };
  const sessions = [...plan.sessions];
  send(NEW_SESSIONS, new Map(sessions.filter(([, { isNew }]) => isNew)), (each) => [
    each.organizationId,
    each.sessionId,
    each.openedAt,
    each.seenAt,
    each.sequence,
    each.chain,
  ]);
  send(SESSIONS, new Map(sessions.filter(([, { isNew }]) => !isNew)), (each) => [
    each.organizationId,
    each.sessionId,
    each.seenAt,
    each.sequence,
    each.chain,
  ]);
  send(RUNS, plan.runs, ({ organizationId, write: { sessionId, signals }, first }) => [
    organizationId,
    sessionId,
    first,
    first + signals.length - 1,
    writeSegment(signals),
  ]);
  send(BATCHES, plan.batches, ({ organizationId, value: { sessionId, batchId, batchDigest } }) => [
    organizationId,
    sessionId,
    batchId!,
    batchDigest ?? null,
  ]);
  if (!hasProfilesElsewhere) {
    const folded = sessions.filter(([, { snapshot }]) => snapshot !== undefined);
    send(SNAPSHOTS, new Map(folded), ({ organizationId, sessionId, snapshot }) => [
      organizationId,
      sessionId,
      snapshot!.sequence,
      snapshot!.profile,
    ]);
  }
  send(EVENTS, plan.events, ({ organizationId, value }) => [
    organizationId,
    value.eventId,
    value.sessionId,
    value.name,
    value.at,
    value.data ?? null,
    value.decisionId ?? null,
  ]);
  send(EXPOSURES, plan.exposures, ({ organizationId, value }) => [
    organizationId,
    value.sessionId,
    value.decisionId,
    value.itemId,
    value.position ?? null,
    value.at,
    value.matched,
  ]);
  send(DECISIONS, plan.decisions, ({ organizationId, value }) => {
    const facts = [organizationId, value.id, value.at, value.sessionId, value.endpoint];
    if (!('packed' in value)) return [...facts, value.replay, value.ranked, null, null];
    return [...facts, null, null, value.packed, value.items && JSON.stringify(value.items)];
  });
  send(GRADINGS, plan.gradings, ({ organizationId, value }) => [
    organizationId,
    value.id,
    value.at,
    value.kind,
    // For finding gradings by it; the result holds it as it was sent.
    value.category?.normalize() ?? null,
    value.result,
    value.summary ?? null,
    value.origin ?? null,
  ]);
  send(REQUESTS, plan.requests, ({ organizationId, value }) => [organizationId, value.at, value.requestId]);
  if (plan.usage.size > 0) {
    const [organizations, days, endpoints, requests] = columns(plan.usage, (each) => [
      each.organizationId,
      each.day,
      each.endpoint,
      each.requests,
    ]);
    sent.push([USAGE, [organizations, days, endpoints, node, requests]]);
  }
  sent.push([COMMIT, []]);
  const answers = await connection.continue(sent);
  const place = sent.findIndex(([query]) => query === EXPOSURES);
  const exposed = place < 0 ? [] : (answers[place] as readonly ExposureRow[]);
  return keysOf(exposed);
}

/** The exposures that a transaction has written, where its answer was lost. */
export async function exposuresOf(
  connection: PipelinedConnection,
  plan: GroupPlan,
  transaction: string,
): Promise<NewExposures> {
  if (plan.exposures.size === 0) return new Set();
  const keys = columns(plan.exposures, ({ organizationId, value }) => [
    organizationId,
    value.sessionId,
    value.decisionId,
    value.itemId,
  ]);
  const exposed = await connection.query<ExposureRow>(WRITTEN_EXPOSURES, [transaction, ...keys]);
  return keysOf(exposed);
}

const keysOf = (exposed: readonly ExposureRow[]): NewExposures =>
  new Set(exposed.map((row) => keyOf(row.organization_id, row.session_id, row.decision_id, row.item_id)));

interface ExposureRow {
  readonly organization_id: string;
  readonly session_id: string;
  readonly decision_id: string;
  readonly item_id: string;
}
