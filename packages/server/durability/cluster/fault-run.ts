import { setTimeout as pause } from 'node:timers/promises';
import type { ClusterUnderFaults } from './cluster-under-faults.ts';
import type { Fault } from './faults.ts';
import type { Answered, RequestLedger } from './request-ledger.ts';

/** When errors must have ended after the mend, in ms, and how soon a request must be refused. */
export const ERRORS_END = 5_000;
export const REFUSED_WITHIN = 2_000;
/** How soon requests must be answered again after the mend, in ms. */
export const ANSWERED_AGAIN = 5_000;
/** How often it is looked for the first answer, in ms. */
const LOOK_EVERY = 50;
/** What is answered without the store, and takes the time that the work needs. */
const GOES_ON = '/catalog/audit';

/** What clients saw of a fault; times in ms. */
export interface FaultResult {
  readonly fault: string;
  readonly requests: number;
  /** Requests that were refused with the 503 of the interface. */
  readonly refused: number;
  /** What these said, and how often. */
  readonly messages: ReadonlyMap<string, number>;
  /** What else was wrong with answers, and how often. */
  readonly wrong: ReadonlyMap<string, number>;
  /** From the beginning of the fault to the first refusal; undefined without one. These and all other times are without gradings. */
  readonly firstRefusal: number | undefined;
  /** From the mend to the last refusal; undefined where there was none later. */
  readonly lastRefusal: number | undefined;
  /** From the mend to the first answer that the store was needed for; undefined where there was none. */
  readonly firstSuccess: number | undefined;
  /** The longest time that a request took that was refused, and one that was acknowledged. */
  readonly slowestRefusal: number;
  readonly slowestSuccess: number;
  /** How long writes had to wait for its end. */
  readonly held: number;
  /** Nodes that have ended by themselves. */
  readonly ended: readonly number[];
}

/**
 * Does harm to a cluster while a ledger goes on, and mends it.
 *
 * @param hold how long the fault lasts before it is mended, in ms, where it does not say so itself
 * @param after how long is looked for refusals after that, in ms
 */
export async function runFault(
  cluster: ClusterUnderFaults,
  ledger: RequestLedger,
  fault: Fault,
  hold: number,
  after: number,
): Promise<FaultResult> {
  const from = ledger.answers.length;
  const began = performance.now();
  await fault.begin(cluster);
  await pause(fault.lasts ?? hold);
  await fault.mend(cluster);
  const mended = performance.now();
  await pause(after);
  const isAnswered = () => firstSuccess(ledger.answers.slice(from), mended) !== undefined;
  while (!isAnswered() && performance.now() < mended + 2 * ANSWERED_AGAIN) await pause(LOOK_EVERY);
  // What hangs belongs to this fault.
  await ledger.answered();
  const ended = cluster.nodes.addresses.flatMap((_, n) => (cluster.nodes.node(n).hasEnded ? [n + 1] : []));
  const held = fault.holdsWrites ? mended - began : 0;
  return { ...seenOf(fault.name, ledger.answers.slice(from), began, mended), held, ended };
}

function seenOf(
  fault: string,
  answers: readonly Answered[],
  began: number,
  mended: number,
): Omit<FaultResult, 'held' | 'ended'> {
  const wrong = countsOf(answers.map((answer) => answer.fault));
  const messages = countsOf(answers.map(({ message }) => message));
  const refused = answers.filter(({ status }) => status !== 200);
  const timely = refused.filter(({ path }) => path !== GOES_ON);
  const after = timely.filter(({ answeredAt }) => answeredAt > mended);
  const last = after.reduce((latest, { answeredAt }) => Math.max(latest, answeredAt), 0);
  const first = timely.reduce((earliest, { answeredAt }) => Math.min(earliest, answeredAt), Infinity);
  const success = firstSuccess(answers, mended);
  const longest = (some: readonly Answered[]) =>
    some.reduce((most, { sentAt, answeredAt }) => Math.max(most, answeredAt - sentAt), 0);
  return {
    fault,
    requests: answers.length,
    refused: refused.length - [...wrong.values()].reduce((sum, count) => sum + count, 0),
    messages,
    wrong,
    firstRefusal: timely.length === 0 ? undefined : first - began,
    lastRefusal: after.length === 0 ? undefined : last - mended,
    firstSuccess: success && success.answeredAt - mended,
    slowestRefusal: longest(timely),
    slowestSuccess: longest(answers.filter(({ status }) => status === 200)),
  };
}

/** The first answer to what was sent after the mend, of those that need the store. */
const firstSuccess = (answers: readonly Answered[], mended: number): Answered | undefined =>
  answers.find(({ path, status, sentAt }) => status === 200 && path !== GOES_ON && sentAt > mended);

/** How often each is there. */
function countsOf(texts: readonly (string | undefined)[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const text of texts) if (text !== undefined) counts.set(text, (counts.get(text) ?? 0) + 1);
  return counts;
}

/** The requirements that a run did not meet. */
export function violationsOf({
  fault,
  wrong,
  lastRefusal,
  firstSuccess = Number.POSITIVE_INFINITY,
  slowestRefusal,
  held,
  ended,
}: FaultResult): string[] {
  return [
    ...ended.map((node) => `${fault}: node ${node} has ended by itself`),
    ...[...wrong].map(([what, times]) => `${fault}: ${times} times ${what}`),
    ...((lastRefusal ?? 0) > ERRORS_END
      ? [`${fault}: a request was refused ${Math.round(lastRefusal!)} ms after the mend`]
      : []),
    ...(firstSuccess > ANSWERED_AGAIN
      ? [`${fault}: the first answer came ${Math.round(firstSuccess)} ms after the mend`]
      : []),
    ...(slowestRefusal > REFUSED_WITHIN + held
      ? [`${fault}: a request was refused after ${Math.round(slowestRefusal)} ms only`]
      : []),
  ];
}
