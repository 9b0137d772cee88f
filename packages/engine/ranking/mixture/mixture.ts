import { zeros } from '../../primitives/pooled-arrays.ts';
import { NOVELTY_CONSENSUS, SOURCES, scoreNovelty } from '../experts/co-visitation/novelty-consensus.ts';
import type { DenseScores, GroupScores } from '../experts/expert.ts';
import { EXPERTS, type ExpertRegistry } from '../experts/registry.ts';
import type { SparseScores } from '../experts/sparse-scores.ts';
import type { SessionState } from '../intent/session-state.ts';
import { type Scratch, takeScratch } from '../model/bound-model.ts';
import { DenseMixture, type KeptScores } from './dense-scores.ts';
import { leadSearch, shareWithMeaning, weightsFor } from './gate.ts';
import { FEATURE_COUNT, readFeatures } from './gate-features.ts';
import { giveBackWorkspace, takeWorkspace, type Workspace } from './workspace.ts';

/** Score differences below this count as none: the order of summation can cause them. Set by hand. */
const TOLERANCE = 1e-12;

/**
 * The mixture of experts for one session: `score(i) = Σ_k w_k · (c_k · p̂_k(i) + (1 − c_k) · p_0(i))`, with the gate's
 * weights w, each expert's confidence c and normalised scores p̂, and the prior p_0. This is a linear mixture of
 * experts (Jacobs et al. 1991) whose components back off to the prior as in Jelinek-Mercer smoothing. It is valid until
 * it is closed; several mixtures can be open at once.
 */
export class Mixture {
  readonly state: SessionState;
  readonly registry: ExpertRegistry;
  /** The features of the session that the gate reads. */
  readonly features = zeros(FEATURE_COUNT);
  /** Weight of each expert times its confidence. The prior has the rest, so that the weights add up to 1. */
  readonly weight: Float64Array;
  readonly confidence: Float64Array;
  readonly sparse: SparseScores;
  readonly #workspace: Workspace;
  readonly #scratch: Scratch;
  /** The scores of each expert group. */
  readonly #groups: GroupScores[] = [];
  /** 1 / sum of the raw scores of a sparse expert. */
  readonly #scale: Float64Array;
  readonly #dense: DenseMixture;
  /** The expert of each entry of the dense scores. */
  readonly #denseExperts: number[] = [];
  /** Position of an expert among the dense scores; -1 for sparse experts. */
  readonly #denseOf: Int8Array;
  /** `[expert]`: 1 / its probability of the products that the scores are conditional on; `undefined` for all. */
  #conditional: Float64Array | undefined;
  /** Signals of sparse experts, filled on demand. */
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
    // Experts that read the session's path lose confidence as the path loses freshness.
    const confidenceOf = (k: number): number => {
      const { fades, doubt = 0 } = experts[k];
      return ((fades ? state.freshness : 1) * stated[k] * sums[k]) / (sums[k] + doubt);
    };
    this.#scoreNovelty(sums, stated, confidenceOf);
    readFeatures({ state, registry, sums, peaks, similarSessions }, this.features);
    for (let k = 0; k < count; k++) {
      // The rest of evidence that has faded for years is too small to be divided by.
      const scale = 1 / sums[k];
      if (!Number.isFinite(scale)) continue;
      this.#scale[k] = scale;
      this.confidence[k] = confidenceOf(k);
    }
    for (let d = 0; d < dense.length; d++) {
      if (this.#dense.scale[d] > 0) this.confidence[this.#denseExperts[d]] = dense[d].confidence;
    }
    weightsFor(bound.model.weights, this.features, state.stated, this.weight);
    leadSearch(this.weight, registry.numberOf('keyword'), state.searched, state.stems.length > 0);
    if (state.meaning !== undefined) {
      const [words, meaning] = [registry.numberOf('keyword'), registry.numberOf('meaning')];
      if (sums[meaning] > 0) shareWithMeaning(this.weight, words, meaning, this.confidence[words] > 0);
    }
    let left = 1;
    for (let k = 0; k < prior; k++) {
      this.weight[k] = this.weight[k] * this.confidence[k];
      left -= this.weight[k];
    }
    this.weight[prior] = left;
  }

  /** Adds up the raw scores by expert, and finds their highest values. */
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

  /** Scores the novelty consensus, which combines other experts and therefore runs after them. */
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

  /** Whether any expert that depends on the session has weight. */
  get personal(): boolean {
    const { experts, prior } = this.registry;
    for (let k = 0; k < prior; k++) if (experts[k].personal !== false && this.weight[k] > 0) return true;
    return false;
  }

  /**
   * Whether all products have the scores that they have for an empty session.
   *
   * @param score the scores of all products
   */
  leavesAll(score: Float64Array): boolean {
    const { prior, popularity } = this.state.bound;
    const popular = this.weight[this.registry.numberOf('popularity')];
    for (let i = 0; i < score.length; i++) {
      const impersonal = (1 - popular) * prior[i] + popular * popularity[i];
      if (!(Math.abs(score[i] - impersonal) < TOLERANCE)) return false;
    }
    return true;
  }

  /**
   * Writes p̂ of each expert for a product into `into`, the prior's last; 0 where an expert does not score the product.
   */
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
    const scale = this.#conditional;
    if (scale !== undefined) for (let k = 0; k < into.length; k++) into[k] = into[k] * scale[k];
  }

  /**
   * Makes the scores conditional on the shopper going to one of some products, by Bayes' rule: an expert has the more
   * weight the more of its probability is among them, and its scores add up to 1 over them. So weights, values and
   * contributions remain what they are in a full list. Call it once, after {@link scores}.
   *
   * @param products ascending; not empty
   * @param score the scores of all products; in place, those of the others become 0
   */
  conditionOn(products: Int32Array, score: Float64Array): void {
    const { count } = this.registry;
    const mass = zeros(count);
    const scores = zeros(count);
    for (let i = 0; i < products.length; i++) {
      this.expertScores(products[i], scores);
      for (let k = 0; k < count; k++) mass[k] = mass[k] + scores[k];
    }
    let total = 0;
    for (let k = 0; k < count; k++) total += this.weight[k] * mass[k];
    for (let k = 0; k < count; k++) {
      this.weight[k] = (this.weight[k] * mass[k]) / total;
      mass[k] = mass[k] > 0 ? 1 / mass[k] : 0;
    }
    this.#conditional = mass;
    let next = 0;
    for (let product = 0; product < score.length; product++) {
      const isAmong = product === products[next];
      score[product] = isAmong ? score[product] / total : 0;
      if (isAmong) next++;
    }
  }

  /**
   * The scores of all products by a dense expert or the prior, in memory that outlives the mixture; `undefined` for a
   * sparse expert.
   */
  kept(expert: number): KeptScores | undefined {
    if (expert === this.registry.prior) return { base: this.state.bound.prior, scale: 1 };
    const d = this.#denseOf[expert];
    return d < 0 ? undefined : this.#dense.kept(d);
  }

  /** The score of a sparse expert in a row of {@link sparse}. */
  sparseScore(expert: number, row: number): number {
    return this.sparse.values[row + expert] * this.#scale[expert];
  }

  /**
   * The signal of an expert for a product, or independent of products (-1): the part of the session or catalogue that
   * matched.
   */
  signalFor(expert: number, product: number): string {
    const group = this.#groups[this.registry.groupOf(expert)];
    const signal = this.denseSignal(expert) ?? group.productSignal;
    return signal?.(product) ?? this.#signalOf(expert);
  }

  /** The signal function of a dense expert; valid after the mixture is closed. */
  denseSignal(expert: number): ((product: number) => string) | undefined {
    const d = this.#denseOf[expert];
    return d < 0 ? undefined : this.#dense.all[d].signal;
  }

  /** Where the signal of an expert for a product is a search: what of it the product has; `undefined` for any other. */
  matchedFor(expert: number, product: number): string | undefined {
    const d = this.#denseOf[expert];
    if (d >= 0) return this.#dense.all[d].matched?.(product);
    return this.#groups[this.registry.groupOf(expert)].productMatched?.(product);
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

  /** Returns the working memory. The mixture cannot be used afterwards. */
  close(): void {
    giveBackWorkspace(this.registry, this.#workspace);
    this.state.bound.idle.push(this.#scratch);
  }
}
