import type { CatalogueIndex, Model } from '@decidable/engine/ranking';
import type { BenchSession } from '../session-files.ts';
import { SHOPPERS, STRATEGIES, type StrategyName, visitsBy } from './attacks.ts';
import { learnedWith, type Share } from './learner.ts';
import { type Ranks, type Rise, ranksOf, riseOf, seenLists } from './rises.ts';
import type { LearnedVisit, SimulatedVisit } from './visits.ts';

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
  /** Of the hostile visits, the share that was learned. */
  readonly admitted: number;
  readonly undefended: Rise;
  readonly defended: Rise;
}

export interface Outcome {
  readonly share: number;
  /** By how honest shoppers like the products; nothing is defended against them. */
  readonly shoppers: Readonly<Record<string, Rise>>;
  readonly strategies: Readonly<Record<string, Effect>>;
}

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
): Promise<{ readonly targets: readonly string[]; readonly outcomes: readonly Outcome[] }> {
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
  const outcomes: Outcome[] = [];
  for (const share of simulation.shares) {
    const count = Math.max(1, Math.round(share * honest.length));
    const aims = targets.map((target, t) => ({ target, hubs, honest, count, seed: seed + t }));
    const riseBy = async (
      kind: Share,
      learned: (aim: (typeof aims)[number]) => Promise<readonly LearnedVisit[]>,
    ): Promise<Rise> => {
      const after: Float64Array[] = [];
      for (const aim of aims) {
        const model = learnedWith(weighed, await learned(aim), kind);
        const ranks = ranksOf([aim.target], lists, model, index);
        after.push(Float64Array.from(ranks, ([rank]) => rank));
      }
      return riseOf(targets, lists, before[kind], (target, list) => after[target][list]);
    };
    const shoppers: Record<string, Rise> = {};
    for (const [name, strategy] of Object.entries(SHOPPERS)) {
      shoppers[name] = await riseBy('bounded', async (aim) => [...honest, ...visitsBy(strategy, aim)]);
    }
    const strategies: Record<string, Effect> = {};
    for (const name of simulation.strategies) {
      const strategy = STRATEGIES[name];
      let admitted = 0;
      const undefended = await riseBy('whole', async (aim) => [...honest, ...visitsBy(strategy, aim)]);
      const defended = await riseBy('bounded', async (aim) => {
        const learned = await defence([...honest, ...visitsBy(strategy, aim)]);
        admitted += learned.reduce((sum, { hostile }) => sum + Number(hostile), 0);
        return learned;
      });
      strategies[name] = {
        visits: count,
        admitted: admitted / (count * targets.length),
        undefended,
        defended,
      };
      onProgress(`${(100 * share).toFixed(1)} % ${name}`);
    }
    outcomes.push({ share, shoppers, strategies });
  }
  return { targets, outcomes };
}
