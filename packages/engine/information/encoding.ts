import type { Attribute } from '../catalogue/types.ts';
import { countByCell } from '../primitives/cell-counts.ts';
import { hashNumber } from '../primitives/hash.ts';
import { EXPECTED_RANGES_FROM, MOST_RANGES, RANGES_FROM } from './constants.ts';
import { expectedValues, fitPitmanYor } from './pitman-yor.ts';

/**
 * An attribute as answers that a shopper can give, densely numbered. A cell holds one answer, or several
 * where the catalogue writes several values into it. EncodedAttribute and cells are numbered by first appearance in
 * the order of products, so that renaming values changes nothing.
 */
export interface EncodedAttribute {
  readonly name: string;
  /** Whether numbers or dates are asked in ranges. */
  readonly ranges: boolean;
  /** Number of distinct answers. */
  readonly count: number;
  /** Per product the index of its cell; -1 = not recorded. */
  readonly cell: Int32Array;
  /** Where every cell holds one answer, the index of the cell is that of the answer. */
  readonly single: boolean;
  /** Cell `i` holds `answers[start[i]] … answers[start[i + 1] - 1]`. */
  readonly start: Int32Array;
  readonly answers: Int32Array;
}

/**
 * Encodes one attribute of one or several exports. The attributes must share their value indices (see
 * `interpretTogether`); ranges and numbers of answers are then common to all, so that nothing moves between
 * two exports which was not touched.
 */
export function encode(attributes: readonly Attribute[]): EncodedAttribute[] {
  const answerOf = answersOfValues(attributes);
  if (attributes.every(({ cells }) => cells.every((values) => values.length <= 1))) {
    return encodeSingle(attributes, answerOf);
  }
  const traces = tracesOf(attributes, answerOf);
  const numbers = new Map<string, number>();
  const start: number[] = [0];
  const answers: number[] = [];
  const renumbered = new Map<number, number>();
  let single = true;
  const numberOf = (held: readonly number[]): number => {
    if (held.length === 0) return -1;
    const key = held.length === 1 ? `${held[0]}` : held.join(',');
    let number = numbers.get(key);
    if (number === undefined) {
      number = numbers.size;
      numbers.set(key, number);
      if (held.length > 1) single = false;
      for (const answer of held) answers.push(answer);
      start.push(answers.length);
    }
    return number;
  };
  const cells = attributes.map((attribute) => {
    const numberOfCell = new Int32Array(attribute.cells.length).fill(-2);
    const encoded = new Int32Array(attribute.cell.length);
    for (let product = 0; product < encoded.length; product++) {
      const cell = attribute.cell[product];
      if (cell >= 0 && numberOfCell[cell] === -2) {
        numberOfCell[cell] = numberOf(heldAnswers(attribute.cells[cell], answerOf, renumbered, traces));
      }
      encoded[product] = cell < 0 ? -1 : numberOfCell[cell];
    }
    return encoded;
  });
  const shared = {
    ranges: answerOf !== undefined,
    count: renumbered.size,
    single,
    start: Int32Array.from(start),
    answers: Int32Array.from(answers),
  };
  return attributes.map((attribute, index) => ({ name: attribute.name, cell: cells[index], ...shared }));
}

/** An attribute of which no cell holds several values, each value being an answer, numbers too. */
export function encodeValues(attribute: Attribute): EncodedAttribute {
  return encodeSingle([attribute], undefined)[0];
}

/** As `encode`, where no cell holds several values: cells and answers have the same numbers. */
function encodeSingle(
  attributes: readonly Attribute[],
  answerOf: Int32Array | undefined,
): EncodedAttribute[] {
  const most = attributes.reduce((values, attribute) => Math.max(values, attribute.values.length), 0);
  const numbers = new Int32Array(most + MOST_RANGES).fill(-1);
  let count = 0;
  const encodedCells = attributes.map(({ cell: held, cells }) => {
    // One place further on than the cell, the first being that of gaps.
    const numberOfCell = new Int32Array(cells.length + 1).fill(-2);
    numberOfCell[0] = -1;
    const encoded = new Int32Array(held.length);
    for (let product = 0; product < encoded.length; product++) {
      const cell = held[product];
      if (numberOfCell[cell + 1] === -2) {
        const value = cells[cell][0];
        if (value === undefined) numberOfCell[cell + 1] = -1;
        else {
          const answer = answerOf === undefined ? value : answerOf[value];
          if (numbers[answer] < 0) numbers[answer] = count++;
          numberOfCell[cell + 1] = numbers[answer];
        }
      }
      encoded[product] = numberOfCell[cell + 1];
    }
    return encoded;
  });
  const start = new Int32Array(count + 1);
  for (let index = 0; index <= count; index++) start[index] = index;
  const shared = {
    ranges: answerOf !== undefined,
    count,
    single: true,
    start,
    answers: start.slice(0, count),
  };
  return attributes.map((attribute, index) => ({
    name: attribute.name,
    cell: encodedCells[index],
    ...shared,
  }));
}

function heldAnswers(
  values: readonly number[],
  answerOf: Int32Array | undefined,
  renumbered: Map<number, number>,
  traces: ReadonlyMap<number, number>,
): number[] {
  const answers = values.map((value) => (answerOf === undefined ? value : answerOf[value]));
  if (answers.length > 1) answers.sort((left, right) => (traces.get(left) ?? 0) - (traces.get(right) ?? 0));
  const held: number[] = [];
  for (const answer of answers) {
    let number = renumbered.get(answer);
    if (number === undefined) {
      number = renumbered.size;
      renumbered.set(answer, number);
    }
    if (!held.includes(number)) held.push(number);
  }
  return held.sort((left, right) => left - right);
}

/**
 * Where cells hold several values, for each answer a number that depends on which products have it only: values that
 * appear first in the same cell are numbered by it, not by what they are called.
 */
function tracesOf(attributes: readonly Attribute[], answerOf: Int32Array | undefined): Map<number, number> {
  const traces = new Map<number, number>();
  attributes.forEach(({ cell, cells }) => {
    for (let product = 0; product < cell.length; product++) {
      if (cell[product] < 0) continue;
      const trace = hashNumber(product, 1);
      for (const value of cells[cell[product]]) {
        const answer = answerOf === undefined ? value : answerOf[value];
        traces.set(answer, (traces.get(answer) ?? 0) + trace);
      }
    }
  });
  return traces;
}

/** The range of each value, where the attribute is asked in ranges; undefined where each value is an answer. */
function answersOfValues(attributes: readonly Attribute[]): Int32Array | undefined {
  const [first] = attributes;
  if (first === undefined || (first.kind !== 'number' && first.kind !== 'date')) return undefined;
  const longest = attributes.reduce((most, next) => (next.values.length > most.values.length ? next : most));
  const occurrences = occurrencesOf(attributes, longest.values.length);
  const present: { readonly value: number; readonly number: number }[] = [];
  // A value without a number ("no old price" among prices) is an answer of its own.
  const answerOf = new Int32Array(occurrences.length);
  for (let value = 0; value < occurrences.length; value++) {
    answerOf[value] = MOST_RANGES + value;
    const number = longest.values[value].number;
    if (number !== undefined && occurrences[value] > 0) present.push({ value, number });
  }
  if (
    present.length < RANGES_FROM &&
    distinctOnShelf(present, occurrences, attributes) < EXPECTED_RANGES_FROM
  ) {
    return undefined;
  }
  present.sort((left, right) => left.number - right.number);
  const cuts = equalFrequencyCuts(
    present.map(({ value, number }) => ({ number, count: occurrences[value] })),
  );
  let range = 0;
  for (const { value, number } of present) {
    while (range < cuts.length && cuts[range] <= number) range++;
    answerOf[value] = range;
  }
  return answerOf;
}

/** Per value the products that have it. */
function occurrencesOf(attributes: readonly Attribute[], values: number): Int32Array {
  const occurrences = new Int32Array(values);
  for (const { cell, cells } of attributes) {
    const held = countByCell(cell, cells.length);
    for (let index = 0; index < cells.length; index++) {
      if (held[index] > 0) for (const value of cells[index]) occurrences[value] += held[index];
    }
  }
  return occurrences;
}

/**
 * Distinct values to be expected of the shelf if every product had one recorded: those recorded, and as many as their
 * law lets the missing products add.
 */
function distinctOnShelf(
  present: readonly { readonly value: number }[],
  occurrences: Int32Array,
  attributes: readonly Attribute[],
): number {
  let recorded = 0;
  let products = 0;
  for (const { cell } of attributes) {
    products += cell.length;
    for (const index of cell) if (index >= 0) recorded++;
  }
  if (recorded === products || recorded === 0) return present.length;
  const law = fitPitmanYor(present.map(({ value }) => occurrences[value]));
  return expectedValues(law, present.length, recorded, products);
}

/**
 * Cuts of equal-frequency ranges over ascending numbers with their counts: for k = 1 … 7 the number at
 * position ⌊k·n/8⌋ of all occurrences in order. A range reaches from its cut, included, to the next.
 */
export function equalFrequencyCuts(
  sorted: readonly { readonly number: number; readonly count: number }[],
): number[] {
  const total = sorted.reduce((sum, { count }) => sum + count, 0);
  const cuts: number[] = [];
  let index = 0;
  let passed = sorted[0]?.count ?? 0;
  for (let k = 1; k < MOST_RANGES; k++) {
    const position = Math.floor((k * total) / MOST_RANGES);
    while (passed <= position && index < sorted.length - 1) {
      index++;
      passed += sorted[index].count;
    }
    const cut = sorted[index].number;
    if (index > 0 && cut !== cuts.at(-1)) cuts.push(cut);
  }
  // Where the lowest number fills all ranges ("0 defects"), it is one and all others are the second.
  if (cuts.length === 0 && sorted.length > 1) cuts.push(sorted[1].number);
  return cuts;
}
