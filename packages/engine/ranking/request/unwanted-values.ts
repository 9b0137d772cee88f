import { withoutSign } from '../../session/signals/value-grammar.ts';
import { attributeAndValue } from '../../session/text/names.ts';
import type { Profile, Signal } from '../../session/types.ts';
import type { CatalogueIndex } from '../indexing/catalogue-index.ts';
import { valuesNamed, writtenAs } from '../indexing/value-lookup.ts';
import { type Filters, readFilters, signRefused } from './filters.ts';
import { attributeNamed } from './named-attribute.ts';

/** How long a value stays filtered out, in ms, as a chosen order holds. Set by hand. */
const HOLDS_FOR = 60 * 60_000;

/**
 * Tests whether products have nothing that the session filtered out, within the hour before its last signal. What a request
 * filters for is wanted now. Yields after each value; `undefined` where nothing is unwanted.
 */
export function* wantedTest(
  index: CatalogueIndex,
  { unwanted = [], lastSeenAt }: Pick<Profile, 'unwanted' | 'lastSeenAt'>,
  filters: Filters = {},
): Generator<void, ((product: number) => boolean) | undefined> {
  const asked = new Set(Object.keys(filters).map((name) => attributeNamed(index, name)));
  const tests: ((product: number) => boolean)[] = [];
  for (const { name, at } of unwanted) {
    const [column, value] = attributeAndValue(name);
    const attribute = attributeNamed(index, column);
    if (attribute === undefined || asked.has(attribute) || lastSeenAt - at > HOLDS_FOR) continue;
    if (attribute === 'availability' || withoutSign(value) !== undefined) continue;
    const { constraints } = yield* readFilters(index, { [column]: { not: value } });
    tests.push(...constraints.map(({ meets }) => meets));
  }
  return tests.length === 0 ? undefined : (product) => tests.every((meets) => meets(product));
}

/**
 * What is wrong with a filter of a session whose value has a sign before it: no product has that, and it must not be taken
 * for the value without the sign. `undefined` for all other signals.
 *
 * @param index the catalogue, where it is known
 */
export function refusedSign(
  index: CatalogueIndex | undefined,
  { type, value = '' }: Pick<Signal, 'type' | 'value'>,
  field: string,
): string | undefined {
  if (type !== 'attribute_filter') return undefined;
  const [name, wanted] = attributeAndValue(value);
  const bare = withoutSign(wanted);
  if (bare === undefined) return undefined;
  const attribute = index && attributeNamed(index, name);
  const isValue =
    typeof attribute === 'object' &&
    (writtenAs(attribute, wanted) !== undefined || valuesNamed(attribute, wanted).length > 0);
  return isValue ? undefined : signRefused(field, wanted.trim(), `"${name.trim()}!=${bare}"`);
}
