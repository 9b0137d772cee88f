import type { TrainingStep } from '@decidable/engine/ranking';
import { below, type Chance, chance } from '../../audit/chance.ts';
import { attackerAddress, shopperAddress } from './addresses.ts';
import { pause } from './honest-visits.ts';
import { arriving, endOf, type SimulatedVisit } from './simulated-visit.ts';

type Touch = NonNullable<TrainingStep['touch']>;

/** What is to rise, and among what. */
export interface Aim {
  readonly target: string;
  /** Products whose shoppers are to be led to the target: the most popular ones. */
  readonly hubs: readonly string[];
  /** The visits of honest shoppers, which may be copied. */
  readonly honest: readonly SimulatedVisit[];
  /** Number of hostile visits. */
  readonly count: number;
  readonly seed: number;
}

/** Signals that one request holds. */
const SIGNALS_OF_A_REQUEST = 100;
/** Between two signals of a script; ms. */
const SCRIPTED = 10;
/** Visits that are made up in one session of the backdating attack, as many as one request holds. */
export const VISITS_OF_A_SESSION = 4;
/** What the keenest shopper does with a product during a visit, each time coming back to it. */
const KEEN: readonly Touch[] = ['viewed', 'viewed', 'viewed', 'carted', 'bought'];
const LOUD: readonly Touch[] = ['viewed', 'compared', 'wished', 'carted', 'bought'];
const HOUR = 3_600_000;
const DAY = 24 * HOUR;
/** The service believes times of up to 23 hours ago; ms. */
const QUEUED = 22 * HOUR;

/** Every second signal is about the target, of every kind in turn; the others lead to it from the hubs. */
function loudSteps(
  { target, hubs }: Aim,
  signals: number,
  begin: number,
  next: (at: number) => number,
  random: Chance,
): TrainingStep[] {
  const steps: TrainingStep[] = [];
  for (let at = begin, k = 0; k < signals; k++, at = next(at)) {
    if (k % 2 === 1) steps.push({ item: target, touch: LOUD[(k >> 1) % LOUD.length], at });
    else steps.push({ item: hubs[below(hubs.length, random)], at });
  }
  return steps;
}

/** An honest visit with steps about the target put in at random places, and as much later as they take. */
function withTarget(
  { steps }: SimulatedVisit,
  target: string,
  touches: readonly Touch[],
  random: Chance,
): TrainingStep[] {
  const places = touches.map(() => below(steps.length, random)).sort((a, b) => a - b);
  const put: TrainingStep[] = [];
  let later = 0;
  let next = 0;
  steps.forEach((step, k) => {
    put.push({ ...step, at: step.at + later });
    for (; places[next] === k; next++) {
      later += pause(random);
      put.push({ item: target, touch: touches[next], at: step.at + later });
    }
  });
  return put;
}

/** Makes the visits of an attack. The period is that of the honest visits; it ends now. */
type Strategy = (
  aim: Aim,
  period: { readonly from: number; readonly now: number },
  random: Chance,
) => SimulatedVisit[];

const times = <T>(count: number, make: (k: number) => T): T[] =>
  Array.from({ length: count }, (_, k) => make(k));
const byPerson = (random: Chance) => (at: number) => at + pause(random);
const byScript = (at: number): number => at + SCRIPTED;

interface Shoppers {
  readonly touches: readonly Touch[];
  readonly address: (k: number, random: Chance) => string;
  readonly hostile: boolean;
  /** Whether they come on the last day only. */
  readonly today?: boolean;
}

/** `count` honest visits at times of the period, each with the target put in. */
const shoppersOf =
  ({ touches, address, hostile, today = false }: Shoppers): Strategy =>
  ({ honest, target, count }, { from, now }, random) =>
    times(count, (k) => {
      const copied = honest[below(honest.length, random)];
      const first = today ? now - DAY : from;
      const later = first + random() * (now - HOUR - first) - copied.steps[0].at;
      const moved = { ...copied, steps: copied.steps.map((step) => ({ ...step, at: step.at + later })) };
      const steps = withTarget(moved, target, touches, random);
      const sessionId = `${hostile ? 'copied' : 'honest'}-${k}`;
      return arriving({ sessionId, address: address(k, random), steps, hostile });
    });

/** The strategies of attackers. */
export const STRATEGIES = {
  /** All from one address within the last hour, as loud as a request can be. */
  flood: (aim, { now }, random) =>
    times(aim.count, (k) =>
      arriving({
        sessionId: `flood-${k}`,
        address: attackerAddress(0),
        steps: loudSteps(
          aim,
          SIGNALS_OF_A_REQUEST,
          now - HOUR + (k / aim.count) * (HOUR - 1000),
          byScript,
          random,
        ),
        hostile: true,
      }),
    ),
  /** From one address over the whole period, at the tempo of a shopper. */
  drip: (aim, { from, now }, random) =>
    times(aim.count, (k) =>
      arriving({
        sessionId: `drip-${k}`,
        address: attackerAddress(0),
        steps: loudSteps(aim, 20, from + (k / aim.count) * (now - from - HOUR), byPerson(random), random),
        hostile: true,
      }),
    ),
  /** Each from an address block of its own, on the last day, at the tempo of a shopper. */
  'many addresses': (aim, { now }, random) =>
    times(aim.count, (k) =>
      arriving({
        sessionId: `many-${k}`,
        address: attackerAddress(k),
        steps: loudSteps(aim, 20, now - DAY + random() * (DAY - HOUR), byPerson(random), random),
        hostile: true,
      }),
    ),
  /** Sent now in a few requests, each about several made-up visits of the hours that an offline queue explains. */
  backdated: (aim, { now }, random) =>
    times(aim.count, (k): SimulatedVisit => {
      const signals = SIGNALS_OF_A_REQUEST / VISITS_OF_A_SESSION;
      const steps = loudSteps(
        aim,
        signals,
        now - QUEUED + random() * (QUEUED - 2 * HOUR),
        byPerson(random),
        random,
      );
      const session = Math.floor(k / VISITS_OF_A_SESSION);
      const sent = now - HOUR + (session * HOUR * VISITS_OF_A_SESSION) / aim.count;
      return {
        sessionId: `backdated-${session}`,
        address: attackerAddress(0),
        steps,
        received: steps.map(() => sent),
        hostile: true,
      };
    }),
  /** Honest visits once more, each from an address block of its own, with one view of the target. */
  copied: shoppersOf({ touches: ['viewed'], address: attackerAddress, hostile: true }),
} satisfies Readonly<Record<string, Strategy>>;

export type StrategyName = keyof typeof STRATEGIES;

const shopper = { address: (_: number, random: Chance) => shopperAddress(random), hostile: false };

/** What as many honest shoppers do who come to like the product. */
export const SHOPPERS = {
  'who view it once': shoppersOf({ ...shopper, touches: ['viewed'] }),
  /** Each views it three times, puts it into the cart and buys it, and looks at other products in between. */
  'who buy it': shoppersOf({ ...shopper, touches: KEEN }),
  'who all buy it on the last day': shoppersOf({ ...shopper, touches: KEEN, today: true }),
} satisfies Readonly<Record<string, Strategy>>;

/** The visits of a strategy, the same for the same seed. */
export function visitsBy(strategy: Strategy, aim: Aim): SimulatedVisit[] {
  let [from, now] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const visit of aim.honest) {
    from = Math.min(from, visit.steps[0].at);
    now = Math.max(now, endOf(visit));
  }
  return strategy(aim, { from, now }, chance(aim.seed));
}
