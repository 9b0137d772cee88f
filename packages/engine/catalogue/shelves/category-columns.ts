import { columnName, nameFit } from '../columns/role-names.ts';
import type { Attribute } from '../types.ts';
import { attributesMentioned } from './column-attributes.ts';
import { ShelfReader } from './shelf-reader.ts';

/** Distinct values up to which a column is one of categories; set by hand. */
const MAX_CATEGORIES = 5_000;

/** Names of columns that say what a thing is, beside those of categories. */
const KIND =
  /\b(?:kind|family|attribute (?:set|family)|product class|section|aisle|shelf|taxonomy|range|sort|groups|familie|famille|familia|famiglia|gamme|gamma|rayon|rubro|sezione|afdeling|art)\b/;

/** Types of the thing itself; the type of a display or a card is an attribute. */
const TYPE =
  /^(?:(?:product|produkt|item|part|article|artikel|object|goods|merchandise) ?)?(?:type|typ|tipo)(?: (?:de|di|du|do) (?:produit|producto|produto|prodotto|article|articulo|artigo|articolo))?$/;

/**
 * Whether a shopper would call the values of a column kinds of things: 2 of categories, 1 of types of the
 * thing, 0 of all others, such as operating systems and titles.
 */
export function kindFit(name: string): number {
  const column = columnName(name);
  if (nameFit('category', column) > 0 || KIND.test(column.words)) return 2;
  return TYPE.test(column.words) ? 1 : 0;
}

/** The fit of names such as style, theme and collection, whose values may be any words. */
const ANY_WORDS = 1;

/** The names of columns that hold numbers of Google's taxonomy. */
const TAXONOMY = /\b(?:google|fb|facebook)\b/;

/** A column that divides products. */
export interface CategoryColumn {
  readonly attribute: Attribute;
  /** Whether its values name what products are; those of a style or a collection may be any words. */
  readonly names: boolean;
  /** Whether its numbers are those of Google's taxonomy. */
  readonly isTaxonomy: boolean;
}

/** The columns of categories, those whose name says so most first. */
export function categoryColumns(attributes: readonly Attribute[]): readonly CategoryColumn[] {
  return attributes
    .map((attribute) => {
      const name = columnName(attribute.name);
      const fit = nameFit('category', name);
      const kind = kindFit(attribute.name);
      const isTaxonomy = TAXONOMY.test(name.words);
      return {
        attribute,
        isCalled: fit > 0,
        fit: kind + fit,
        names: kind > 0 && fit !== ANY_WORDS,
        isTaxonomy,
      };
    })
    .filter(({ attribute, fit }) => fit > 0 && attribute.values.length <= MAX_CATEGORIES)
    .filter(({ attribute, isCalled }) => isCalled || divides(attribute))
    .sort(
      (a, b) =>
        Number(b.isTaxonomy) - Number(a.isTaxonomy) ||
        b.fit - a.fit ||
        (a.attribute.name < b.attribute.name ? -1 : 1),
    );
}

/** Products up to which each may be of a kind of its own. Set by hand. */
const FEW_PRODUCTS = 20;

/** A word such as "art" or "sort" may be of many names: numbers, and texts of one product each, are no kinds of things. */
const divides = ({ kind, cell, values }: Attribute): boolean =>
  (kind === 'category' || kind === 'list') &&
  (cell.length <= FEW_PRODUCTS || 2 * values.length <= cell.length);

/** Values of a column that are looked at, and the share of them that must name shelves. Set by hand. */
const SAMPLED_VALUES = 40;
const MIN_NAMING = 0.6;

/** Columns whose values name shelves, whatever they are called: `cat`. What it fits names things, too, and is none. */
export function columnsByValue(
  attributes: readonly Attribute[],
  reader: Pick<ShelfReader, 'inLabels'>,
): readonly CategoryColumn[] {
  return attributes
    .filter((attribute) => mayDivide(attribute) && attributesMentioned(attribute.name).size === 0)
    .filter(({ values }) => {
      const sample = values.slice(0, SAMPLED_VALUES).map(({ label }) => label);
      const naming = reader.inLabels(sample, false).filter(({ shelves }) => shelves.length > 0);
      return naming.length >= MIN_NAMING * sample.length;
    })
    .map((attribute) => ({ attribute, names: true, isTaxonomy: false }));
}

/** Columns from which the language is told; set by hand, it bounds the time. */
const MAX_SOURCES = 30;

/** The columns of a file whose values name shelves, whatever they are called, read in the language of the file. */
export function columnsOfKinds(attributes: readonly Attribute[]): ReadonlySet<Attribute> {
  const sources = attributes
    .filter(({ kind }) => kind === 'category' || kind === 'list')
    .slice(0, MAX_SOURCES)
    .map(({ values }) => values.slice(0, SAMPLED_VALUES).map(({ label }) => label));
  const reader = new ShelfReader(
    sources,
    attributes.map(({ name }) => name),
  );
  return new Set(columnsByValue(attributes, reader).map(({ attribute }) => attribute));
}

/** Fewer values than half of the products, and several. */
const mayDivide = ({ kind, cell, values, notQuestion }: Attribute): boolean =>
  (kind === 'category' || kind === 'list') &&
  notQuestion !== 'operational' &&
  values.length > 1 &&
  2 * values.length <= cell.length &&
  values.length <= MAX_CATEGORIES;
