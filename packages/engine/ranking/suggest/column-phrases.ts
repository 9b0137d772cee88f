import { isPlaceholder } from '../../catalogue/csv/placeholders.ts';
import { hasWord } from '../../session/text/vocabulary.ts';
import type { Column } from '../indexing/column.ts';
import { folded } from './typed-prefix.ts';

/** Longer values are sentences. */
const LONGEST_LABEL = 40;
/** Labels that are read, and products that are counted, in one step. */
const LABELS_AT_ONCE = 500;
const PRODUCTS_AT_ONCE = 16_384;

/** What suggestions ask of a column whoever asks; worked out once. */
export interface ColumnPhrases {
  /** Values that can be said: they have letters, and are no sentences. */
  readonly values: readonly number[];
  /** Per value its folded label and the initials of its words, see `typed.ts`; empty for those that cannot be said. */
  readonly folded: readonly string[];
  readonly initials: Int32Array;
  /** Whether cell c holds one value, `cellValues[c]`, whichever it is. */
  readonly single: boolean;
  /** Per value the number of products that have it. */
  readonly products: Float64Array;
}

const known = new WeakMap<Column, ColumnPhrases>();

/** The sayings of a column, in steps when it is first asked for. */
export function* columnPhrasesOf(column: Column): Generator<void, ColumnPhrases> {
  let sayings = known.get(column);
  if (sayings === undefined) {
    sayings = yield* read(column);
    known.set(column, sayings);
  }
  return sayings;
}

/** Answers that name nothing; in lists also what stands for "not recorded". */
const NAMELESS = /^(true|false|yes|no|unspecified|not (specified|applicable|available|known))$/i;

const isPhrase = (label: string): boolean =>
  label.length <= LONGEST_LABEL && hasWord(label) && !NAMELESS.test(label) && !isPlaceholder(label);

function* read({ labels, cell, cellStart, cellValues }: Column): Generator<void, ColumnPhrases> {
  const values: number[] = [];
  const texts: string[] = [];
  const initials = new Int32Array(labels.length);
  for (let value = 0; value < labels.length; value++) {
    if (value % LABELS_AT_ONCE === LABELS_AT_ONCE - 1) yield;
    const label = labels[value];
    const said = isPhrase(label);
    const text = said ? folded(label) : { folded: '', initials: 0 };
    if (said) values.push(value);
    texts.push(text.folded);
    initials[value] = text.initials;
  }
  const products = new Float64Array(labels.length);
  for (let from = 0; from < cell.length; from += PRODUCTS_AT_ONCE) {
    const to = Math.min(cell.length, from + PRODUCTS_AT_ONCE);
    for (let product = from; product < to; product++) {
      const at = cell[product];
      if (at < 0) continue;
      for (let k = cellStart[at]; k < cellStart[at + 1]; k++) products[cellValues[k]]++;
    }
    yield;
  }
  const single = cellStart.every((start, at) => start === at);
  return { values, folded: texts, initials, single, products };
}
