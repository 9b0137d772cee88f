import { zeros } from '../../primitives/pooled-arrays.ts';
import { NOVELTY_CONSENSUS, SOURCES, scoreNovelty } from '../experts/co-visitation/novelty-consensus.ts';
import type { DenseScores, GroupScores } from '../experts/expert.ts';
import { EXPERTS, type ExpertRegistry } from '../experts/registry.ts';
import type { SessionState } from '../intent/session-state.ts';
import { type Scratch, takeScratch } from '../model/bound-model.ts';
import { DenseMixture, type KeptScores } from './dense-scores.ts';
import { weightsFor } from './gate.ts';
import { FEATURE_COUNT, readFeatures } from './gate-features.ts';
import type { SparseScores } from './sparse-scores.ts';
import { giveBackWorkspace, takeWorkspace, type Workspace } from './workspace.ts';

/** Scores that differ by less than about this rank as equal. */
const GRAIN = 1e-12;

/**
 * The mixture of experts for one session: `score(i) = Σ_k w_k · (c_k · p̂_k(i) + (1 − c_k) · p_0(i))`, with the weights
 * w of the gate, the confidence c of each expert, and the prior p_0 (a linear mixture of experts, Jacobs et al. 1991,
 * whose components back off to the prior as Jelinek and Mercer's language models do). Valid until it is closed; several
 * can be open at the same time.
 */
export class Mixture {
  readonly state: SessionState;
  readonly registry: ExpertRegistry;
  /** The features of the session that the gate reads. */
  readonly features = zeros(FEATURE_COUNT);
  /** Weight of each expert times its confidence; the prior has the rest, so that they add up to 1. */
  readonly weight: Float64Array;
  readonly confidence: Float64Array;
  readonly sparse: SparseScores;
  readonly #workspace: Workspace;
  readonly #scratch: Scratch;
  /** What each group of experts says, and which group an expert is of. */
  readonly #groups: GroupScores[] = [];
  /** 1 / sum of the raw scores of a sparse expert. */
  readonly #scale: Float64Array;
  readonly #dense: DenseMixture;
  /** Experts of the dense scores. */
  readonly #denseExperts: number[] = [];
  /** Place of an expert among the dense scores, -1 where it has none. */
  readonly #denseOf: Int8Array;
  /** Signals of sparse experts, as far as they were asked for. */
  readonly #signals: string[] = [];

  constructor(state: SessionState, registry: ExpertRegistry = EXPERTS) {
    const { count, prior, experts } = registry;
    const { bound } = state;
    this.state = state;
    this.registry = registry;
    this.weight = zeros(count);
    this.confidence = zeros(count);
    this.#scale = zeros(count);
    this.#denseOf = new Int8Array(count).fill(-1);
    this.#workspace = takeWorkspace(registry);
    this.#scratch = takeScratch(bound);
    this.sparse = this.#workspace.sparse;
    this.sparse.open(this.#scratch.slotOf);

    const stated = zeros(count).fill(1);
    const dense: DenseScores[] = [];
    let similarSessions = 0;
    for (let g = 0; g < registry.groups.length; g++) {
      const first = registry.firstOf[g];
      const scores = registry.groups[g].score(state, this.sparse, first, this.#workspace.memories[g]);
      this.#groups.push(scores);
      for (const one of scores.dense ?? []) {
        this.#denseOf[first + one.expert] = dense.push(one) - 1;
        this.#denseExperts.push(first + one.expert);
      }
      scores.confidence?.forEach((confidence, k) => {
        stated[first + k] = confidence;
      });
      similarSessions += scores.similarSessions ?? 0;
    }
    this.#dense = new DenseMixture(bound, this.#scratch, dense);
    const sums = zeros(count);
    const peaks = zeros(count);
    this.#addUp(sums, peaks);
    // Experts that read the path of the session fade with it.
    const confidenceOf = (k: number): number => {
      const { fades, doubt = 0 } = experts[k];
      return ((fades ? state.freshness : 1) * stated[k] * sums[k]) / (sums[k] + doubt);
    };
    this.#scoreNovelty(sums, stated, confidenceOf);
    readFeatures({ state, registry, sums, peaks, similarSessions }, this.features);
    for (let k = 0; k < count; k++) {
      if (sums[k] <= 0) continue;
      this.#scale[k] = 1 / sums[k];
      this.confidence[k] = confidenceOf(k);
    }
    for (let d = 0; d < dense.length; d++) {
      if (this.#dense.scale[d] > 0) this.confidence[this.#denseExperts[d]] = dense[d].confidence;
    }
    weightsFor(bound.model.weights, this.features, state.stated, this.weight);
    let left = 1;
    for (let k = 0; k < prior; k++) {
      this.weight[k] = this.weight[k] * this.confidence[k];
      left -= this.weight[k];
    }
    this.weight[prior] = left;
  }

  /** Sums and greatest values of the raw scores by expert. */
  #addUp(sums: Float64Array, peaks: Float64Array): void {
    const { values, count } = this.sparse;
    const { firstSparse, lastSparse, count: stride } = this.registry;
    for (let row = 0; row < count * stride; row += stride) {
      for (let k = firstSparse; k <= lastSparse; k++) {
        const value = values[row + k];
        sums[k] = sums[k] + value;
        if (value > peaks[k]) peaks[k] = value;
      }
    }
  }

  /** The expert that combines others; it is scored when all others are. */
  #scoreNovelty(sums: Float64Array, stated: Float64Array, confidenceOf: (expert: number) => number): void {
    const { state, registry } = this;
    const expert = registry.numberOf(NOVELTY_CONSENSUS);
    const sources = SOURCES.map(({ name }) => registry.numberOf(name));
    const seen = state.products.subarray(0, state.length);
    const d = this.#denseOf[registry.numberOf('attribute')];
    const { prior } = state.bound;
    const likeness =
      d < 0 || this.#dense.scale[d] === 0
        ? undefined
        : (product: number) => this.#dense.value(d, product) / prior[product];
    stated[expert] = scoreNovelty(this.sparse, expert, sources, seen, sums, confidenceOf, likeness);
  }

  /** Whether any expert that knows the session has weight. */
  get personal(): boolean {
    const { experts, prior } = this.registry;
    for (let k = 0; k < prior; k++) if (experts[k].personal !== false && this.weight[k] > 0) return true;
    return false;
  }

  /**
   * Whether the session leaves every product in its place: all products have the scores that they have for anybody.
   *
   * @param score the scores of all products
   */
  leavesAll(score: Float64Array): boolean {
    const { prior, popularity } = this.state.bound;
    const popular = this.weight[this.registry.numberOf('popularity')];
    for (let i = 0; i < score.length; i++) {
      const anybodys = (1 - popular) * prior[i] + popular * popularity[i];
      if (!(Math.abs(score[i] - anybodys) < GRAIN)) return false;
    }
    return true;
  }

  /** p̂ of each expert for a product, the prior's own in the last place; 0 where an expert does not score it. */
  expertScores(product: number, into: Float64Array): void {
    into.fill(0);
    const row = this.sparse.find(product);
    if (row >= 0) {
      for (let k = 0; k < into.length; k++) into[k] = this.sparse.values[row + k] * this.#scale[k];
    }
    for (let d = 0; d < this.#denseExperts.length; d++) {
      into[this.#denseExperts[d]] = this.#dense.value(d, product);
    }
    into[this.registry.prior] = this.state.bound.prior[product];
  }

  /** The scores of all products by a dense expert, or the prior, in memory that outlives the mixture. */
  kept(expert: number): KeptScores | undefined {
    if (expert === this.registry.prior) return { base: this.state.bound.prior, scale: 1 };
    const d = this.#denseOf[expert];
    return d < 0 ? undefined : this.#dense.kept(d);
  }

  /** The score that a sparse expert gives to a product, by its row. */
  sparseScore(expert: number, row: number): number {
    return this.sparse.values[row + expert] * this.#scale[expert];
  }

  /** The signal of an expert for a product, or for none in particular (-1): what in the session or catalogue matched. */
  signalFor(expert: number, product: number): string {
    const group = this.#groups[this.registry.groupOf(expert)];
    const signal = this.denseSignal(expert) ?? group.productSignal;
    return signal?.(product) ?? this.#signalOf(expert);
  }

  /** The signals of a dense expert by product; valid after the mixture is closed. */
  denseSignal(expert: number): ((product: number) => string) | undefined {
    const d = this.#denseOf[expert];
    return d < 0 ? undefined : this.#dense.all[d].signal;
  }

  #signalOf(expert: number): string {
    const known = this.#signals[expert];
    if (known !== undefined) return known;
    const group = this.registry.groupOf(expert);
    const signal = this.#groups[group].signal?.(expert - this.registry.firstOf[group]) ?? '';
    this.#signals[expert] = signal;
    return signal;
  }

  /** The probability of one product. */
  probability(product: number): number {
    const scores = zeros(this.registry.count);
    this.expertScores(product, scores);
    let score = 0;
    for (let k = 0; k < scores.length; k++) score += this.weight[k] * scores[k];
    return score;
  }

  /** The probabilities of all products, in working memory that is valid until the mixture is closed. */
  scores(): Float64Array {
    const { score } = this.#scratch;
    const { firstSparse, lastSparse, count: stride, prior } = this.registry;
    this.#dense.scores(this.weight[prior], (d) => this.weight[this.#denseExperts[d]], score);
    const { values, products, count } = this.sparse;
    const factor = zeros(stride);
    for (let k = 0; k < stride; k++) factor[k] = this.weight[k] * this.#scale[k];
    for (let slot = 0, row = 0; slot < count; slot++, row += stride) {
      let sum = 0;
      for (let k = firstSparse; k <= lastSparse; k++) sum += factor[k] * values[row + k];
      score[products[slot]] = score[products[slot]] + sum;
    }
    return score;
  }

  /** Gives the working memory back. The mixture is of no use afterwards. */
  close(): void {
    giveBackWorkspace(this.registry, this.#workspace);
    this.state.bound.idle.push(this.#scratch);
  }
}
