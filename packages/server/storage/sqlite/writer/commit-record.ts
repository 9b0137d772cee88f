import { writeSegment } from '../../log-segment.ts';
import type {
  Commit,
  Exposure,
  KeptGrading,
  PackedDecision,
  RankingDecision,
  SessionId,
  Write,
  WriteOutcome,
} from '../../ports.ts';

/*
 * A commit has two shapes on its way to the disk: the `Commit` of the port, and the record below, which crosses to the
 * writer's thread and is applied as it is. Records are lists: structured clone writes the names of an object's fields
 * with each object, and takes three times as long.
 */

/** Signals to append to a session, as one log segment (see `writeSegment`). */
export type SignalsRecord = readonly [
  kind: 'signals',
  sessionId: SessionId,
  /** The sequence number that the caller believes is the last. */
  after: number,
  /** How many signals the segment has. */
  count: number,
  segment: string,
  openedAt: number,
  batchId: string | null,
  snapshotSequence: number | null,
  snapshot: string | null,
  /** The chain of commits that it belongs to, and whether it builds on one that is not acknowledged; see `Write`. */
  chain: string | null,
  continues: boolean,
  /** Of what was sent under `batchId`, where it is known. */
  batchDigest: string | null,
];

export type EventRecord = readonly [
  kind: 'event',
  eventId: string,
  sessionId: SessionId,
  name: string,
  at: number,
  data: string | null,
  decisionId: string | null,
];

export type WriteRecord =
  | SignalsRecord
  | EventRecord
  | readonly [kind: 'exposures', exposures: readonly Exposure[]]
  | readonly [kind: 'decision', decision: RankingDecision | PackedDecision]
  | readonly [kind: 'grading', grading: KeptGrading];

export type CommitRecord = readonly [
  organizationId: Commit['organizationId'],
  at: number,
  metered: string | null,
  requestId: string | null,
  ...writes: readonly WriteRecord[],
];

export interface CommitWrites {
  commit: { input: CommitRecord; output: readonly WriteOutcome[] };
}

/** The record of a commit; made by the thread that holds the signals as objects. */
export function commitRecord({ organizationId, at, metered, requestId, writes }: Commit): CommitRecord {
  return [organizationId, at, metered ?? null, requestId ?? null, ...writes.map(writeRecord)];
}

function writeRecord(write: Write): WriteRecord {
  switch (write.kind) {
    case 'signals': {
      const {
        sessionId,
        after,
        chain = null,
        continues = false,
        signals,
        openedAt,
        batchId = null,
        batchDigest = null,
        snapshot,
      } = write;
      const [sequence, profile] =
        snapshot === undefined ? [null, null] : [snapshot.sequence, snapshot.profile];
      return [
        'signals',
        sessionId,
        after,
        signals.length,
        writeSegment(signals),
        openedAt,
        batchId,
        sequence,
        profile,
        chain,
        continues,
        batchDigest,
      ];
    }
    case 'event': {
      const { eventId, sessionId, name, at, data = null, decisionId = null } = write.event;
      return ['event', eventId, sessionId, name, at, data, decisionId];
    }
    case 'exposures':
      return ['exposures', write.exposures];
    case 'decision':
      return ['decision', write.decision];
    case 'grading':
      return ['grading', write.grading];
  }
}

/** Characters of a record whose number the request decides, and `basic` for each exposure. */
export function contentSize(record: WriteRecord, basic: number): number {
  switch (record[0]) {
    case 'signals':
      return record[4].length + (record[8]?.length ?? 0);
    case 'event':
      return record[5]?.length ?? 0;
    case 'exposures':
      return record[1].length * basic;
    case 'decision':
      return sizeOfDecision(record[1]);
    case 'grading':
      return record[1].result.length;
  }
}

/** Bytes of an id on its way to the writer, its header included. Set by hand. */
const ID_BYTES = 40;

const sizeOfDecision = (decision: RankingDecision | PackedDecision): number =>
  'packed' in decision
    ? decision.packed.length + ID_BYTES * (decision.items?.length ?? 0)
    : decision.replay.length + decision.ranked.length;
