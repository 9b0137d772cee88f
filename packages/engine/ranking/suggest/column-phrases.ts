import { isPlaceholder } from '../../catalogue/csv/placeholders.ts';
import { hasWord } from '../../session/text/vocabulary.ts';
import type { Column } from '../indexing/column.ts';
import { folded } from './typed-prefix.ts';

/** Values with more characters are taken for sentences. Set by hand. */
const MAX_LABEL_LENGTH = 40;
/** Labels read, and products counted, between two yields. Set by hand. */
const LABELS_PER_STEP = 500;
const PRODUCTS_PER_STEP = 16_384;

/** The phrases of a column, independent of sessions; built once per column. */
export interface ColumnPhrases {
  /** Values that can be suggested: their label has a letter and is no sentence. */
  readonly values: readonly number[];
  /**
   * Per value its folded label and the initials of its words (see `typed-prefix.ts`); empty for values that are not
   * suggested.
   */
  readonly folded: readonly string[];
  readonly initials: Int32Array;
  /** Whether each cell c holds exactly one value, `cellValues[c]`. */
  readonly single: boolean;
  /** Per value the number of its products. */
  readonly products: Float64Array;
}

const known = new WeakMap<Column, ColumnPhrases>();

/** The phrases of a column. The first call for a column yields every few milliseconds. */
export function* columnPhrasesOf(column: Column): Generator<void, ColumnPhrases> {
  let phrases = known.get(column);
  if (phrases === undefined) {
    phrases = yield* readPhrases(column);
    known.set(column, phrases);
  }
  return phrases;
}

/** Labels without meaning of their own. In lists, also labels for "not recorded". */
const MEANINGLESS = /^(true|false|yes|no|unspecified|not (specified|applicable|available|known))$/i;

const isPhrase = (label: string): boolean =>
  label.length <= MAX_LABEL_LENGTH && hasWord(label) && !MEANINGLESS.test(label) && !isPlaceholder(label);

function* readPhrases({ labels, cell, cellStart, cellValues }: Column): Generator<void, ColumnPhrases> {
  const values: number[] = [];
  const foldedLabels: string[] = [];
  const initials = new Int32Array(labels.length);
  for (let value = 0; value < labels.length; value++) {
    if (value % LABELS_PER_STEP === LABELS_PER_STEP - 1) yield;
    const label = labels[value];
    const suggested = isPhrase(label);
    const text = suggested ? folded(label) : { folded: '', initials: 0 };
    if (suggested) values.push(value);
    foldedLabels.push(text.folded);
    initials[value] = text.initials;
  }
  const products = new Float64Array(labels.length);
  for (let from = 0; from < cell.length; from += PRODUCTS_PER_STEP) {
    const to = Math.min(cell.length, from + PRODUCTS_PER_STEP);
    for (let product = from; product < to; product++) {
      const at = cell[product];
      if (at < 0) continue;
      for (let k = cellStart[at]; k < cellStart[at + 1]; k++) products[cellValues[k]]++;
    }
    yield;
  }
  const single = cellStart.every((start, at) => start === at);
  return { values, folded: foldedLabels, initials, single, products };
}
