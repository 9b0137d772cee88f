import { headerWords, isConstraint } from '../../catalogue/columns/header-names.ts';
import { zeros } from '../../primitives/pooled-arrays.ts';
import { type Audience, audienceWordsIn } from '../../session/text/audiences.ts';
import { textTerms } from '../../session/text/keywords.ts';
import type { CatalogueIndex } from '../indexing/catalogue-index.ts';
import type { Column } from '../indexing/column.ts';
import { variantsDiffer } from '../indexing/variants/variant-facts.ts';
import { statedValuesOf } from './column-preference.ts';
import type { Objection } from './objection.ts';
import type { SessionState } from './session-state.ts';

/** What is left of the score of a product that does not fit, however many products of the session agree. Set by hand. */
const MIN_SHARE = 1 / 20;
/** Interest in a product from which on it counts as one; set by hand: a view counts fully for half an hour. */
const FULL_INTEREST = 1 / 4;

/** A column that says for whom or for what products are made. */
interface ConstraintColumn {
  /** Number of the column in the catalogue. */
  readonly number: number;
  /** `[value]`: values of one number fit each other, and those of -1 fit all. */
  readonly classes: Int32Array;
}

const known = new WeakMap<CatalogueIndex, readonly ConstraintColumn[]>();

/**
 * For whom and for what the session looks for products: after a man's boot has been viewed, women's are of little use. It
 * weighs from the first product on, and rules out what does not fit, nearly, once three agree. What the shopper asked for in the
 * column says more than what was viewed.
 */
export function sessionConstraints(state: SessionState): readonly Objection[] {
  if (state.length === 0) return [];
  const { catalogue, index } = state.bound;
  let columns = known.get(catalogue);
  if (columns === undefined) {
    columns = constraintColumns(catalogue);
    known.set(catalogue, columns);
  }
  return columns.flatMap(({ number, classes }): Objection[] => {
    const column = index.columns[number];
    if (column === undefined || statedValuesOf(state, number).length > 0) return [];
    const agreed = agreedIn(state, catalogue.columns[number], classes);
    if (agreed === undefined) return [];
    const { fitting, strength } = agreed;
    const { cellStart, cellValues, labels, name } = column;
    const share = Math.max(MIN_SHARE, 1 / (1 + strength * strength));
    const table = zeros(cellStart.length).fill(1);
    for (let cell = 0; cell + 1 < cellStart.length; cell++) {
      const values = cellValues.subarray(cellStart[cell], cellStart[cell + 1]);
      // A list may bring values that the catalogue does not have.
      const fits = (value: number): boolean => (classes[value] ?? -1) < 0 || fitting.has(classes[value]);
      if (values.length > 0 && !values.some(fits)) table[cell + 1] = share;
    }
    const wanted = classes.findIndex((own) => fitting.has(own));
    return [{ column, table, signal: () => `${name}=${labels[wanted]}` }];
  });
}

/**
 * The classes in which the latest products of the session agree, and how many products do. Products that fit all, or that
 * say nothing, are passed over; the first that disagrees ends it.
 */
function agreedIn(
  { bound, length, rows, interest, chosenVariant, relevance }: SessionState,
  column: Column,
  classes: Int32Array,
): { readonly fitting: ReadonlySet<number>; readonly strength: number } | undefined {
  const { cell, cellStart, cellValues } = column;
  const { catalogue } = bound;
  let fitting: ReadonlySet<number> | undefined;
  let strength = 0;
  const met = new Set<number>();
  for (let j = length - 1; j >= 0; j--) {
    const own = rows[j] < 0 ? -1 : cell[rows[j]];
    if (own < 0 || interest[j] === 0) continue;
    if (chosenVariant[j] === 0 && variantsDiffer(catalogue, rows[j], column)) continue;
    const values = [...cellValues.subarray(cellStart[own], cellStart[own + 1])].map(
      (value) => classes[value],
    );
    if (values.includes(-1)) continue;
    const shared = new Set(fitting === undefined ? values : values.filter((value) => fitting!.has(value)));
    if (shared.size === 0) break;
    fitting = shared;
    const family = catalogue.family?.[rows[j]] ?? -1;
    const product = family < 0 ? -1 - rows[j] : family;
    if (!met.has(product))
      strength += relevance[j] * Math.min(1, interest[j] / (relevance[j] * FULL_INTEREST));
    met.add(product);
  }
  return fitting && { fitting, strength };
}

/** The columns of a catalogue that say for whom by their values, or for what by their names. */
function constraintColumns(catalogue: CatalogueIndex): readonly ConstraintColumn[] {
  const { columns, category, brand, terms } = catalogue;
  return columns.flatMap((column, number): ConstraintColumn[] => {
    if (column === category || column === brand || column.labels.length < 2) return [];
    const audiences = audiencesIn(column, terms);
    if (audiences !== undefined) return [{ number, classes: audiences }];
    if (!isConstraint(headerWords(column.name))) return [];
    return [{ number, classes: Int32Array.from(column.labels, (_, value) => value) }];
  });
}

const CLASSES: readonly Audience[] = ['men', 'women', 'children'];

/** `[value]`: the class of an audience, -1 for all; `undefined` for a column of other things. */
function audiencesIn({ labels }: Column, shop: CatalogueIndex['terms']): Int32Array | undefined {
  const words = audienceWordsIn(shop);
  // Most columns are told by their first value.
  const classes = new Int32Array(labels.length);
  for (const [value, label] of labels.entries()) {
    const said = new Set(textTerms(label, shop).flatMap(({ stem }) => words.get(stem)?.audience ?? []));
    if (said.size === 0) return undefined;
    const [audience] = said;
    classes[value] = said.size > 1 ? -1 : CLASSES.indexOf(audience);
  }
  return classes;
}
