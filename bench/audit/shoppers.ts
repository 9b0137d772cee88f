import type { Blanking } from './blanking.ts';
import { below, type Chance } from './chance.ts';
import type { Truth } from './truth.ts';

/**
 * Simulated shoppers. Each has one product in mind, uniformly, and answers questions truthfully. A product remains
 * while it has the answer among its values, or no value. The worth of restoring an attribute is measured by asking it
 * once as blanked and once complete: log2(remaining before / remaining after). No code is shared with the audit: the
 * counts come from the complete table.
 */

/** K = 1, every target and every answer of it: exact. */
export function worthAsked(truth: Truth, { blank }: Blanking): number[] {
  return truth.columns.map(({ answers }, column) => {
    const truly = new Map<number, number>();
    const recorded = new Map<number, number>();
    let missing = 0;
    answers.forEach((held, product) => {
      const gone = blank[column][product] === 1;
      if (gone) missing++;
      for (const answer of held) {
        truly.set(answer, (truly.get(answer) ?? 0) + 1);
        if (!gone) recorded.set(answer, (recorded.get(answer) ?? 0) + 1);
      }
    });
    let sum = 0;
    for (const held of answers) {
      for (const answer of held) {
        const before = (recorded.get(answer) ?? 0) + missing;
        const after = truly.get(answer) ?? 0;
        sum += Math.log2(before / after) / held.length;
      }
    }
    return sum / answers.length;
  });
}

/**
 * K = 3: each shopper is asked three different attributes in random order, the others as blanked; the mean over
 * the three places at which an attribute stands. `shoppers` is rounded up so that every attribute has its share.
 */
export function worthAmongThree(
  truth: Truth,
  blanking: Blanking,
  shoppers: number,
  random: Chance,
): number[] {
  const { columns, ids } = truth;
  const places = Math.min(3, columns.length);
  const postings = columns.map(({ answers }, column) => posting(answers, blanking.blank[column]));
  const perPlace = Math.ceil(shoppers / columns.length);
  return columns.map((_, column) => {
    if (!blanking.blank[column].includes(1)) return 0;
    let sum = 0;
    for (let place = 0; place < places; place++) {
      let ofPlace = 0;
      for (let shopper = 0; shopper < perPlace; shopper++) {
        const target = below(ids.length, random);
        const before = someOthers(column, place, columns.length, random).map((other) =>
          postings[other].standing(anyOf(columns[other].answers[target], random)),
        );
        const answer = anyOf(columns[column].answers[target], random);
        const asBlanked = remaining(before, postings[column].standing(answer));
        ofPlace += Math.log2(asBlanked / remaining(before, postings[column].truly(answer)));
      }
      sum += ofPlace / perPlace;
    }
    return sum / places;
  });
}

function someOthers(column: number, howMany: number, columns: number, random: Chance): number[] {
  const others: number[] = [];
  while (others.length < howMany) {
    const other = below(columns, random);
    if (other !== column && !others.includes(other)) others.push(other);
  }
  return others;
}

function anyOf(answers: readonly number[], random: Chance): number {
  return answers.length === 1 ? answers[0] : answers[below(answers.length, random)];
}

/** For each answer the products that have it, and those that have it or are blank, 32 to a word, made on demand. */
function posting(answers: readonly (readonly number[])[], blank: Uint8Array) {
  const truly = new Map<number, Uint32Array>();
  const standing = new Map<number, Uint32Array>();
  const words = (answer: number, alsoBlank: boolean) => {
    const set = new Uint32Array(Math.ceil(answers.length / 32));
    answers.forEach((held, product) => {
      if ((alsoBlank && blank[product] === 1) || held.includes(answer))
        set[product >>> 5] |= 1 << (product & 31);
    });
    return set;
  };
  return {
    truly: (answer: number) => remembered(truly, answer, () => words(answer, false)),
    standing: (answer: number) => remembered(standing, answer, () => words(answer, true)),
  };
}

function remembered(memory: Map<number, Uint32Array>, key: number, make: () => Uint32Array): Uint32Array {
  let value = memory.get(key);
  if (value === undefined) {
    value = make();
    memory.set(key, value);
  }
  return value;
}

/** The number of products in the intersection of the sets. */
function remaining([first, second]: readonly Uint32Array[], last: Uint32Array): number {
  let count = 0;
  for (let word = 0; word < last.length; word++) {
    let bits = last[word];
    if (first !== undefined) bits &= first[word];
    if (second !== undefined) bits &= second[word];
    if (bits === 0) continue;
    bits -= (bits >>> 1) & 0x55555555;
    bits = (bits & 0x33333333) + ((bits >>> 2) & 0x33333333);
    count += Math.imul((bits + (bits >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
  }
  return count;
}
