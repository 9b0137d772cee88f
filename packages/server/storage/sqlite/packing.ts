import type { Commit, LoggedSignal, OutcomeEvent, Write, WriteOutcome } from '../ports.ts';
import type { QueuedWrite, WriteResult } from './writes.ts';

/*
 * How writes and their results cross between the threads. Structured clone writes the names of an object's fields with
 * each object; the two kinds of commits that come by the thousand, and their results, therefore cross as lists
 * without names. Everything else crosses as it is.
 */

type SignalsWrite = Extract<Write, { kind: 'signals' }>;
/** What a list holds where a field is absent: shorter than `undefined`, and no string. */
const ABSENT = 0;
type Optional = string | typeof ABSENT;

/** The fields of a commit of signals only, then four of each signal: type, value, data, time. */
type PackedSignals = readonly [
  kind: 'signals',
  organizationId: Commit['organizationId'],
  at: number,
  metered: Optional,
  sessionId: SignalsWrite['sessionId'],
  after: number,
  openedAt: number,
  batchId: Optional,
  snapshotSequence: number,
  snapshot: Optional,
  ...signals: (Optional | number)[],
];
const SIGNALS_FROM = 10;

type PackedEvent = readonly [
  kind: 'event',
  organizationId: Commit['organizationId'],
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
  const write = writes[0]!;
  if (write.kind === 'event') {
    const { eventId, sessionId, name, at: eventAt, data = ABSENT, decisionId = ABSENT } = write.event;
    return ['event', organizationId, at, metered, eventId, sessionId, name, eventAt, data, decisionId];
  }
  if (write.kind !== 'signals' || !isNumberedOn(write)) return queued;
  const { sessionId, after, openedAt, batchId = ABSENT, snapshot, signals } = write;
  const list: (Optional | number)[] = [];
  for (const { type, value = ABSENT, data = ABSENT, at: signalAt } of signals) {
    list.push(type, value, data, signalAt);
  }
  return [
    'signals',
    organizationId,
    at,
    metered,
    sessionId,
    after,
    openedAt,
    batchId,
    snapshot?.sequence ?? 0,
    snapshot?.profile ?? ABSENT,
    ...list,
  ];
}

/** Whether the numbers of the signals need not be told; the writer refuses others. */
const isNumberedOn = ({ after, signals }: SignalsWrite): boolean =>
  signals.every(({ sequence }, index) => sequence === after + 1 + index);

/** The write that was packed. */
export function unpacked(sent: PackedWrite): QueuedWrite {
  if (!Array.isArray(sent)) return sent as QueuedWrite;
  const list = sent as PackedSignals | PackedEvent;
  const [kind, organizationId, at, sentMetered] = list;
  const metered = present(sentMetered);
  const write = kind === 'event' ? eventOf(list) : signalsOf(list);
  const input: Commit = { organizationId, at, writes: [write], ...(metered !== undefined && { metered }) };
  return { name: 'commit', input };
}

function eventOf([, , , , eventId, sessionId, name, at, sentData, sentDecision]: PackedEvent): Write {
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

function signalsOf(list: PackedSignals): Write {
  const [, , , , sessionId, after, openedAt, sentBatch, snapshotSequence, sentProfile] = list;
  const signals: LoggedSignal[] = [];
  for (let i = SIGNALS_FROM; i < list.length; i += 4) {
    const value = present(list[i + 1] as Optional);
    const data = present(list[i + 2] as Optional);
    signals.push({
      sequence: after + 1 + signals.length,
      type: list[i] as string,
      at: list[i + 3] as number,
      ...(value !== undefined && { value }),
      ...(data !== undefined && { data }),
    });
  }
  const batchId = present(sentBatch);
  const profile = present(sentProfile);
  return {
    kind: 'signals',
    sessionId,
    after,
    openedAt,
    signals,
    ...(batchId !== undefined && { batchId }),
    ...(profile !== undefined && { snapshot: { sequence: snapshotSequence, profile } }),
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
