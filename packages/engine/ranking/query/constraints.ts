import type { ProductInteraction } from '../../session/types.ts';
import type { CatalogueIndex } from '../indexing/catalogue-index.ts';
import { type Column, holdsOneOf } from '../indexing/column.ts';
import { placeOf } from '../indexing/inverted-index.ts';
import { columnNamed, valuesNamed } from '../indexing/value-lookup.ts';
import { matchingAll } from './disambiguation.ts';
import { lastStepOf } from './intent-shift.ts';
import type { SessionQuery } from './session-query.ts';

/** What a session asked for, as of a step: whether a product is that. */
interface Constraint {
  readonly step: number;
  readonly has: (product: number) => boolean;
}

/** Logarithms of equal prices are equal, but for a last bit. */
const LAST_BIT = 1e-12;

/** Tells of a product, and of when the session touched it last, whether the session asks for something else since. */
export type Violates = (product: number, touched: Pick<ProductInteraction, 'step'>) => boolean;

const somethingElse =
  (asked: readonly Constraint[]): Violates =>
  (product, touched) =>
    asked.some(({ step, has }) => touched.step < step && !has(product));

/**
 * Whether a session has searched for something else since: for words that the product has not.
 *
 * @param since no product was touched before this step: what was searched for until then is not looked at
 */
export const violatesSearch = (index: CatalogueIndex, searched: SessionQuery, since: number): Violates =>
  somethingElse([...wordsAsked(index, searched, since)]);

/**
 * Whether a session has asked for something else since: a category, brand, value or price that the product has not, or
 * words that it has and that were turned away. Who looks at a black keyboard and then filters for white ones does not
 * look for the black one any more, however sure it is that shoppers come back.
 */
export const violatesConstraints = (index: CatalogueIndex, searched: SessionQuery): Violates =>
  somethingElse([
    ...valuesAsked(index, searched),
    ...wordsRefused(index, searched),
    ...pricesAsked(index, searched),
  ]);

/** The category and the brand that were named last, and of each other column all values that were. */
function* valuesAsked(index: CatalogueIndex, { interests }: SessionQuery): Generator<Constraint> {
  const { category, brand, attribute } = interests;
  const named = new Map<Column, { step: number; readonly values: Set<number> }>();
  const add = (column: Column | undefined, name: string, step: number): void => {
    const values = column === undefined ? [] : valuesNamed(column, name);
    // What the catalogue does not know leads nowhere.
    if (column === undefined || values.length === 0) return;
    const known = named.get(column) ?? { step, values: new Set() };
    for (const value of values) known.values.add(value);
    named.set(column, { ...known, step: Math.max(step, known.step) });
  };
  for (const [column, list] of [
    [index.category, category],
    [index.brand, brand],
  ] as const) {
    const last = lastStepOf(list);
    for (const { name, step } of list) if (step === last) add(column, name, step);
  }
  for (const { name, step } of attribute) {
    const end = name.indexOf('=');
    const number = columnNamed(index.columns, name.slice(0, end));
    add(index.columns[number ?? -1], name.slice(end + 1), step);
  }
  // Of "16 gb" a search says it of several columns: a product may have it in any of them.
  const together = new Map<Column | string, Constraint>();
  for (const [column, { step, values }] of named) {
    const { cell, measured } = column;
    const key = measured === undefined ? column : `${step} ${measured.unit.dimension}`;
    const other = together.get(key)?.has;
    const has = (product: number): boolean => cell[product] >= 0 && holdsOneOf(column, cell[product], values);
    together.set(key, { step, has: other === undefined ? has : (product) => has(product) || other(product) });
  }
  yield* together.values();
}

/** The words of the last search, all of them where some product has all. */
function* wordsAsked(
  { terms }: CatalogueIndex,
  { interests: { keyword } }: SessionQuery,
  since: number,
): Generator<Constraint> {
  const step = lastStepOf(keyword);
  if (step <= since) return;
  const names = keyword.flatMap((interest) => (interest.step === step ? interest.name : []));
  const known = names.flatMap((name) => terms.find(name) ?? []);
  if (known.length === 0) return;
  const enough = matchingAll(terms, names).length > 0 ? known.length : 1;
  const hits = (product: number): number =>
    known.reduce((sum, { items }) => sum + (placeOf(product, items) >= 0 ? 1 : 0), 0);
  yield { step, has: (product) => hits(product) >= enough };
}

function* wordsRefused(
  { terms }: CatalogueIndex,
  { interests: { negatedKeyword } }: SessionQuery,
): Generator<Constraint> {
  for (const { name, step } of negatedKeyword) {
    const refused = terms.find(name);
    if (refused !== undefined) yield { step, has: (product) => placeOf(product, refused.items) < 0 };
  }
}

/** The price that was filtered for last, of products that have one. */
function* pricesAsked({ logPrice }: CatalogueIndex, { priceFilter }: SessionQuery): Generator<Constraint> {
  if (priceFilter === undefined) return;
  const { min = 0, max = Number.POSITIVE_INFINITY, step } = priceFilter;
  const [low, high] = [Math.log(min) - LAST_BIT, Math.log(max) + LAST_BIT];
  yield { step, has: (product) => !(logPrice[product] < low || logPrice[product] > high) };
}
