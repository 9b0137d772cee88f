import { isRecordable } from '../../catalogue/columns/recordability.ts';
import type { Attribute, Catalogue } from '../../catalogue/types.ts';
import { compare } from '../canonical-order.ts';
import { COMPARED_PAIRS } from '../constants.ts';
import { type Comparable, comparable, PlainTexts } from './comparable-column.ts';
import { mergedPairs, type Repeat, type RepeatedPair } from './merged-columns.ts';
import { areSame, ratioOf } from './same-fact.ts';

/**
 * Takes columns that hold the same fact for one: `Colour` and `Color`, `labels` and `labels_tags`, a type and the last
 * level of a category path, a size in two units. The fullest is kept, with the values of the others where it has none;
 * the others are marked as `repeats`.
 */
export function withRepeatsMerged<C extends Pick<Catalogue, 'attributes'>>(
  catalogue: C,
): { readonly catalogue: C; readonly repeats: readonly Repeat[] } {
  const pairs = repeatedPairs(catalogue.attributes);
  if (pairs.length === 0) return { catalogue, repeats: [] };
  const { attributes, repeats } = mergedPairs(catalogue.attributes, pairs);
  return { catalogue: { ...catalogue, attributes }, repeats };
}

/** The columns that repeat a fuller one. The order of the products decides which of many are compared. */
export function repeatedPairs(attributes: readonly Attribute[]): RepeatedPair[] {
  const texts = new PlainTexts();
  const columns = attributes
    .flatMap((attribute, index) => (isRecordable(attribute) ? [comparable(attribute, index, texts)] : []))
    .sort(fullestFirst);
  const kept: Comparable[] = [];
  const repeated: RepeatedPair[] = [];
  let compared = 0;
  for (const column of columns) {
    const of = kept.find((other) => compared++ < COMPARED_PAIRS && areSame(other, column, texts));
    if (of === undefined) kept.push(column);
    else repeated.push({ repeat: column.index, kept: of.index, ratio: ratioOf(of, column) });
  }
  return repeated;
}

/** Of columns that hold the same fact the one that is kept. */
export function fullest(columns: readonly Attribute[]): Attribute {
  const summaries = columns.map((attribute) => ({
    attribute,
    recorded: attribute.cell.filter((own) => own >= 0).length,
  }));
  return summaries.sort(fullestFirst)[0].attribute;
}

type Fullness = Pick<Comparable, 'attribute' | 'recorded'>;

function fullestFirst(left: Fullness, right: Fullness): number {
  return (
    right.recorded - left.recorded ||
    left.attribute.name.length - right.attribute.name.length ||
    compare(left.attribute.name, right.attribute.name)
  );
}
