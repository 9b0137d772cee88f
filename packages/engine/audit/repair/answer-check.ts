import { fold } from '../../catalogue/columns/text-folding.ts';
import { type DecimalSign, decideConvention } from '../../catalogue/numbers/decimal-sign.ts';
import { readNumber } from '../../catalogue/numbers/number-text.ts';
import { isOfVocabulary } from '../../catalogue/shelves/held-attributes.ts';
import type { Attribute } from '../../catalogue/types.ts';
import { nearestValue } from './nearest-value.ts';
import type { SheetCell } from './sheet-reader.ts';

/** A value that was written and may be a slip. */
export interface Doubt {
  /**
   * `new_value`: neither the column nor a language knows it, `nearest` is a known one if any is near; `other_unit`: a number with
   * another unit than the column's, or with none where it has one; `no_number`: a column of numbers, and this is none.
   */
  readonly code: 'new_value' | 'other_unit' | 'no_number';
  readonly attribute: string;
  readonly value: string;
  /** Answers with this value. */
  readonly answers: number;
  readonly nearest?: string;
  /** The unit that the column's cells have; empty for bare numbers. */
  readonly unit?: string;
}

/** The share of a column's values that must be plain numbers, so that a text among the answers is a slip. Set by hand. */
const MOSTLY = 0.9;

/** New values for which a near one is looked for; a sheet with more is no sheet of misspellings. Set by hand. */
const MOST_SEARCHES = 2_000;

/** How a column writes its numbers. */
interface Notation {
  readonly sign: DecimalSign;
  /** The units that stand in its cells, as written; '' for none. */
  readonly units: ReadonlySet<string>;
  readonly isNumeric: boolean;
}

/** Compares answers with what their columns hold. */
export class AnswerCheck {
  rewritten = 0;
  readonly #attributes: ReadonlyMap<string, Attribute>;
  readonly #notations = new Map<string, Notation>();
  readonly #known = new Map<string, ReadonlyMap<string, string>>();
  readonly #doubts = new Map<string, Doubt>();
  #searches = 0;
  readonly #signOfFile: DecimalSign | undefined;

  constructor(attributes: readonly Attribute[]) {
    this.#attributes = new Map(attributes.map((attribute) => [attribute.name, attribute]));
    this.#signOfFile = signOfFile(attributes);
  }

  get doubts(): readonly Doubt[] {
    return [...this.#doubts.values()];
  }

  /** Whether the cell of a product holds what is no value of the column, as "on request" is no height. */
  recordsNothing(name: string, product: number): boolean {
    return this.#attributes.get(name)?.placeholders.includes(product) === true;
  }

  /** The separator of the values in one cell of a column; undefined where no cell has several. */
  separatorOf(name: string): string | undefined {
    return this.#attributes.get(name)?.separator;
  }

  /** The text of an answer, with the decimal sign of its column. "1,500" may be a thousand, and stays. */
  inNotation(name: string, value: SheetCell): string {
    const attribute = this.#attributes.get(name);
    if (typeof value === 'number') return inSign(`${value}`, attribute && this.#notationOf(attribute).sign);
    if (attribute?.kind !== 'number' || !/^[-+]?\d+[.,](?:\d{1,2}|\d{4,})(?!\d|[.,]\d)/.test(value))
      return value;
    const { sign, isNumeric } = this.#notationOf(attribute);
    return isNumeric ? inSign(value, sign) : value;
  }

  /** Notes an answer that is written. */
  note(name: string, given: SheetCell, text: string): void {
    if (typeof given === 'string' && given !== text) this.rewritten++;
    const attribute = this.#attributes.get(name);
    if (attribute === undefined) return;
    if (attribute.kind === 'number') this.#noteNumber(attribute, text);
    else if (['category', 'list', 'boolean', 'constant'].includes(attribute.kind))
      this.#noteWords(attribute, text);
  }

  #noteNumber(attribute: Attribute, text: string): void {
    const { units, isNumeric } = this.#notationOf(attribute);
    if (!isNumeric) return;
    const number = readNumber(text);
    if (number === undefined) this.#add('no_number', attribute, text);
    else if (!units.has(number.unit?.name ?? '')) {
      this.#add('other_unit', attribute, text, () => ({ unit: [...units][0] }));
    }
  }

  #noteWords(attribute: Attribute, text: string): void {
    const known = this.#knownOf(attribute);
    if (known.size === 0) return;
    const parts =
      attribute.separator === undefined || known.has(fold(text))
        ? [text]
        : text.split(attribute.separator.trim() || attribute.separator);
    for (const part of parts.map((each) => each.trim())) {
      const folded = fold(part);
      if (part === '' || known.has(folded) || isOfVocabulary(attribute.name, part)) continue;
      this.#add('new_value', attribute, part, () => {
        const near = ++this.#searches > MOST_SEARCHES ? undefined : nearestValue(folded, known.keys());
        return near === undefined ? {} : { nearest: known.get(near)! };
      });
    }
  }

  #add(
    code: Doubt['code'],
    { name }: Attribute,
    value: string,
    more: () => Pick<Doubt, 'nearest' | 'unit'> = () => ({}),
  ): void {
    const key = JSON.stringify([code, name, value]);
    const known = this.#doubts.get(key);
    this.#doubts.set(
      key,
      known === undefined
        ? { code, attribute: name, value, answers: 1, ...more() }
        : { ...known, answers: known.answers + 1 },
    );
  }

  #knownOf({ name, values }: Attribute): ReadonlyMap<string, string> {
    let known = this.#known.get(name);
    if (known === undefined) {
      known = new Map(values.map(({ label }) => [fold(label), label]));
      this.#known.set(name, known);
    }
    return known;
  }

  #notationOf(attribute: Attribute): Notation {
    let notation = this.#notations.get(attribute.name);
    if (notation === undefined) {
      const numbers = attribute.values.map(({ label }) => readNumber(label));
      const digits = numbers.flatMap((number) => number?.digits ?? []);
      notation = {
        sign: decideConvention(digits, this.#signOfFile).decimal ?? '.',
        units: new Set(numbers.flatMap((number) => (number === undefined ? [] : (number.unit?.name ?? '')))),
        isNumeric: digits.length > 0 && digits.length >= MOSTLY * numbers.length,
      };
      this.#notations.set(attribute.name, notation);
    }
    return notation;
  }
}

/** The decimal sign of most columns of numbers with fractions. */
function signOfFile(attributes: readonly Attribute[]): DecimalSign | undefined {
  let points = 0;
  let commas = 0;
  for (const { kind, values } of attributes) {
    if (kind !== 'number') continue;
    const { decimal, certain } = decideConvention(
      values.flatMap(({ label }) => readNumber(label)?.digits ?? []),
    );
    if (certain && decimal === '.') points++;
    if (certain && decimal === ',') commas++;
  }
  if (points + commas === 0) return undefined;
  return points >= commas ? '.' : ',';
}

/** A number of one fraction at most, with this decimal sign. */
const inSign = (text: string, sign: DecimalSign = '.'): string => text.replace(/[.,]/, sign);
