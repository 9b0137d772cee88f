import type { Attribute } from '../catalogue/types.ts';
import { countByCell } from '../primitives/cell-counts.ts';
import { hashNumber } from '../primitives/hash.ts';
import { EXPECTED_RANGES_FROM, MOST_RANGES, RANGES_FROM } from './constants.ts';
import { expectedValues, fitPitmanYor } from './pitman-yor.ts';

/**
 * An attribute as a question with numbered answers. A cell holds one answer, or several where the catalogue
 * lists several values. Answers and cells are numbered in order of first appearance, so renaming values
 * changes nothing.
 */
export interface EncodedAttribute {
  readonly name: string;
  /** Whether numbers or dates are asked in ranges. */
  readonly ranges: boolean;
  /** Number of distinct answers. */
  readonly count: number;
  /** Per product the index of its cell; -1 = not recorded. */
  readonly cell: Int32Array;
  /** Whether every cell holds exactly one answer; then cell and answer have the same index. */
  readonly single: boolean;
  /** Cell `i` holds `answers[start[i]] … answers[start[i + 1] - 1]`. */
  readonly start: Int32Array;
  readonly answers: Int32Array;
}

/**
 * Encodes one attribute of one or several exports. The attributes must share their value indices (see
 * `interpretTogether`). Ranges and answer numbers are common to all, so an unchanged cell has the same answer
 * in each export.
 */
export function encode(attributes: readonly Attribute[]): EncodedAttribute[] {
  const answerOf = rangesOfValues(attributes);
  if (attributes.every(({ cells }) => cells.every((values) => values.length <= 1))) {
    return encodeSingle(attributes, answerOf);
  }
  const keys = occurrenceKeys(attributes, answerOf);
  const numbers = new Map<string, number>();
  const start: number[] = [0];
  const answers: number[] = [];
  const answerNumbers = new Map<number, number>();
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
        numberOfCell[cell] = numberOf(answersOfCell(attribute.cells[cell], answerOf, answerNumbers, keys));
      }
      encoded[product] = cell < 0 ? -1 : numberOfCell[cell];
    }
    return encoded;
  });
  const shared = {
    ranges: answerOf !== undefined,
    count: answerNumbers.size,
    single,
    start: Int32Array.from(start),
    answers: Int32Array.from(answers),
  };
  return attributes.map((attribute, index) => ({ name: attribute.name, cell: cells[index], ...shared }));
}

/** Encodes an attribute without multi-valued cells so that each value is an answer, also each number. */
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
    // Stored at cell + 1; entry 0 stands for gaps.
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

function answersOfCell(
  values: readonly number[],
  answerOf: Int32Array | undefined,
  answerNumbers: Map<number, number>,
  keys: ReadonlyMap<number, number>,
): number[] {
  const answers = values.map((value) => (answerOf === undefined ? value : answerOf[value]));
  if (answers.length > 1) answers.sort((left, right) => (keys.get(left) ?? 0) - (keys.get(right) ?? 0));
  const held: number[] = [];
  for (const answer of answers) {
    let number = answerNumbers.get(answer);
    if (number === undefined) {
      number = answerNumbers.size;
      answerNumbers.set(answer, number);
    }
    if (!held.includes(number)) held.push(number);
  }
  return held.sort((left, right) => left - right);
}

/**
 * For multi-valued cells: per answer a number that depends only on the products that have it. It orders the
 * answers that first appear in the same cell independently of their names.
 */
function occurrenceKeys(
  attributes: readonly Attribute[],
  answerOf: Int32Array | undefined,
): Map<number, number> {
  const keys = new Map<number, number>();
  attributes.forEach(({ cell, cells }) => {
    for (let product = 0; product < cell.length; product++) {
      if (cell[product] < 0) continue;
      const key_ = hashNumber(product, 1);
      for (const value of cells[cell[product]]) {
        const answer = answerOf === undefined ? value : answerOf[value];
        keys.set(answer, (keys.get(answer) ?? 0) + key_);
      }
    }
  });
  return keys;
}

/**
 * The range of each value where the attribute is asked in ranges; undefined where each value is an answer.
 */
function rangesOfValues(attributes: readonly Attribute[]): Int32Array | undefined {
  const [first] = attributes;
  if (first === undefined || (first.kind !== 'number' && first.kind !== 'date')) return undefined;
  const longest = attributes.reduce((most, next) => (next.values.length > most.values.length ? next : most));
  const occurrences = occurrencesOf(attributes, longest.values.length);
  const present: { readonly value: number; readonly number: number }[] = [];
  // A value that is not a number ("no old price" among prices) is an answer of its own.
  const answerOf = new Int32Array(occurrences.length);
  for (let value = 0; value < occurrences.length; value++) {
    answerOf[value] = MOST_RANGES + value;
    const number = longest.values[value].number;
    if (number !== undefined && occurrences[value] > 0) present.push({ value, number });
  }
  if (
    present.length < RANGES_FROM &&
    expectedDistinct(present, occurrences, attributes) < EXPECTED_RANGES_FROM
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
 * Expected number of distinct values if every product had one recorded: the recorded ones, and those that the
 * Pitman-Yor law adds for the missing products.
 */
function expectedDistinct(
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
 * Cuts of equal-frequency ranges over ascending numbers with counts: for k = 1 … 7 the number at position
 * ⌊k·n/8⌋ of all occurrences. A range includes its lower cut and ends before the next.
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
  // If the lowest number fills all ranges ("0 defects"), it is one range and all other numbers are the
  // second.
  if (cuts.length === 0 && sorted.length > 1) cuts.push(sorted[1].number);
  return cuts;
}
