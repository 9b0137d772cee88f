import { type Answers, Random } from '../../information/index.ts';
import { seedOf } from '../canonical-order.ts';
import type { Pair } from '../verify/export-pairing.ts';
import { type Choice, logRatio, weightsOf } from './conditional-logit.ts';
import { Company, Mention, type Witness } from './cooccurrence-scorer.ts';
import { type ToldShare, toldShare } from './mixture-share.ts';
import { answersOf, type Surroundings, widthOf } from './product-features.ts';
import { type Effort, effortOf, FEWEST, OTHERS } from './work-budget.ts';

/** How cells go with what else is known of their products. */
export interface Relation {
  /**
   * Natural log-likelihood ratio of the judged cells: chosen for their products as the learned ones are, against drawn
   * from the column without looking at the product. 0 where nothing tells the learned ones either.
   */
  readonly ratio: number;
  /** What true cells would reach: what the learned ones do by weights that others of them give, for as many. */
  readonly expected: number;
  /** Cells that were judged: all, or a sample. */
  readonly judged: number;
  /** How many of them are told, should the others be drawn. */
  readonly told: ToldShare;
  /** Of each witness. */
  readonly weights: Float64Array;
  /** What tells the learned cells, the weightiest first. */
  readonly sources: readonly string[];
}

/** Attributes asked as witnesses of one claimed attribute, shared between the claims of a call. */
const ASKED = 80;
const ASKED_IN_ALL = 1600;
const ASKED_AT_LEAST = 6;
/** Natural log-likelihood ratio that as many true cells should reach before anything is held against a claim. */
const ENOUGH = Math.log(2);
/** Parts in which recorded cells are judged by the weights that the others give; two of many cells. */
const PARTS = 5;
const MANY = 100;
/** One cell in ten may be an exception to all rules. */
const EXCEPTIONS = 0.1;

/** Judges cells of the later export by others of the same attribute. */
export class Relations {
  readonly #answers: Answers;
  readonly #surroundings: Surroundings;
  readonly #pair: Pair;
  readonly #index: number;
  readonly #asked: readonly number[];
  readonly #effort: Effort;

  constructor(pair: Pair, index: number, claims: number, surroundings: Surroundings) {
    this.#pair = pair;
    this.#index = index;
    this.#surroundings = surroundings;
    this.#answers = answersOf(pair.attributes[index].after);
    this.#asked = askedOf(pair, index, claims);
    const traits = this.#asked.reduce(
      (sum, other) => sum + surroundings.traitsOf(other).width,
      surroundings.words.width,
    );
    this.#effort = effortOf(claims, traits * widthOf(this.#answers));
  }

  /**
   * Learns from cells that are believed, and judges others by them.
   *
   * @param among the new cells that those never recorded before are held against
   */
  between(learned: readonly number[], judged: readonly number[], among = judged): Relation {
    const from = this.#saying(learned).slice(0, this.#effort.learned);
    if (from.length < FEWEST) return NOTHING_TELLS;
    const fresh = this.#saying(judged);
    const witnesses = this.#witnesses(from);
    const isFree = witnesses.map(({ needsRecorded }) => !needsRecorded);
    const choose = this.#choosing(witnesses, from, this.#saying(among));
    const choices = from.slice(0, this.#effort.judged).map(choose);
    const sample = fresh.slice(0, this.#effort.judged);
    const recorded = leftOut(choices, isFree);
    const expected = (sample.length * believed(recorded)) / choices.length;
    if (expected < ENOUGH) return NOTHING_TELLS;
    const weights = weightsOf(choices, isFree);
    const ratios = sample.map((product) => logRatio(choose(product), weights));
    return {
      ratio: believed(ratios),
      expected,
      judged: sample.length,
      told: toldShare(recorded, ratios),
      weights,
      sources: namesOf(witnesses, weights),
    };
  }

  /**
   * The ratio of cells that are held against each other, each by all others: whether what told the recorded ones tells
   * these as well.
   */
  among(products: readonly number[], weights: Float64Array): number {
    const from = this.#saying(products).slice(0, this.#effort.learned);
    if (from.length < FEWEST || weights.length === 0) return 0;
    const choose = this.#choosing(this.#witnesses(from), from, []);
    return believed(from.slice(0, this.#effort.judged).map((product) => logRatio(choose(product), weights)));
  }

  #saying(products: readonly number[]): number[] {
    const { cell, start } = this.#answers;
    return products.filter((product) => start[cell[product] + 1] > start[cell[product]]);
  }

  /** What the witnesses say of a product's own cell, and of some cells of the column. */
  #choosing(witnesses: readonly Witness[], from: readonly number[], fresh: readonly number[]) {
    const { cell, start, answers, count } = this.#answers;
    const held = new Uint8Array(count);
    for (const product of from)
      for (let at = start[cell[product]]; at < start[cell[product] + 1]; at++) held[answers[at]] = 1;
    const isHeld = (product: number) =>
      answers.subarray(start[cell[product]], start[cell[product] + 1]).every((answer) => held[answer] === 1);
    const random = new Random(seedOf(this.#pair.attributes[this.#index].name, from.length));
    return (product: number): Choice => {
      const isKnown = isHeld(product);
      // What was never recorded is held against what else is new: where that is the same for all, nothing tells.
      const column = isKnown ? from : fresh;
      const others =
        column.length <= OTHERS
          ? column
          : Array.from({ length: OTHERS }, () => column[random.below(column.length)]);
      const cells = [cell[product], ...others.map((other) => cell[other])];
      const choice = new Float64Array(witnesses.length * cells.length);
      witnesses.forEach((witness, at) => {
        if (isKnown || !witness.needsRecorded) witness.say(product, cells, choice, at, witnesses.length);
      });
      return choice;
    };
  }

  #witnesses(learned: readonly number[]): Witness[] {
    const { after } = this.#pair.attributes[this.#index];
    const company = this.#asked.map(
      (other) => new Company(this.#surroundings.traitsOf(other), this.#answers, learned),
    );
    company.push(new Company(this.#surroundings.words, this.#answers, learned));
    const isSaid = after.kind !== 'number' && after.kind !== 'date' && after.kind !== 'boolean';
    return isSaid ? [...company, new Mention(after, this.#surroundings)] : company;
  }
}

/** Where nothing tells the values of a column. */
export const NOTHING_TELLS: Relation = {
  ratio: 0,
  expected: 0,
  judged: 0,
  told: { share: 1, low: 0, high: 1, evidence: 0 },
  weights: new Float64Array(0),
  sources: [],
};

/**
 * Of each recorded cell the ratio by weights that it had no part in: the best of many witnesses looks better than it is
 * where it was chosen.
 */
function leftOut(choices: readonly Choice[], isFree: readonly boolean[]): number[] {
  const parts = choices.length > MANY ? 2 : PARTS;
  return Array.from({ length: parts }, (_, part) => {
    const weights = weightsOf(
      choices.filter((_, at) => at % parts !== part),
      isFree,
    );
    return choices.filter((_, at) => at % parts === part).map((choice) => logRatio(choice, weights));
  }).flat();
}

/** The ratio of cells of which some may be exceptions. */
function believed(ratios: readonly number[]): number {
  return ratios.reduce((sum, ratio) => sum + Math.log((1 - EXCEPTIONS) * Math.exp(ratio) + EXCEPTIONS), 0);
}

function namesOf(witnesses: readonly Witness[], weights: Float64Array): string[] {
  const heard = witnesses.flatMap(({ name }, at) => (weights[at] > 0 ? [{ name, weight: weights[at] }] : []));
  heard.sort((left, right) => right.weight - left.weight);
  return [...new Set(heard.map(({ name }) => name))];
}

/** Other attributes that say something of several products; a sample of them where there are many. */
function askedOf({ attributes }: Pair, index: number, claims: number): number[] {
  const others = attributes.flatMap(({ after: { notQuestion, cells } }, other) =>
    other !== index &&
    notQuestion !== 'constant' &&
    notQuestion !== 'text' &&
    notQuestion !== 'identifier' &&
    cells.length > 1
      ? [other]
      : [],
  );
  const most = Math.max(ASKED_AT_LEAST, Math.min(ASKED, Math.floor(ASKED_IN_ALL / claims)));
  if (others.length <= most) return others;
  const random = new Random(seedOf(attributes[index].name, others.length));
  for (let at = 0; at < most; at++) {
    const other = at + random.below(others.length - at);
    [others[at], others[other]] = [others[other], others[at]];
  }
  return others.slice(0, most);
}
