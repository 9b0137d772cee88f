import { wordsIn } from '../../languages/index.ts';
import { hashNumber, hashText } from '../../primitives/hash.ts';
import { type Candidate, Sayings } from './candidate.ts';
import type { SourceTexts } from './source-texts.ts';

/** Words of a title up to which it has one slot; set by hand. */
const LONGEST_TITLE = 12;
const SHORTEST_FRAME = 2;
/** Titles in which two words fill the same place, so that they are values of one fact; set by hand. */
const FEWEST_FRAMES = 3;
const FEWEST_FILLERS = 3;
/** Fillers of one frame: more are names; set by hand. */
const MOST_FILLERS = 24;
/** Products that must have a word for it to be a value. */
const FEWEST_PRODUCTS = 3;
/** Share of the products of two words that have both: more are no answers to one question. Set by hand. */
const MOST_TOGETHER = 0.05;
/** Pairs of words that are counted: bounds the work. Set by hand. */
const MOST_PAIRS = 40_000;
const NAMED_VALUES = 3;

const STOP_WORDS: ReadonlySet<string> = new Set(wordsIn(({ words }) => words?.stopWords));

/**
 * Words that fill the same place of titles that are equal otherwise: "Foo Dress matt", "Foo Dress glossy", and so with
 * other products. Such words are values of one fact (Harris 1954, distributional structure). They are told apart from
 * names by repeating in several frames, and from features by excluding each other.
 */
export function saidInSlots(source: SourceTexts): Candidate[] {
  if (source.isProse) return [];
  const pairs = pairsOf(framesOf(source));
  for (const [key, { frames }] of pairs) if (frames < FEWEST_FRAMES) pairs.delete(key);
  if (pairs.size === 0) return [];
  const paired = new Set([...pairs.keys()].flatMap((key) => key.split(' ')));
  const counts = new Map<string, number>();
  const together = new Map<string, number>();
  source.texts.forEach((_, product) => {
    const words = [...new Set(titleOf(source, product).filter((word) => paired.has(word)))];
    for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1);
    for (const [at, word] of words.entries())
      for (const other of words.slice(at + 1)) {
        const key = keyOf(word, other);
        if (pairs.has(key)) together.set(key, (together.get(key) ?? 0) + 1);
      }
  });
  const neighbours = new Map<string, Set<string>>();
  for (const key of pairs.keys()) {
    const [left, right] = key.split(' ');
    const least = Math.min(counts.get(left) ?? 0, counts.get(right) ?? 0);
    if (least < FEWEST_PRODUCTS) continue;
    if ((together.get(key) ?? 0) > MOST_TOGETHER * least) continue;
    for (const [one, other] of [
      [left, right],
      [right, left],
    ])
      neighbours.set(one, (neighbours.get(one) ?? new Set()).add(other));
  }
  return cliques(neighbours, counts)
    .map((words) => candidateOf(words, source))
    .filter((candidate) => !isOfOneMaker(candidate, source));
}

/** Share of a slot's products whose titles begin alike, where few others do: its words are the maker's names of models. */
const MOST_OF_ONE = 0.8;

function isOfOneMaker({ sayings }: Candidate, source: SourceTexts): boolean {
  const firsts = new Map<string, number>();
  for (const { product } of sayings) {
    const first = source.words(product)[0].folded;
    firsts.set(first, (firsts.get(first) ?? 0) + 1);
  }
  const [first, count] = [...firsts].reduce((most, each) => (each[1] > most[1] ? each : most));
  if (count < MOST_OF_ONE * sayings.length) return false;
  let titles = 0;
  let alike = 0;
  source.texts.forEach((text, product) => {
    if (text === undefined) return;
    titles++;
    if (source.words(product)[0]?.folded === first) alike++;
  });
  return alike < (MOST_OF_ONE / 2) * titles;
}

function titleOf(source: SourceTexts, product: number): string[] {
  const words = source.words(product);
  return words.length > LONGEST_TITLE ? [] : words.map(({ folded }) => folded);
}

/** For each title without one of its words, as a hash, the words that stand there. */
function framesOf(source: SourceTexts): Map<number, string | Set<string>> {
  const numbers = new Map<string, number>();
  const frames = new Map<number, string | Set<string>>();
  source.texts.forEach((_, product) => {
    const words = titleOf(source, product);
    if (words.length <= SHORTEST_FRAME) return;
    // A sum of hashes of words and places: that of a frame is the sum without one of them.
    const parts = words.map((word, at) => {
      let number = numbers.get(word);
      if (number === undefined) {
        number = hashText(word);
        numbers.set(word, number);
      }
      return hashNumber(number, at + 1) * 1024;
    });
    const whole = parts.reduce((sum, part) => sum + part, words.length);
    words.forEach((word, at) => {
      const frame = whole - parts[at] + at * 32;
      const fillers = frames.get(frame);
      // Most frames have one filler: no set is made for it.
      if (fillers === undefined) frames.set(frame, word);
      else if (fillers !== word) {
        if (typeof fillers === 'string') frames.set(frame, new Set([fillers, word]));
        else fillers.add(word);
      }
    });
  });
  return frames;
}

/** Whether a word may be a value: no number, no article. */
const isWord = (word: string): boolean => word.length >= 3 && !/\p{N}/u.test(word) && !STOP_WORDS.has(word);

const keyOf = (left: string, right: string): string =>
  left < right ? `${left} ${right}` : `${right} ${left}`;

function pairsOf(frames: ReadonlyMap<number, string | ReadonlySet<string>>): Map<string, { frames: number }> {
  const pairs = new Map<string, { frames: number }>();
  for (const fillers of frames.values()) {
    if (typeof fillers === 'string' || fillers.size > MOST_FILLERS) continue;
    const words = [...fillers].filter(isWord).sort();
    for (let at = 0; at < words.length; at++)
      for (let other = at + 1; other < words.length; other++) {
        const key = `${words[at]} ${words[other]}`;
        const known = pairs.get(key);
        if (known !== undefined) known.frames++;
        else if (pairs.size < MOST_PAIRS) pairs.set(key, { frames: 1 });
      }
  }
  return pairs;
}

/** Groups of words that all replace each other in most pairs, the most frequent words first. */
function cliques(
  neighbours: ReadonlyMap<string, ReadonlySet<string>>,
  counts: ReadonlyMap<string, number>,
): string[][] {
  const frequent = [...neighbours.keys()].sort(
    (left, right) => counts.get(right)! - counts.get(left)! || (left < right ? -1 : 1),
  );
  const taken = new Set<string>();
  const found: string[][] = [];
  for (const first of frequent) {
    if (taken.has(first)) continue;
    const group = [first];
    for (const word of frequent) {
      if (taken.has(word) || group.includes(word)) continue;
      const near = group.filter((other) => neighbours.get(word)!.has(other)).length;
      if (2 * near >= group.length) group.push(word);
    }
    if (group.length < FEWEST_FILLERS) continue;
    for (const word of group) taken.add(word);
    found.push(group);
  }
  return found;
}

function candidateOf(words: readonly string[], source: SourceTexts): Candidate {
  const among = new Set(words);
  const sayings = new Sayings();
  source.texts.forEach((text, product) => {
    for (const { folded, start, end } of source.words(product)) {
      if (!among.has(folded)) continue;
      sayings.add(product, folded, () => ({ label: text!.slice(start, end).toLowerCase() }), start, end);
    }
  });
  return {
    key: `slot ${words[0]}`,
    name: words.slice(0, NAMED_VALUES).join(' / '),
    names: [],
    from: source.column,
    values: sayings.values,
    sayings: sayings.sayings,
  };
}
