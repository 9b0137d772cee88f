import type { EncodedAttribute } from '../../information/encoding.ts';
import { isRecorded } from '../../primitives/cell-counts.ts';
import { Random, sampled, systematicSample } from '../../primitives/random.ts';
import { seedOf } from '../canonical-order.ts';
import {
  ALTERNATIVES,
  CELLS_FOR_TWO_FOLDS,
  EXCEPTIONS,
  FEWEST_LEARNED,
  FEWEST_PREDICTORS,
  FOLDS,
  LEAST_EXPECTED,
  MOST_PREDICTORS,
  PREDICTORS_IN_ALL,
} from '../constants.ts';
import type { ExportPair } from '../verify/export-pairing.ts';
import { coarseEncoding, meanAnswersPerCell } from './coarse-encoding.ts';
import { type Choice, fitWeights, logRatio } from './conditional-logit.ts';
import { CooccurrenceScorer } from './cooccurrence-scorer.ts';
import { type MixtureShare, mixtureShare } from './mixture-share.ts';
import type { ProductContext } from './product-features.ts';
import { TextMentionScorer } from './text-mention-scorer.ts';
import type { ValueScorer } from './value-scorer.ts';
import { type WorkBudget, workBudget } from './work-budget.ts';

/** How strongly cells are associated with the other attributes and the texts of their products. */
export interface Association {
  /**
   * Natural log-likelihood ratio of the judged cells: chosen for their products as the learned cells are,
   * against drawn from the column at random. 0 where the learned cells show no association either.
   */
  readonly ratio: number;
  /** The ratio that as many true cells would reach, estimated by cross-validation on the learned cells. */
  readonly expected: number;
  /** Number of judged cells: all, or a sample. */
  readonly judged: number;
  /** The ratio of each judged cell. */
  readonly ratios: readonly number[];
  /** The share of the judged cells that is associated, if the others were drawn at random. */
  readonly share: MixtureShare;
  /** Weight of each scorer. */
  readonly weights: Float64Array;
  /** Names of the scorers that predict the learned cells, the largest weight first. */
  readonly sources: readonly string[];
}

/** Tests cells of the later export against other cells of the same attribute. */
export class AssociationTest {
  readonly #answers: EncodedAttribute;
  readonly #context: ProductContext;
  readonly #pair: ExportPair;
  readonly #index: number;
  readonly #predictors: readonly number[];
  readonly #effort: WorkBudget;
  /** Whether texts can contain the values. */
  readonly #isWorded: boolean;

  /** @param groups per product 0 or 1, or -1 to leave it out: predicts these instead of the values */
  constructor(pair: ExportPair, index: number, claims: number, context: ProductContext, groups?: Int32Array) {
    const { after } = pair.attributes[index];
    this.#pair = pair;
    this.#index = index;
    this.#context = context;
    this.#answers = groups === undefined ? coarseEncoding(after) : encodedGroups(after.name, groups);
    this.#isWorded =
      groups === undefined && after.kind !== 'number' && after.kind !== 'date' && after.kind !== 'boolean';
    this.#predictors = sampledPredictors(pair, index, claims);
    const features = this.#predictors.reduce(
      (sum, other) => sum + context.featuresOf(other).width,
      context.words.width,
    );
    this.#effort = workBudget(claims, features * meanAnswersPerCell(this.#answers));
  }

  /**
   * Learns from trusted cells and judges other cells.
   *
   * @param among the new cells with which cells with new values are compared
   */
  between(learned: readonly number[], judged: readonly number[], among = judged): Association {
    const from = this.#saying(learned).slice(0, this.#effort.learned);
    if (from.length < FEWEST_LEARNED) return NO_ASSOCIATION;
    const fresh = this.#saying(judged);
    const scorers = this.#scorers(from);
    const isUnpenalised = scorers.map(({ needsRecorded }) => !needsRecorded);
    const choose = this.#choosing(scorers, from, this.#saying(among));
    const choices = from
      .slice(0, this.#effort.judged)
      .map(this.#lacking(choose, scorers.length, from, fresh));
    const sample = fresh.slice(0, this.#effort.judged);
    const recorded = crossValidatedRatios(choices, isUnpenalised);
    const expected = (sample.length * robustLogRatio(recorded)) / choices.length;
    if (expected < LEAST_EXPECTED) return NO_ASSOCIATION;
    const weights = fitWeights(choices, isUnpenalised);
    const ratios = sample.map((product) => logRatio(choose(product), weights));
    return {
      ratio: robustLogRatio(ratios),
      expected,
      judged: sample.length,
      ratios,
      share: mixtureShare(recorded, ratios),
      weights,
      sources: sourceNames(scorers, weights),
    };
  }

  /** Log-likelihood ratios of cells, each learned from the others; undefined where nothing predicts them. */
  ratios(learned: readonly number[], judged: readonly number[]): number[] | undefined {
    const from = this.#saying(learned).slice(0, this.#effort.learned);
    if (from.length < FEWEST_LEARNED) return undefined;
    const scorers = this.#scorers(from);
    const fresh = this.#saying(judged);
    const choose = this.#choosing(scorers, from, []);
    const choices = from
      .slice(0, this.#effort.judged)
      .map(this.#lacking(choose, scorers.length, from, fresh));
    const isUnpenalised = scorers.map(({ needsRecorded }) => !needsRecorded);
    if (robustLogRatio(crossValidatedRatios(choices, isUnpenalised)) < LEAST_EXPECTED) return undefined;
    const weights = fitWeights(choices, isUnpenalised);
    return fresh.slice(0, this.#effort.judged).map((product) => logRatio(choose(product), weights));
  }

  /**
   * The log-likelihood ratios of cells, each judged by all others of them: whether the given weights predict
   * these cells as well.
   */
  among(products: readonly number[], weights: Float64Array): readonly number[] {
    const from = this.#saying(products).slice(0, this.#effort.learned);
    if (from.length < FEWEST_LEARNED || weights.length === 0) return [];
    const choose = this.#choosing(this.#scorers(from), from, []);
    return from.slice(0, this.#effort.judged).map((product) => logRatio(choose(product), weights));
  }

  /** The cells of products, those with one answer beside each other. */
  #byAnswer(products: readonly number[]): Int32Array {
    const { cell, start, answers } = this.#answers;
    return Int32Array.from(products, (product) => cell[product]).sort(
      (left, right) => answers[start[left]] - answers[start[right]] || left - right,
    );
  }

  #saying(products: readonly number[]): number[] {
    const { cell, start } = this.#answers;
    return products.filter(
      (product) => cell[product] >= 0 && start[cell[product] + 1] > start[cell[product]],
    );
  }

  /** Scores a product's own cell and a sample of other cells of the column. */
  #choosing(scorers: readonly ValueScorer[], from: readonly number[], fresh: readonly number[]) {
    const { cell } = this.#answers;
    const isHeld = this.#holding(from);
    const random = new Random(seedOf(this.#pair.attributes[this.#index].name, from.length));
    const [known, unknown] = [from, fresh].map((products) => this.#byAnswer(products));
    return (product: number): Choice => {
      const isKnown = isHeld(product);
      // A cell with a new value is compared with other new cells: if all have the same new value, nothing is
      // learned.
      const column = isKnown ? known : unknown;
      const cells = [cell[product], ...systematicSample(column, ALTERNATIVES, random)];
      const choice = new Float64Array(scorers.length * cells.length);
      scorers.forEach((scorer, at) => {
        if (isKnown || !scorer.needsRecorded) scorer.score(product, cells, choice, at, scorers.length);
      });
      return choice;
    };
  }

  /** Whether all answers of a product's cell are those of some products. */
  #holding(products: readonly number[]): (product: number) => boolean {
    const { cell, start, answers, count } = this.#answers;
    const held = new Uint8Array(count);
    for (const product of products)
      for (let at = start[cell[product]]; at < start[cell[product] + 1]; at++) held[answers[at]] = 1;
    return (product) =>
      answers.subarray(start[cell[product]], start[cell[product] + 1]).every((answer) => held[answer] === 1);
  }

  /**
   * Choices of learned cells, of which the predictors are as often unknown as those of the judged ones: what says nothing of
   * the judged cells is learned nothing from, so that the others are.
   */
  #lacking(
    choose: (product: number) => Choice,
    scorers: number,
    from: readonly number[],
    judged: readonly number[],
  ) {
    const { attributes } = this.#pair;
    const shown = this.#predictors.map((other) => {
      const { cell } = attributes[other].after;
      const known = (of: readonly number[]) =>
        of.reduce((count, product) => count + isRecorded(cell[product]), 0) / Math.max(1, of.length);
      return known(judged) / Math.max(Number.MIN_VALUE, known(from));
    });
    const random = new Random(seedOf(attributes[this.#index].name, judged.length));
    return (product: number): Choice => {
      const choice = choose(product);
      shown.forEach((share, at) => {
        if (share >= 1 || random.uniform() < share) return;
        for (let place = at; place < choice.length; place += scorers) choice[place] = 0;
      });
      return choice;
    };
  }

  #scorers(learned: readonly number[]): ValueScorer[] {
    const { after } = this.#pair.attributes[this.#index];
    const cooccurrence = this.#predictors.map(
      (other) => new CooccurrenceScorer(this.#context.featuresOf(other), this.#answers, learned),
    );
    cooccurrence.push(new CooccurrenceScorer(this.#context.words, this.#answers, learned));
    return this.#isWorded ? [...cooccurrence, new TextMentionScorer(after, this.#context)] : cooccurrence;
  }
}

/** Groups of products as the answers of a column. */
function encodedGroups(name: string, cell: Int32Array): EncodedAttribute {
  return {
    name,
    ranges: false,
    count: 2,
    cell,
    single: true,
    start: Int32Array.of(0, 1, 2),
    answers: Int32Array.of(0, 1),
  };
}

/** The result for a column whose values nothing predicts. */
export const NO_ASSOCIATION: Association = {
  ratio: 0,
  expected: 0,
  judged: 0,
  ratios: [],
  share: { share: 1, low: 0, high: 1, evidence: 0 },
  weights: new Float64Array(0),
  sources: [],
};

/**
 * The ratio of each recorded cell by weights fitted without it (cross-validation): selecting the best of many
 * scorers overstates their value on the cells used for selection.
 */
function crossValidatedRatios(choices: readonly Choice[], isUnpenalised: readonly boolean[]): number[] {
  const parts = choices.length > CELLS_FOR_TWO_FOLDS ? 2 : FOLDS;
  return Array.from({ length: parts }, (_, part) => {
    const weights = fitWeights(
      choices.filter((_, at) => at % parts !== part),
      isUnpenalised,
    );
    return choices.filter((_, at) => at % parts === part).map((choice) => logRatio(choice, weights));
  }).flat();
}

/** The sum of log-likelihood ratios, where a small share of the cells may be exceptions to every rule. */
export function robustLogRatio(ratios: readonly number[]): number {
  return ratios.reduce((sum, ratio) => sum + Math.log((1 - EXCEPTIONS) * Math.exp(ratio) + EXCEPTIONS), 0);
}

function sourceNames(scorers: readonly ValueScorer[], weights: Float64Array): string[] {
  const selected = scorers.flatMap(({ name }, at) =>
    weights[at] > 0 ? [{ name, weight: weights[at] }] : [],
  );
  selected.sort((left, right) => right.weight - left.weight);
  return [...new Set(selected.map(({ name }) => name))];
}

/** Other attributes with repeated values; a random sample where there are many. */
function sampledPredictors({ attributes }: ExportPair, index: number, claims: number): number[] {
  const others = attributes.flatMap(({ after: { notQuestion, cells } }, other) =>
    other !== index &&
    notQuestion !== 'constant' &&
    notQuestion !== 'text' &&
    notQuestion !== 'identifier' &&
    cells.length > 1
      ? [other]
      : [],
  );
  const most = Math.max(FEWEST_PREDICTORS, Math.min(MOST_PREDICTORS, Math.floor(PREDICTORS_IN_ALL / claims)));
  if (others.length <= most) return others;
  return sampled(others, most, new Random(seedOf(attributes[index].name, others.length)));
}
