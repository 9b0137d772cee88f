import { Asked, hashNumber, Narrowing, Random } from '../information/index.ts';
import { FEWEST_RECORDED, type FilledShelf } from './shelf.ts';

/** A shopper asks so many questions. */
const QUESTIONS = 3;
/** Products looked at, over all triples of attributes, before pairs are sampled instead of counted out. */
const LOOKS = 8_000_000;
/** Pairs asked before, and single attributes asked before, that are looked at at least. */
const FEWEST_PAIRS = 12;

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
  const looks = LOOKS * share;

  const afterOne = questions.map(() => new Mean());
  const left: (Priority['substitute'] | undefined)[] = questions.map(() => undefined);
  const fewest = Math.max(FEWEST_PAIRS, Math.floor(looks / (products * wanted)));
  const others = shuffled(askable, random).slice(0, Math.min(askable.length, fewest));
  const inSample = new Set(others);
  const heads = new Map<number, number[]>();
  for (const other of others) heads.set(other, []);
  predictors.forEach(({ chain: [head] }, index) => {
    if (head === undefined || !ranked[index] || inSample.has(head)) return;
    heads.set(head, [...(heads.get(head) ?? []), index]);
  });
  const rounds = Math.max(1, Math.min(draws.length, Math.floor(looks / (products * wanted * heads.size))));
  for (const [other, only] of heads) {
    const bits = new Float64Array(count);
    for (let round = 0; round < rounds; round++) {
      const columns = draws[(round + other) % draws.length];
      const asked = new Asked(products, [columns[other]]);
      for (let index = 0; index < count; index++) {
        if (!ranked[index] || index === other || (!inSample.has(other) && !only.includes(index))) continue;
        bits[index] += narrowing.gain(asked, columns[index]) / rounds;
      }
    }
    for (let index = 0; index < count; index++) {
      if (!ranked[index] || index === other || (!inSample.has(other) && !only.includes(index))) continue;
      if (inSample.has(other)) afterOne[index].add(bits[index]);
      const least = left[index];
      if (least === undefined || bits[index] < least.left) left[index] = { index: other, left: bits[index] };
    }
  }

  const afterTwo = questions.map(() => new Mean());
  const pairs = balancedPairs(askable, random);
  const evaluations = Math.min(
    pairs.length * draws.length,
    Math.max(
      Math.min(pairs.length, FEWEST_PAIRS * Math.ceil(count / 4)),
      Math.floor(looks / (products * wanted)),
    ),
  );
  for (let evaluation = 0; evaluation < evaluations; evaluation++) {
    const [first, second] = pairs[evaluation % pairs.length];
    const columns = draws[(evaluation + Math.floor(evaluation / pairs.length)) % draws.length];
    const asked = new Asked(products, [columns[first], columns[second]]);
    for (let index = 0; index < count; index++) {
      if (!ranked[index] || index === first || index === second) continue;
      afterTwo[index].add(narrowing.gain(asked, columns[index]));
    }
  }

  const places = Math.min(QUESTIONS, askable.length);
  return questions.map((_, index) => {
    if (!ranked[index]) return undefined;
    const sum = recoverable[index] + afterOne[index].mean + afterTwo[index].mean;
    const allOne = others.length === askable.length;
    const allTwo = evaluations >= pairs.length;
    const variance = (allOne ? 0 : afterOne[index].variance) + (allTwo ? 0 : afterTwo[index].variance);
    const substitute = left[index];
    return {
      priority: sum / places,
      standardError: Math.sqrt(variance) / places,
      ...(substitute === undefined ? {} : { substitute }),
    };
  });
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
