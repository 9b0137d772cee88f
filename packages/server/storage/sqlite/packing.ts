import type { OutcomeEvent, WriteOutcome } from '../ports.ts';
import type { QueuedWrite, WriteResult } from './writes.ts';
import type { WrittenCommit, WrittenSignals, WrittenWrite } from './written-commit.ts';

/*
 * How writes and their results cross between the threads. Structured clone writes the names of an object's fields with
 * each object; the two kinds of commits that come by the thousand, and their results, therefore cross as lists
 * without names. Everything else crosses as it is.
 */

/** What a list holds where a field is absent: shorter than `undefined`, and no string. */
const ABSENT = 0;
type Optional = string | typeof ABSENT;

type PackedSignals = readonly [
  kind: 'signals',
  organizationId: WrittenCommit['organizationId'],
  at: number,
  metered: Optional,
  sessionId: WrittenSignals['sessionId'],
  after: number,
  chain: Optional,
  continues: boolean,
  count: number,
  run: string,
  openedAt: number,
  batchId: Optional,
  snapshotSequence: number,
  snapshot: Optional,
];

type PackedEvent = readonly [
  kind: 'event',
  organizationId: WrittenCommit['organizationId'],
  at: number,
  metered: Optional,
  eventId: string,
  sessionId: OutcomeEvent['sessionId'],
  name: string,
  eventAt: number,
  data: Optional,
  decisionId: Optional,
];

export type PackedWrite = PackedSignals | PackedEvent | QueuedWrite;

/** The sequence number of signals that were applied, whether an event was known, or the whole result. */
export type PackedResult = number | boolean | WriteResult;

const present = (value: Optional): string | undefined => (value === ABSENT ? undefined : value);

/** A write as it is sent to the writer's thread. */
export function packed(queued: QueuedWrite): PackedWrite {
  if (queued.name !== 'commit' || queued.input.writes.length !== 1) return queued;
  if (queued.input.requestId !== undefined) return queued;
  const { organizationId, at, metered = ABSENT, writes } = queued.input;
  const write = writes[0];
  if (write.kind === 'event') {
    const { eventId, sessionId, name, at: eventAt, data = ABSENT, decisionId = ABSENT } = write.event;
    return ['event', organizationId, at, metered, eventId, sessionId, name, eventAt, data, decisionId];
  }
  if (write.kind !== 'signals') return queued;
  const {
    sessionId,
    after,
    chain = ABSENT,
    continues,
    count,
    run,
    openedAt,
    batchId = ABSENT,
    snapshot,
  } = write;
  return [
    'signals',
    organizationId,
    at,
    metered,
    sessionId,
    after,
    chain,
    continues,
    count,
    run,
    openedAt,
    batchId,
    snapshot?.sequence ?? 0,
    snapshot?.profile ?? ABSENT,
  ];
}

/** The write that was packed. */
export function unpacked(sent: PackedWrite): QueuedWrite {
  if (!Array.isArray(sent)) return sent as QueuedWrite;
  const list = sent as PackedSignals | PackedEvent;
  const [kind, organizationId, at, sentMetered] = list;
  const metered = present(sentMetered);
  const write = kind === 'event' ? eventOf(list) : signalsOf(list);
  const input: WrittenCommit = { organizationId, at, metered, requestId: undefined, writes: [write] };
  return { name: 'commit', input };
}

function eventOf([, , , , eventId, sessionId, name, at, sentData, sentDecision]: PackedEvent): WrittenWrite {
  const data = present(sentData);
  const decisionId = present(sentDecision);
  return {
    kind: 'event',
    event: {
      eventId,
      sessionId,
      name,
      at,
      ...(data !== undefined && { data }),
      ...(decisionId !== undefined && { decisionId }),
    },
  };
}

function signalsOf(list: PackedSignals): WrittenWrite {
  const [, , , , sessionId, after, sentChain, continues, count, run] = list;
  const [, , , , , , , , , , openedAt, sentBatch, snapshotSequence, sentProfile] = list;
  const profile = present(sentProfile);
  return {
    kind: 'signals',
    sessionId,
    after,
    chain: present(sentChain),
    continues,
    count,
    run,
    openedAt,
    batchId: present(sentBatch),
    snapshot: profile === undefined ? undefined : { sequence: snapshotSequence, profile },
  };
}

/** A result as it is sent back. */
export function packedResult(result: WriteResult): PackedResult {
  if (!result.ok || !Array.isArray(result.output) || result.output.length !== 1) return result;
  const [outcome] = result.output as readonly WriteOutcome[];
  if (outcome?.kind === 'event') return outcome.duplicate;
  return outcome?.kind === 'signals' && outcome.status === 'applied' ? outcome.sequence : result;
}

/** The result that was packed. */
export function unpackedResult(sent: PackedResult): WriteResult {
  if (typeof sent === 'object') return sent;
  const outcome: WriteOutcome =
    typeof sent === 'boolean'
      ? { kind: 'event', duplicate: sent }
      : { kind: 'signals', status: 'applied', sequence: sent };
  return { ok: true, output: [outcome] };
}
