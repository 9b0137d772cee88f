import type { CatalogueIndex, Model } from '@decidable/engine/ranking';
import type { BenchSession } from '../session-files.ts';
import {
  type Aim,
  SHOPPERS,
  STRATEGIES,
  type StrategyName,
  VISITS_OF_A_SESSION,
  visitsBy,
} from './attacks.ts';
import { learnedWith, type Share } from './learner.ts';
import { type Ranks, type Rise, ranksOf, riseOf, seenLists } from './rises.ts';
import { type LearnedVisit, type SimulatedVisit, shareLearned } from './simulated-visit.ts';

/** Decides what is learned of visits. */
export type Defence = (visits: readonly SimulatedVisit[]) => Promise<readonly LearnedVisit[]>;

export interface Simulation {
  readonly honest: readonly SimulatedVisit[];
  readonly test: readonly BenchSession[];
  readonly index: CatalogueIndex;
  /** Trained on the honest visits. */
  readonly weighed: Model;
  readonly defence: Defence;
  /** Hostile visits for each honest one. */
  readonly shares: readonly number[];
  readonly strategies: readonly StrategyName[];
  /** Number of products that are pushed, and of lists in which they are looked for. */
  readonly targets: number;
  readonly lists: number;
  readonly seed: number;
}

/** What the same number of visits does by one strategy. */
export interface Effect {
  readonly visits: number;
  /** Of the hostile interactions, the share that was learned, before the share of each visit is bounded. */
  readonly admitted: number;
  readonly undefended: Rise;
  readonly defended: Rise;
}

export interface Outcome {
  /** How many visits there are, in words. */
  readonly label: string;
  /** By how honest shoppers like the products; nothing is defended against them. */
  readonly shoppers: Readonly<Record<string, Rise>>;
  readonly strategies: Readonly<Record<string, Effect>>;
}

/** Requests of one address that must move nothing that a shopper sees, and the strategies that send them. */
const FEW_REQUESTS = 20;
const OF_ONE_ADDRESS: readonly StrategyName[] = ['flood', 'drip', 'backdated'];

/** The most viewed products lead to the target. Set by hand. */
const HUBS = 50;
/** Targets are drawn evenly from this share of the products, those with the fewest views. Set by hand. */
const UNPOPULAR = 0.3;

/** Products by their views, fewest first, those of few views in the order of their ids. */
function byViews(visits: readonly SimulatedVisit[]): string[] {
  const views = new Map<string, number>();
  for (const { steps } of visits) for (const { item } of steps) views.set(item, (views.get(item) ?? 0) + 1);
  return [...views].sort(([a, ofA], [b, ofB]) => ofA - ofB || (a < b ? -1 : 1)).map(([item]) => item);
}

/** Pushes each of several products by each strategy, and looks how far it rises. */
export async function simulate(
  simulation: Simulation,
  onProgress: (done: string) => void = () => {},
): Promise<{ readonly before: Rise; readonly outcomes: readonly Outcome[] }> {
  const { honest, index, weighed, defence, seed } = simulation;
  const products = byViews(honest);
  const targets = Array.from(
    { length: simulation.targets },
    (_, k) => products[Math.floor((k * UNPOPULAR * products.length) / simulation.targets)],
  );
  const hubs = products.slice(-HUBS);
  const lists = seenLists(simulation.test, simulation.lists, seed);
  const admittedOfHonest = await defence(honest);
  const ranksBy = (visits: readonly LearnedVisit[], share: Share): Ranks =>
    ranksOf(targets, lists, learnedWith(weighed, visits, share), index);
  const before = { whole: ranksBy(honest, 'whole'), bounded: ranksBy(admittedOfHonest, 'bounded') };
  const riseBy = async (
    kind: Share,
    count: number,
    learned: (aim: Aim) => Promise<readonly LearnedVisit[]>,
  ): Promise<Rise> => {
    const after: Float64Array[] = [];
    for (const [t, target] of targets.entries()) {
      const model = learnedWith(
        weighed,
        await learned({ target, hubs, honest, count, seed: seed + t }),
        kind,
      );
      after.push(Float64Array.from(ranksOf([target], lists, model, index), ([rank]) => rank));
    }
    return riseOf(targets, lists, before[kind], (target, list) => after[target][list]);
  };
  const effectOf = async (name: StrategyName, count: number): Promise<Effect> => {
    const strategy = STRATEGIES[name];
    let admitted = 0;
    const undefended = await riseBy('whole', count, async (aim) => [...honest, ...visitsBy(strategy, aim)]);
    const defended = await riseBy('bounded', count, async (aim) => {
      const sent = [...honest, ...visitsBy(strategy, aim)];
      const learned = await defence(sent);
      admitted += shareLearned(learned, sent, true) / targets.length;
      return learned;
    });
    return { visits: count, admitted, undefended, defended };
  };
  const outcomeOf = async (
    label: string,
    names: readonly StrategyName[],
    countOf: (name?: StrategyName) => number,
  ): Promise<Outcome> => {
    const shoppers: Record<string, Rise> = {};
    for (const [name, strategy] of Object.entries(SHOPPERS)) {
      const come = async (aim: Aim) => [...honest, ...visitsBy(strategy, aim)];
      shoppers[name] = await riseBy('bounded', countOf(), come);
    }
    const strategies: Record<string, Effect> = {};
    for (const name of names) {
      strategies[name] = await effectOf(name, countOf(name));
      onProgress(`${label}: ${name}`);
    }
    return { label, shoppers, strategies };
  };
  const outcomes: Outcome[] = [];
  const ofOneAddress = simulation.strategies.filter((name) => OF_ONE_ADDRESS.includes(name));
  if (ofOneAddress.length > 0) {
    outcomes.push(
      await outcomeOf(`${FEW_REQUESTS} requests`, ofOneAddress, (name) =>
        name === 'backdated' ? FEW_REQUESTS * VISITS_OF_A_SESSION : FEW_REQUESTS,
      ),
    );
  }
  for (const share of simulation.shares) {
    const count = Math.max(1, Math.round(share * honest.length));
    const label = `${(100 * share).toFixed(1)} %: ${count} visits`;
    outcomes.push(await outcomeOf(label, simulation.strategies, () => count));
  }
  return { before: riseOf(targets, lists, before.bounded, (t, list) => before.bounded[list][t]), outcomes };
}
