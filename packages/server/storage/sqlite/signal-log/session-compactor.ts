import type { DatabaseSync } from 'node:sqlite';
import { joinSegments } from '../../log-segment.ts';
import type { ProfileSnapshot } from '../../ports.ts';
import type { TailSession } from './journal.ts';

/**
 * Signals, and characters of them, beyond which a segment is not made longer, so that reading and writing one stay short; set
 * by hand. A row of a hundred long searches has 50,000 characters.
 */
export const LONGEST_SEGMENT = 500;
export const LARGEST_SEGMENT = 32 * 1024;

/** A row of the journal, as it is compacted. */
type JournalRow = [
  number: number,
  first: number,
  last: number,
  at: number,
  openedAt: number,
  signals: string,
  batchId: string | null,
  snapshotSequence: number | null,
  snapshot: string | null,
  batchDigest: string | null,
];

/**
 * Reads rows of the journal by their numbers, in their order, in one statement: looking up each costs .7 µs a row more. It
 * ends with the row that reaches `size`, in characters.
 */
export function rowReader(
  database: DatabaseSync,
): (numbers: readonly number[], size: number) => Map<number, JournalRow> {
  const rowsOf = database.prepare(
    `SELECT number, first_sequence, last_sequence, at, opened_at, signals, batch_id, snapshot_sequence, snapshot,
       batch_digest FROM json_each(?) AS wanted CROSS JOIN journal ON number = wanted.value`,
    { returnArrays: true },
  );
  return (numbers, size) => {
    const rows = new Map<number, JournalRow>();
    let left = size;
    for (const row of rowsOf.iterate(JSON.stringify(numbers)) as Iterable<unknown> as Iterable<JournalRow>) {
      rows.set(row[0], row);
      left -= row[5].length + (row[8]?.length ?? 0);
      if (left <= 0) break;
    }
    return rows;
  };
}

/**
 * Compacts those first rows of a session that were read from the journal, and returns the number of the last one;
 * undefined where there is none. Where more rows up to number `upTo` follow, it ends with a whole segment, if there is one,
 * so that the next step goes on with another.
 *
 * `isShared`: another process may have written to the store since the rows were written, so some may be compacted
 * already, by a compaction that was cut short.
 *
 * @param largest another number than `LARGEST_SEGMENT`
 */
export function sessionCompactor(
  database: DatabaseSync,
  largest = LARGEST_SEGMENT,
): (
  session: TailSession,
  read: ReadonlyMap<number, JournalRow>,
  upTo: number,
  isShared: boolean,
) => number | undefined {
  const lastCompacted = database.prepare(
    'SELECT last_sequence FROM sessions WHERE organization_id = ? AND session_id = ?',
    { returnArrays: true },
  );
  const upsertSession = database.prepare(
    `INSERT INTO sessions (organization_id, session_id, opened_at, last_seen_at, last_sequence) VALUES (?, ?, ?, ?, ?)
     ON CONFLICT DO UPDATE SET last_sequence = MAX(last_sequence, excluded.last_sequence),
       last_seen_at = MAX(last_seen_at, excluded.last_seen_at)`,
  );
  const insertSegment = database.prepare(
    'INSERT INTO signal_runs (organization_id, session_id, first_sequence, signals) VALUES (?, ?, ?, ?)',
  );
  const insertBatch = database.prepare(
    `INSERT INTO batches (organization_id, session_id, batch_id, digest) VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING`,
  );
  const upsertSnapshot = database.prepare(
    `INSERT INTO snapshots (organization_id, session_id, sequence, profile) VALUES (?, ?, ?, ?)
     ON CONFLICT DO UPDATE SET sequence = excluded.sequence, profile = excluded.profile
     WHERE excluded.sequence > sequence`,
  );

  return ({ organizationId, sessionId, rows: numbers }, read, upTo, isShared) => {
    const [compacted] = isShared
      ? ((lastCompacted.get(organizationId, sessionId) as unknown as [number] | undefined) ?? [0])
      : [0];
    const found: JournalRow[] = [];
    for (const number of numbers) {
      const row = read.get(number);
      if (row === undefined) break;
      found.push(row);
    }
    if (found.length === 0) return undefined;
    const goesOn = found.length < numbers.length && numbers[found.length] <= upTo;
    const { rows, segments } = segmentsOf(found, compacted, largest, goesOn);
    let lastSeenAt = Number.NEGATIVE_INFINITY;
    let newest: ProfileSnapshot | undefined;
    for (const [, , , at, , , batchId, sequence, profile, digest] of rows) {
      lastSeenAt = Math.max(lastSeenAt, at);
      if (batchId !== null) insertBatch.run(organizationId, sessionId, batchId, digest);
      if (sequence !== null && sequence > (newest?.sequence ?? -1)) newest = { sequence, profile: profile! };
    }
    for (const { first, texts } of segments) {
      insertSegment.run(organizationId, sessionId, first, joinSegments(texts));
    }
    const [, , , , openedAt] = rows[0];
    const [lastNumber, , lastSequence] = rows.at(-1)!;
    upsertSession.run(organizationId, sessionId, openedAt, lastSeenAt, lastSequence);
    if (newest !== undefined) upsertSnapshot.run(organizationId, sessionId, newest.sequence, newest.profile);
    return lastNumber;
  };
}

/** A compacted segment: the number of its first signal, and the segments of its rows. */
interface Segment {
  readonly first: number;
  readonly texts: string[];
}

/**
 * Consecutive rows joined into segments, without the signals up to number `compacted`.
 *
 * @param goesOn whether more rows follow: those after the last whole segment are then left out, if there is one
 */
function segmentsOf(
  rows: readonly JournalRow[],
  compacted: number,
  largest: number,
  goesOn: boolean,
): { readonly rows: readonly JournalRow[]; readonly segments: readonly Segment[] } {
  const segments: Segment[] = [];
  let open: Segment | undefined;
  let length = 0;
  let size = 0;
  let whole = 0;
  for (const [place, [, first, last, , , signals]] of rows.entries()) {
    if (last < first || last <= compacted) continue;
    open ??= { first, texts: [] };
    open.texts.push(signals);
    length += last - first + 1;
    size += signals.length;
    if (length < LONGEST_SEGMENT && size < largest) continue;
    segments.push(open);
    open = undefined;
    length = 0;
    size = 0;
    whole = place + 1;
  }
  if (goesOn && whole > 0) return { rows: rows.slice(0, whole), segments };
  if (open !== undefined) segments.push(open);
  return { rows, segments };
}
