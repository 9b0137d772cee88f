import { CandidatePartition } from '../../information/candidate-partition.ts';
import type { EncodedAttribute } from '../../information/encoding.ts';
import { InformationGain } from '../../information/information-gain.ts';
import { hashNumber } from '../../primitives/hash.ts';
import { Random } from '../../primitives/random.ts';
import {
  COUNTED_ANSWERS,
  FEWEST_FIRST_QUESTIONS,
  FEWEST_PAIRS,
  FEWEST_PER_ANSWER,
  FEWEST_RECORDED,
  LARGE_SHOP_CELLS,
  MOST_EXTRA_WORK,
  QUESTIONS_ASKED,
  SMALLEST_WORK_SHARE,
  TARGETS_PER_PAIR,
} from '../constants.ts';
import type { ImputedSegment } from './imputed-segment.ts';

export interface ThreeQuestionGain {
  /** Bits that recording adds, averaged over the positions at which the attribute may be asked. */
  readonly gain: number;
  /** Standard error of the sampling, in bits. */
  readonly standardError: number;
  /** The attribute after whose answer the fewest bits remain, and how many remain. */
  readonly substitute?: { readonly index: number; readonly left: number };
}

/**
 * The value of recording each attribute for a shopper who asks three questions: the mean of what it adds as
 * the first question (`recoverable`), after one other question and after two, chosen uniformly. After an
 * answer the candidates are the products that have it and the products without a value.
 *
 * @param share share of the work that this segment may use: its products among all graded products
 */
export function threeQuestionGains(
  segment: ImputedSegment,
  recoverable: readonly number[],
  trust: number,
  seed: number,
  share: number,
): (ThreeQuestionGain | undefined)[] {
  const { products, recorded, questions } = segment;
  const ranked = questions.map(
    (_, index) => recorded[index] < products && recorded[index] >= FEWEST_RECORDED,
  );
  if (!ranked.includes(true)) return questions.map(() => undefined);
  const cells = (products / share) * questions.length;
  const asking: Sampling = {
    segment,
    ranked,
    askable: questions.map((_, index) => index).filter((index) => recorded[index] > 0),
    narrowing: new InformationGain(products, trust),
    random: new Random(hashNumber(3, seed)),
    work:
      COUNTED_ANSWERS *
      Math.max(share, SMALLEST_WORK_SHARE) *
      Math.min(MOST_EXTRA_WORK, Math.max(1, LARGE_SHOP_CELLS / cells)),
    perEntry: questions.reduce(
      (sum, { answers }, index) => sum + (ranked[index] ? meanAnswersPerCell(answers) : 0),
      0,
    ),
  };
  const afterOne = gainAfterOneAnswer(asking);
  const afterTwo = gainAfterTwoAnswers(asking);
  const places = Math.min(QUESTIONS_ASKED, asking.askable.length);
  return questions.map((_, index) => {
    if (!ranked[index]) return undefined;
    const [one, two] = [afterOne.gains[index], afterTwo.gains[index]];
    const variance = afterOne.unseen * one.variance + afterTwo.unseen * two.variance;
    const substitute = afterOne.substitutes[index];
    return {
      gain: (recoverable[index] + one.mean + two.mean) / places,
      standardError: Math.sqrt(variance) / places,
      ...(substitute === undefined ? {} : { substitute }),
    };
  });
}

interface Sampling {
  readonly segment: ImputedSegment;
  /** Per question whether a gain is computed: it has gaps, and enough values are recorded. */
  readonly ranked: readonly boolean[];
  /** Questions with at least one recorded value. */
  readonly askable: readonly number[];
  readonly narrowing: InformationGain;
  readonly random: Random;
  /** Answers that may be counted for each of the two averages. */
  readonly work: number;
  /**
   * Cost of valuing all ranked questions once, per candidate: the mean number of answers per cell, summed.
   */
  readonly perEntry: number;
}

interface Sampled {
  /** Per question the bits that recording it adds. */
  readonly gains: readonly RunningMean[];
  /**
   * Share of the possible earlier questions that were not sampled: the finite population correction of the
   * variance.
   */
  readonly unseen: number;
}

/** What recording adds after one other question, and the earlier question after which it adds least. */
function gainAfterOneAnswer({
  segment,
  ranked,
  askable,
  narrowing,
  random,
  work,
  perEntry,
}: Sampling): Sampled & {
  readonly substitutes: readonly ThreeQuestionGain['substitute'][];
} {
  const { products, draws, predictors, questions } = segment;
  // One answer leaves many candidates, so a sample of a large segment is enough, and its first products are a
  // random sample. Exception: where each answer belongs to few products, the sample would miss them.
  const sampled = Math.min(products, 2 * TARGETS_PER_PAIR);
  const targets = { from: 0, to: Math.min(sampled, TARGETS_PER_PAIR) };
  const sampleSuffices = questions.map(
    (_, index) => sampled === products || draws[0][index].answers * FEWEST_PER_ANSWER <= sampled,
  );
  const gains = questions.map(() => new RunningMean());
  const substitutes: ThreeQuestionGain['substitute'][] = Array.from(questions, () => undefined);
  const affordable = Math.max(FEWEST_FIRST_QUESTIONS, Math.floor(work / 2 / (sampled * perEntry)));
  const earlier = shuffled(askable, random).slice(0, affordable);
  const inSample = new Set(earlier);
  const substituteTrials = likelySubstitutes(predictors, ranked, inSample);
  const rounds = Math.max(1, Math.min(draws.length, Math.floor(affordable / askable.length)));
  for (const other of [...earlier, ...substituteTrials.keys()]) {
    const drawn = Array.from({ length: rounds }, (_, round) => draws[(round + other) % draws.length]);
    const part = drawn.map((columns) => new CandidatePartition(sampled, [columns[other]], targets));
    let whole: CandidatePartition[] | undefined;
    for (const index of substituteTrials.get(other) ?? questions.keys()) {
      if (!ranked[index] || index === other) continue;
      if (!sampleSuffices[index])
        whole ??= drawn.map((columns) => new CandidatePartition(products, [columns[other]], targets));
      const asked = sampleSuffices[index] ? part : whole!;
      let bits = 0;
      drawn.forEach((columns, round) => {
        bits += narrowing.gain(asked[round], columns[index]) / rounds;
      });
      if (inSample.has(other)) gains[index].add(bits);
      const known = substitutes[index];
      if (known === undefined || bits < known.left) substitutes[index] = { index: other, left: bits };
    }
  }
  return { gains, substitutes, unseen: 1 - earlier.length / askable.length };
}

/** What recording adds after two other questions. */
function gainAfterTwoAnswers({
  segment,
  ranked,
  askable,
  narrowing,
  random,
  work,
  perEntry,
}: Sampling): Sampled {
  const { products, draws, questions } = segment;
  const gains = questions.map(() => new RunningMean());
  const pairs = balancedPairs(askable, random);
  const windows = Math.ceil(products / TARGETS_PER_PAIR);
  let evaluations = 0;
  for (let done = 0; evaluations < pairs.length * draws.length; evaluations++) {
    if (done > work && evaluations >= FEWEST_PAIRS) break;
    const [first, second] = pairs.at(evaluations % pairs.length);
    const columns = draws[(evaluations + Math.floor(evaluations / pairs.length)) % draws.length];
    const window = random.below(windows);
    const asked = new CandidatePartition(products, [columns[first], columns[second]], {
      from: Math.floor((window * products) / windows),
      to: Math.floor(((window + 1) * products) / windows),
    });
    done += asked.size * perEntry;
    for (let index = 0; index < questions.length; index++) {
      if (!ranked[index] || index === first || index === second) continue;
      gains[index].add(narrowing.gain(asked, columns[index]));
    }
  }
  return { gains, unseen: 1 - Math.min(1, evaluations / Math.max(1, pairs.length)) };
}

/**
 * Attributes outside the sample that predict an attribute best, since they are likely substitutes; with the
 * attributes to try them on.
 */
function likelySubstitutes(
  predictors: ImputedSegment['predictors'],
  ranked: readonly boolean[],
  inSample: ReadonlySet<number>,
): Map<number, number[]> {
  const substituteTrials = new Map<number, number[]>();
  predictors.forEach(({ chain: [head] }, index) => {
    if (head === undefined || !ranked[index] || inSample.has(head)) return;
    substituteTrials.set(head, [...(substituteTrials.get(head) ?? []), index]);
  });
  return substituteTrials;
}

/** Mean number of answers in a cell, at least 1. */
function meanAnswersPerCell({ start, answers }: EncodedAttribute): number {
  return Math.max(1, answers.length / Math.max(1, start.length - 1));
}

/** Accumulates a mean and the variance of that mean. */
class RunningMean {
  #count = 0;
  #sum = 0;
  #squares = 0;

  add(value: number): void {
    this.#count++;
    this.#sum += value;
    this.#squares += value * value;
  }

  get mean(): number {
    return this.#count === 0 ? 0 : this.#sum / this.#count;
  }

  get variance(): number {
    if (this.#count < 2) return 0;
    const spread = Math.max(0, this.#squares - (this.#sum * this.#sum) / this.#count) / (this.#count - 1);
    return spread / this.#count;
  }
}

/**
 * All pairs, ordered so that every prefix contains each attribute about equally often. Hardly any is asked for where there are
 * many attributes, so none is stored.
 */
function balancedPairs(
  indices: readonly number[],
  random: Random,
): { readonly length: number; at(index: number): readonly [number, number] } {
  const ring = shuffled(indices, random);
  const steps = shuffled(
    Array.from({ length: Math.floor(ring.length / 2) }, (_, step) => step + 1),
    random,
  );
  const size = ring.length;
  // The step across the ring gives each pair twice.
  const across = steps.indexOf(size / 2);
  const half = size / 2;
  return {
    length: (size * (size - 1)) / 2,
    at(index) {
      const isBehind = across >= 0 && index >= across * size + half;
      const place = isBehind ? index + half : index;
      const from = place % size;
      return [ring[from], ring[(from + steps[Math.floor(place / size)]) % size]];
    },
  };
}

function shuffled<T>(items: readonly T[], random: Random): T[] {
  const order = [...items];
  for (let at = order.length - 1; at > 0; at--) {
    const other = random.below(at + 1);
    [order[at], order[other]] = [order[other], order[at]];
  }
  return order;
}
