import { type Answers, Asked, hashNumber, Narrowing, Random } from '../information/index.ts';
import { FEWEST_RECORDED, type FilledShelf } from './shelf.ts';

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
  const { products, recorded, draws, predictors, questions } = shelf;
  const count = questions.length;
  const narrowing = new Narrowing(products, trust);
  const ranked = questions.map(
    (_, index) => recorded[index] < products && recorded[index] >= FEWEST_RECORDED,
  );
  const askable = questions.map((_, index) => index).filter((index) => recorded[index] > 0);
  const wanted = ranked.filter(Boolean).length;
  if (wanted === 0) return questions.map(() => undefined);
  const random = new Random(hashNumber(3, seed));
  const cells = (products / share) * count;
  const work = WORK * Math.max(share, SMALLEST_SHARE) * Math.min(MORE_WORK, Math.max(1, MANY_CELLS / cells));
  // What one evaluation of all ranked attributes costs: as many answers as their cells hold.
  const perEntry = questions.reduce(
    (sum, { answers }, index) => sum + (ranked[index] ? widthOf(answers) : 0),
    0,
  );

  // One answer leaves many candidates, so that a part of a large shelf, which stands in random order, tells as much; not of
  // an attribute of which each answer belongs to few products: those few are not on the part.
  const looked = Math.min(products, 2 * TARGETS);
  const aim = { from: 0, to: Math.min(looked, TARGETS) };
  const onPart = questions.map(
    (_, index) => looked === products || draws[0][index].answers * TOO_FEW <= looked,
  );
  const afterOne = questions.map(() => new Mean());
  const left: (Priority['substitute'] | undefined)[] = questions.map(() => undefined);
  const affordable = Math.max(FEWEST, Math.floor(work / 2 / (looked * perEntry)));
  const others = shuffled(askable, random).slice(0, affordable);
  const inSample = new Set(others);
  const only = likeliest(predictors, ranked, inSample);
  for (const other of [...others, ...only.keys()]) {
    const rounds = Math.max(1, Math.min(draws.length, Math.floor(affordable / askable.length)));
    const evaluated = only.get(other) ?? questions.keys();
    const sampled = inSample.has(other);
    const drawn = Array.from({ length: rounds }, (_, round) => draws[(round + other) % draws.length]);
    const part = drawn.map((columns) => new Asked(looked, [columns[other]], aim));
    let whole: Asked[] | undefined;
    for (const index of evaluated) {
      if (!ranked[index] || index === other) continue;
      if (!onPart[index]) whole ??= drawn.map((columns) => new Asked(products, [columns[other]], aim));
      const asked = onPart[index] ? part : whole!;
      let bits = 0;
      drawn.forEach((columns, round) => {
        bits += narrowing.gain(asked[round], columns[index]) / rounds;
      });
      if (sampled) afterOne[index].add(bits);
      const least = left[index];
      if (least === undefined || bits < least.left) left[index] = { index: other, left: bits };
    }
  }

  const afterTwo = questions.map(() => new Mean());
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
    for (let index = 0; index < count; index++) {
      if (!ranked[index] || index === first || index === second) continue;
      afterTwo[index].add(narrowing.gain(asked, columns[index]));
    }
  }

  const places = Math.min(QUESTIONS, askable.length);
  return questions.map((_, index) => {
    if (!ranked[index]) return undefined;
    const sum = recoverable[index] + afterOne[index].mean + afterTwo[index].mean;
    // Of a finite number of pairs, the more are taken the less is left to chance.
    const restOfOne = 1 - others.length / askable.length;
    const restOfTwo = 1 - Math.min(1, evaluations / Math.max(1, pairs.length));
    const variance = restOfOne * afterOne[index].variance + restOfTwo * afterTwo[index].variance;
    const substitute = left[index];
    return {
      priority: sum / places,
      standardError: Math.sqrt(variance) / places,
      ...(substitute === undefined ? {} : { substitute }),
    };
  });
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
