import type { DatabaseSync } from 'node:sqlite';
import type { ProfileSnapshot } from '../../ports.ts';
import type { UnfiledSession } from './journal.ts';
import { joinedRuns } from './log-segment.ts';

/** Signals, and characters of them, beyond which a run is not made longer, so that reading one stays short. */
const LONGEST_RUN = 500;
const LARGEST_RUN = 128 * 1024;

/** A row of the journal as it is filed. */
type FiledRow = [
  number: number,
  first: number,
  last: number,
  at: number,
  openedAt: number,
  signals: string,
  batchId: string | null,
  snapshotSequence: number | null,
  snapshot: string | null,
];

/** Reads rows of the journal by their numbers: in one statement, which takes less time than to look up each. */
export function rowReader(database: DatabaseSync): (numbers: readonly number[]) => Map<number, FiledRow> {
  const rowsOf = database.prepare(
    `SELECT number, first_sequence, last_sequence, at, opened_at, signals, batch_id, snapshot_sequence, snapshot
     FROM json_each(?) AS wanted CROSS JOIN journal ON number = wanted.value`,
    { returnArrays: true },
  );
  return (numbers) => {
    const rows = rowsOf.all(JSON.stringify(numbers)) as unknown as FiledRow[];
    return new Map(rows.map((row) => [row[0], row]));
  };
}

/**
 * Files those rows of a session that were read. Where somebody else may have written to the store since they were
 * written, some may have been filed before, in a round that was cut short.
 */
export function filer(
  database: DatabaseSync,
): (session: UnfiledSession, rows: ReadonlyMap<number, FiledRow>, isShared: boolean) => void {
  const lastFiled = database.prepare(
    'SELECT last_sequence FROM sessions WHERE organization_id = ? AND session_id = ?',
    { returnArrays: true },
  );
  const fileSession = database.prepare(
    `INSERT INTO sessions (organization_id, session_id, opened_at, last_seen_at, last_sequence) VALUES (?, ?, ?, ?, ?)
     ON CONFLICT DO UPDATE SET last_sequence = MAX(last_sequence, excluded.last_sequence),
       last_seen_at = MAX(last_seen_at, excluded.last_seen_at)`,
  );
  const fileRun = database.prepare(
    'INSERT INTO signal_runs (organization_id, session_id, first_sequence, signals) VALUES (?, ?, ?, ?)',
  );
  const fileBatch = database.prepare(
    `INSERT INTO batches (organization_id, session_id, batch_id) VALUES (?, ?, ?) ON CONFLICT DO NOTHING`,
  );
  const fileSnapshot = database.prepare(
    `INSERT INTO snapshots (organization_id, session_id, sequence, profile) VALUES (?, ?, ?, ?)
     ON CONFLICT DO UPDATE SET sequence = excluded.sequence, profile = excluded.profile
     WHERE excluded.sequence > sequence`,
  );

  return ({ organizationId, sessionId, rows: numbers }, found, isShared) => {
    const [filed] = isShared
      ? ((lastFiled.get(organizationId, sessionId) as unknown as [number] | undefined) ?? [0])
      : [0];
    const rows: FiledRow[] = [];
    for (const number of numbers) {
      const row = found.get(number);
      if (row === undefined) break;
      rows.push(row);
    }
    let lastSeenAt = Number.NEGATIVE_INFINITY;
    let newest: ProfileSnapshot | undefined;
    for (const [, , , at, , , batchId, sequence, profile] of rows) {
      lastSeenAt = Math.max(lastSeenAt, at);
      if (batchId !== null) fileBatch.run(organizationId, sessionId, batchId);
      if (sequence !== null && sequence > (newest?.sequence ?? -1)) newest = { sequence, profile: profile! };
    }
    for (const { first, signals } of runsOf(rows, filed)) {
      fileRun.run(organizationId, sessionId, first, signals);
    }
    const [, , , , openedAt] = rows[0];
    const [, , lastSequence] = rows.at(-1)!;
    fileSession.run(organizationId, sessionId, openedAt, lastSeenAt, lastSequence);
    if (newest !== undefined) fileSnapshot.run(organizationId, sessionId, newest.sequence, newest.profile);
  };
}

/** A run as it is filed, with the number of its first signal. */
interface Run {
  readonly first: number;
  readonly signals: string;
}

/** The signals of rows that follow one another as runs, without those up to number `filed`. */
function runsOf(rows: readonly FiledRow[], filed: number): Run[] {
  const runs: Run[] = [];
  let texts: string[] = [];
  let start = 0;
  let length = 0;
  let size = 0;
  const end = (): void => {
    if (texts.length > 0) runs.push({ first: start, signals: joinedRuns(texts) });
    texts = [];
    length = 0;
    size = 0;
  };
  for (const [, first, last, , , signals] of rows) {
    if (last < first || last <= filed) continue;
    if (texts.length === 0) start = first;
    texts.push(signals);
    length += last - first + 1;
    size += signals.length;
    if (length >= LONGEST_RUN || size >= LARGEST_RUN) end();
  }
  end();
  return runs;
}
