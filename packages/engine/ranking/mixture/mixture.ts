import { zeros } from '../../primitives/pooled-arrays.ts';
import { attribute } from '../experts/attribute.ts';
import { brand } from '../experts/brand.ts';
import { near } from '../experts/catalogue-adjacency.ts';
import { category } from '../experts/category.ts';
import { coVisited } from '../experts/co-visitation/co-visited.ts';
import { goOnward } from '../experts/co-visitation/novelty-consensus.ts';
import { context } from '../experts/context.ts';
import type { DenseOpinion, Expert } from '../experts/expert.ts';
import { keyword } from '../experts/keyword.ts';
import { persona } from '../experts/persona.ts';
import { popularity } from '../experts/popularity.ts';
import { price } from '../experts/price.ts';
import { VOICE_COUNT, voice } from '../experts/registry.ts';
import { revisit } from '../experts/revisit.ts';
import { sequence } from '../experts/sequence.ts';
import type { Scene } from '../intent/session-state.ts';
import { Dense, type Kept } from './dense-scores.ts';
import { CIRCUMSTANCE_COUNT, weightsFor } from './gate.ts';
import { readCircumstances } from './gate-features.ts';
import { Evidence } from './sparse-scores.ts';

const EXPERTS: readonly Expert[] = [
  category,
  brand,
  attribute,
  price,
  keyword,
  persona,
  revisit,
  sequence,
  coVisited,
  near,
  context,
  popularity,
];

const ATTRIBUTE = voice('attribute');
const KEYWORD = voice('keyword');
const ONWARD = voice('covisited-onward');
const PRIOR = voice('prior');
const POPULARITY = voice('popularity');
/** Voices that name single products lie between these. */
const FIRST = voice('keyword');
const LAST = voice('catalogue-near');

/**
 * Evidence, in raw units, at which a voice hands half of its weight to the prior: what was seen once may be chance.
 * 0 for voices whose raw values are no counts.
 */
const DOUBT = new Float64Array(VOICE_COUNT);
for (const name of [
  'sequence-next',
  'sequence-pair',
  'sequence-triple',
  'sequence-later',
  'sequence-earlier',
] as const) {
  DOUBT[voice(name)] = 2;
}

/** Scores that differ by less than about this rank as equal. */
const GRAIN = 1e-12;

const evidence = new Evidence();

/**
 * The mixture for one session: `score(i) = Σ_k w_k · (c_k · p̂_k(i) + (1 − c_k) · p_0(i))`, with the weights w of the
 * session's circumstances, the confidence c of each voice, and the prior p_0 (Hinton's and Jelinek's linear mixtures
 * of experts and of language models are the models for it). Valid until the next one is made.
 */
export class Mixture {
  readonly scene: Scene;
  /** What the weights depend on. */
  readonly circumstances = zeros(CIRCUMSTANCE_COUNT);
  /** Weight of each voice times its confidence; what is left is with the prior, so that it adds up to 1. */
  readonly weight = zeros(VOICE_COUNT);
  readonly confidence = zeros(VOICE_COUNT);
  readonly evidence: Evidence = evidence;
  /** Signals of voices, as far as a breakdown has asked for them. */
  readonly signals: string[] = [];
  /** 1 / sum of the raw values of a voice. */
  readonly #scale = zeros(VOICE_COUNT);
  readonly #dense: Dense;
  /** The dense opinions by voice. */
  readonly #denseOf = new Array<DenseOpinion | undefined>(VOICE_COUNT).fill(undefined);

  constructor(scene: Scene) {
    this.scene = scene;
    const { binding } = scene;
    evidence.open(binding.scratch.slotOf);
    const dense: DenseOpinion[] = [];
    for (const expert of EXPERTS) dense.push(...expert.speak(scene, evidence));
    this.#dense = new Dense(binding, dense);
    for (const opinion of dense) this.#denseOf[opinion.voice] = opinion;
    const sums = zeros(VOICE_COUNT);
    const peaks = zeros(VOICE_COUNT);
    const { values } = evidence;
    for (let row = 0; row < evidence.count * VOICE_COUNT; row += VOICE_COUNT) {
      for (let k = FIRST; k <= LAST; k++) {
        const value = values[row + k];
        sums[k] = sums[k] + value;
        if (value > peaks[k]) peaks[k] = value;
      }
    }
    const seen = scene.products.subarray(0, scene.length);
    const sure = (k: number): number => this.#sureOf(k, sums);
    scene.confidence[ONWARD] = goOnward(evidence, seen, sums, sure, this.#likeness());
    readCircumstances(scene, sums, peaks, this.circumstances);
    for (let k = 0; k < VOICE_COUNT; k++) {
      if (sums[k] <= 0) continue;
      this.#scale[k] = 1 / sums[k];
      this.confidence[k] = this.#sureOf(k, sums);
    }
    for (let d = 0; d < dense.length; d++) {
      if (this.#dense.scale[d] === 0) continue;
      this.confidence[dense[d].voice] = dense[d].confidence;
    }
    weightsFor(binding.model.weights, this.circumstances, scene.signalled, this.weight);
    let left = 1;
    for (let k = 0; k < PRIOR; k++) {
      this.weight[k] = this.weight[k] * this.confidence[k];
      left -= this.weight[k];
    }
    this.weight[PRIOR] = left;
  }

  /**
   * How sure a voice that names single products is, by the sum of its raw values. Those that read the path of the
   * session fade with it; what goes onward has that from its sources.
   */
  #sureOf(k: number, sums: Float64Array): number {
    const fresh = k === KEYWORD || k === ONWARD ? 1 : this.scene.fresh;
    return (fresh * this.scene.confidence[k] * sums[k]) / (sums[k] + DOUBT[k]);
  }

  /** How much likelier products are for their attributes, where these say anything. */
  #likeness(): ((product: number) => number) | undefined {
    const d = this.#dense.opinions.findIndex(({ voice }) => voice === ATTRIBUTE);
    if (d < 0 || this.#dense.scale[d] === 0) return undefined;
    const { prior } = this.scene.binding;
    return (product) => this.#dense.value(d, product) / prior[product];
  }

  /** What a voice that judges kinds of products says, if it does. */
  denseOf(voice: number): DenseOpinion | undefined {
    return this.#denseOf[voice];
  }

  /** Whether anything but the prior and popularity speaks. */
  get personal(): boolean {
    for (let k = 0; k < PRIOR; k++) if (k !== POPULARITY && this.weight[k] > 0) return true;
    return false;
  }

  /**
   * Whether the session leaves every product where it stands for anybody: what speaks for it speaks for all alike.
   *
   * @param score the scores of all products
   */
  leavesAll(score: Float64Array): boolean {
    const { prior, popularity } = this.scene.binding;
    const popular = this.weight[POPULARITY];
    for (let i = 0; i < score.length; i++) {
      const anybodys = (1 - popular) * prior[i] + popular * popularity[i];
      if (!(Math.abs(score[i] - anybodys) < GRAIN)) return false;
    }
    return true;
  }

  /** p̂ of each voice for a product, the prior's own in the last place; 0 where a voice is silent. */
  opinions(product: number, into: Float64Array): void {
    into.fill(0);
    const row = this.evidence.find(product);
    if (row >= 0) {
      for (let k = 0; k < VOICE_COUNT; k++) into[k] = this.evidence.values[row + k] * this.#scale[k];
    }
    const { opinions } = this.#dense;
    for (let d = 0; d < opinions.length; d++) into[opinions[d].voice] = this.#dense.value(d, product);
    into[PRIOR] = this.scene.binding.prior[product];
  }

  /**
   * What a voice that judges kinds of products, or the prior, says of all of them; kept for longer than the mixture.
   */
  kept(voice: number): Kept | undefined {
    if (voice === PRIOR) return { base: this.scene.binding.prior, scale: 1 };
    const opinion = this.#denseOf[voice];
    return opinion === undefined ? undefined : this.#dense.kept(this.#dense.opinions.indexOf(opinion));
  }

  /** What a voice that names single products says of one, by its row in the evidence. */
  named(voice: number, row: number): number {
    return this.evidence.values[row + voice] * this.#scale[voice];
  }

  /** The probability of one product. */
  probability(product: number): number {
    const opinions = zeros(VOICE_COUNT);
    this.opinions(product, opinions);
    let score = 0;
    for (let k = 0; k < VOICE_COUNT; k++) score += this.weight[k] * opinions[k];
    return score;
  }

  /** The probabilities of all products, in working space that the next ranking overwrites. */
  scores(): Float64Array {
    const { score } = this.scene.binding.scratch;
    const { opinions } = this.#dense;
    this.#dense.scores(this.weight[PRIOR], (d) => this.weight[opinions[d].voice], score);
    const { values, products } = this.evidence;
    const factor = zeros(VOICE_COUNT);
    for (let k = 0; k < VOICE_COUNT; k++) factor[k] = this.weight[k] * this.#scale[k];
    for (let slot = 0, row = 0; slot < this.evidence.count; slot++, row += VOICE_COUNT) {
      let sum = 0;
      for (let k = FIRST; k <= LAST; k++) sum += factor[k] * values[row + k];
      score[products[slot]] = score[products[slot]] + sum;
    }
    return score;
  }

  close(): void {
    this.evidence.clear();
  }
}
