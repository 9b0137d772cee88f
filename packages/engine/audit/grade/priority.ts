import { type Answers, Asked, hashNumber, Narrowing, Random } from '../../information/index.ts';
import { FEWEST_RECORDED, type FilledShelf } from './imputed-segment.ts';

/** A shopper asks so many questions. */
const QUESTIONS = 3;
/** Answers counted before pairs of questions are sampled instead of taken all, in a shop of so many cells or more … */
const WORK = 600_000;
const MANY_CELLS = 220_000;
/** … and up to so many times as many in a smaller one, where there is time for them. */
const MORE_WORK = 4;
/** On larger shelves so many targets, others each time, are taken for each pair of questions. */
export const TARGETS = 2000;
/** An answer that so few products share, of those looked at, is told by looking at all. */
const TOO_FEW = 20;
/** Of which a small shelf among many may take this share. */
const SMALLEST_SHARE = 0.1;
/** Questions asked before, and pairs of them, that are taken at least. */
const FEWEST = 12;
const FEWEST_PAIRS = 5;

export interface Priority {
  /** What recording adds, averaged over the places at which the attribute may be asked. */
  readonly priority: number;
  /** Of the sampling, in bits. */
  readonly standardError: number;
  /** The attribute after which least is left, and how much that is. */
  readonly substitute?: { readonly index: number; readonly left: number };
}

/**
 * What recording each attribute is worth to a shopper who asks three questions: the mean of what it adds when it is
 * asked first (`recoverable`), after one other attribute, and after two, each chosen uniformly. After an answer, the
 * products that cannot be ruled out stay: those that have it and those without a value.
 *
 * @param share of the work that this shelf may take: its products among all that are graded.
 */
export function priorities(
  shelf: FilledShelf,
  recoverable: readonly number[],
  trust: number,
  seed: number,
  share: number,
): (Priority | undefined)[] {
  const { products, recorded, questions } = shelf;
  const ranked = questions.map(
    (_, index) => recorded[index] < products && recorded[index] >= FEWEST_RECORDED,
  );
  if (!ranked.includes(true)) return questions.map(() => undefined);
  const cells = (products / share) * questions.length;
  const asking: Asking = {
    shelf,
    ranked,
    askable: questions.map((_, index) => index).filter((index) => recorded[index] > 0),
    narrowing: new Narrowing(products, trust),
    random: new Random(hashNumber(3, seed)),
    work: WORK * Math.max(share, SMALLEST_SHARE) * Math.min(MORE_WORK, Math.max(1, MANY_CELLS / cells)),
    perEntry: questions.reduce((sum, { answers }, index) => sum + (ranked[index] ? widthOf(answers) : 0), 0),
  };
  const afterOne = askedAfterOne(asking);
  const afterTwo = askedAfterTwo(asking);
  const places = Math.min(QUESTIONS, asking.askable.length);
  return questions.map((_, index) => {
    if (!ranked[index]) return undefined;
    const [one, two] = [afterOne.gains[index], afterTwo.gains[index]];
    const variance = afterOne.unseen * one.variance + afterTwo.unseen * two.variance;
    const substitute = afterOne.least[index];
    return {
      priority: (recoverable[index] + one.mean + two.mean) / places,
      standardError: Math.sqrt(variance) / places,
      ...(substitute === undefined ? {} : { substitute }),
    };
  });
}

interface Asking {
  readonly shelf: FilledShelf;
  /** Of each question whether it is worth something to record more, and enough is recorded to say what. */
  readonly ranked: readonly boolean[];
  /** Questions with a value at all. */
  readonly askable: readonly number[];
  readonly narrowing: Narrowing;
  readonly random: Random;
  /** Answers that may be counted for either of the two sums. */
  readonly work: number;
  /** What one evaluation of all ranked questions costs: as many answers as their cells hold. */
  readonly perEntry: number;
}

interface Sampled {
  /** Per question the bits that recording it adds. */
  readonly gains: readonly Mean[];
  /** The share of all that could be asked before which was not: the more is taken, the less is left to chance. */
  readonly unseen: number;
}

/** What recording adds once one other question is answered, and after which of them least is left. */
function askedAfterOne({ shelf, ranked, askable, narrowing, random, work, perEntry }: Asking): Sampled & {
  readonly least: readonly Priority['substitute'][];
} {
  const { products, draws, predictors, questions } = shelf;
  // One answer leaves many candidates, so that a part of a large shelf, which stands in random order, tells as much;
  // not of an attribute of which each answer belongs to few products: those few are not on the part.
  const looked = Math.min(products, 2 * TARGETS);
  const aim = { from: 0, to: Math.min(looked, TARGETS) };
  const onPart = questions.map(
    (_, index) => looked === products || draws[0][index].answers * TOO_FEW <= looked,
  );
  const gains = questions.map(() => new Mean());
  const least: Priority['substitute'][] = Array.from(questions, () => undefined);
  const affordable = Math.max(FEWEST, Math.floor(work / 2 / (looked * perEntry)));
  const others = shuffled(askable, random).slice(0, affordable);
  const inSample = new Set(others);
  const only = likeliest(predictors, ranked, inSample);
  const rounds = Math.max(1, Math.min(draws.length, Math.floor(affordable / askable.length)));
  for (const other of [...others, ...only.keys()]) {
    const drawn = Array.from({ length: rounds }, (_, round) => draws[(round + other) % draws.length]);
    const part = drawn.map((columns) => new Asked(looked, [columns[other]], aim));
    let whole: Asked[] | undefined;
    for (const index of only.get(other) ?? questions.keys()) {
      if (!ranked[index] || index === other) continue;
      if (!onPart[index]) whole ??= drawn.map((columns) => new Asked(products, [columns[other]], aim));
      const asked = onPart[index] ? part : whole!;
      let bits = 0;
      drawn.forEach((columns, round) => {
        bits += narrowing.gain(asked[round], columns[index]) / rounds;
      });
      if (inSample.has(other)) gains[index].add(bits);
      const known = least[index];
      if (known === undefined || bits < known.left) least[index] = { index: other, left: bits };
    }
  }
  return { gains, least, unseen: 1 - others.length / askable.length };
}

/** What recording adds once two other questions are answered. */
function askedAfterTwo({ shelf, ranked, askable, narrowing, random, work, perEntry }: Asking): Sampled {
  const { products, draws, questions } = shelf;
  const gains = questions.map(() => new Mean());
  const pairs = balancedPairs(askable, random);
  const windows = Math.ceil(products / TARGETS);
  let evaluations = 0;
  for (let done = 0; evaluations < pairs.length * draws.length; evaluations++) {
    if (done > work && evaluations >= FEWEST_PAIRS) break;
    const [first, second] = pairs[evaluations % pairs.length];
    const columns = draws[(evaluations + Math.floor(evaluations / pairs.length)) % draws.length];
    const window = random.below(windows);
    const asked = new Asked(products, [columns[first], columns[second]], {
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

/** Attributes outside the sample that predict one best: the likeliest substitutes, each with whom to try it on. */
function likeliest(
  predictors: FilledShelf['predictors'],
  ranked: readonly boolean[],
  inSample: ReadonlySet<number>,
): Map<number, number[]> {
  const only = new Map<number, number[]>();
  predictors.forEach(({ chain: [head] }, index) => {
    if (head === undefined || !ranked[index] || inSample.has(head)) return;
    only.set(head, [...(only.get(head) ?? []), index]);
  });
  return only;
}

/** Answers a cell holds on average, at least 1. */
function widthOf({ start, answers }: Answers): number {
  return Math.max(1, answers.length / Math.max(1, start.length - 1));
}

/** A running mean with the variance of that mean. */
class Mean {
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

/** All pairs, in an order of which each beginning asks every attribute about equally often. */
function balancedPairs(indices: readonly number[], random: Random): [number, number][] {
  const ring = shuffled(indices, random);
  const steps = shuffled(
    Array.from({ length: Math.floor(ring.length / 2) }, (_, step) => step + 1),
    random,
  );
  const pairs: [number, number][] = [];
  for (const step of steps) {
    const half = step * 2 === ring.length ? step : ring.length;
    for (let at = 0; at < half; at++) pairs.push([ring[at], ring[(at + step) % ring.length]]);
  }
  return pairs;
}

function shuffled<T>(items: readonly T[], random: Random): T[] {
  const order = [...items];
  for (let at = order.length - 1; at > 0; at--) {
    const other = random.below(at + 1);
    [order[at], order[other]] = [order[other], order[at]];
  }
  return order;
}
