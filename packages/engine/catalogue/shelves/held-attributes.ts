import { foldText } from '../../languages/fold-text.ts';
import { LANGUAGES } from '../../languages/index.ts';
import { conceptsOf } from '../columns/header-names.ts';
import { unitOf } from '../numbers/units.ts';
import type { Attribute } from '../types.ts';
import { attributesCalled, attributesMentioned } from './column-attributes.ts';
import { SHELF_ATTRIBUTES, shelfAttribute } from './shelf-attributes.ts';

/** Values of a column that are looked at, and the share of them that must be words of a vocabulary. Set by hand. */
const SAMPLED_VALUES = 40;
const MIN_WORDS = 0.6;
/** Lengths are of many things: a column of them is none by its unit. */
const OF_MANY = 'length';

/** Signs between the words of a value. */
const BETWEEN = /[^\p{L}\p{M}]+/u;

/** The words with which titles say a fact, by the attribute that holds it. */
const VOCABULARIES: readonly (readonly [attribute: string, words: ReadonlySet<string>])[] = (
  [
    ['colour', 'colour'],
    ['material', 'material'],
    ['gender', 'audience'],
  ] as const
).map(([attribute, fact]) => [
  attribute,
  new Set(LANGUAGES.flatMap(({ facts }) => facts?.[fact]?.values.split(/, |\|/) ?? [])),
]);

/** Attributes that are measured, by the dimension of their unit. */
const OF_DIMENSION = Map.groupBy(
  SHELF_ATTRIBUTES.filter(({ unit }) => unit !== undefined),
  ({ unit = '' }) => unitOf(unit)?.dimension,
);

/** The attributes of shelves that a column holds: by its name in any language, its unit, or its words. */
export function heldAttributes(attribute: Attribute): ReadonlySet<string> {
  const named = attributesMentioned(attribute.name);
  const held = new Set([...named, ...[...named].flatMap((id) => shelfAttribute(id).says ?? [])]);
  // Names that shop systems have for it, such as "Vendor".
  if (conceptsOf(attribute.name).has('brand')) held.add('brand');
  const dimension = attribute.unit === undefined ? undefined : unitOf(attribute.unit)?.dimension;
  if (dimension !== undefined && dimension !== OF_MANY)
    for (const { id } of OF_DIMENSION.get(dimension) ?? []) held.add(id);
  if (attribute.kind === 'category' || attribute.kind === 'list') {
    const sample = attribute.values.slice(0, SAMPLED_VALUES).map(({ label }) => foldText(label));
    for (const [id, words] of VOCABULARIES) {
      const said = sample.filter((label) => label.split(BETWEEN).some((word) => words.has(word)));
      if (sample.length > 1 && said.length >= MIN_WORDS * sample.length) held.add(id);
    }
  }
  return held;
}

/** Whether a value is one that a column of its name may have, as the languages know: "turquoise" of a colour. */
export function isOfVocabulary(column: string, value: string): boolean {
  const words = foldText(value).split(BETWEEN).filter(Boolean);
  return (
    words.length > 0 &&
    attributesCalled(column).some((attribute) =>
      VOCABULARIES.some(([id, known]) => id === attribute && words.every((word) => known.has(word))),
    )
  );
}
