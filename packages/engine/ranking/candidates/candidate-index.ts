import { isAvailable } from '../../catalogue/availability.ts';
import { numberIn } from '../../catalogue/numbers/lone-number.ts';
import { attributeAndValue, handleOf } from '../../session/text/names.ts';
import type { Profile } from '../../session/types.ts';
import { assemble, type CatalogueIndex, positionsIn } from '../indexing/catalogue-index.ts';
import type { Column } from '../indexing/column.ts';
import { type Strings, stringsIn } from '../indexing/packed-strings.ts';
import { priceRanks, priceScale } from '../indexing/price-scale.ts';
import { lowerLog } from '../indexing/price-value.ts';
import { parseAhead } from '../query/parsed-query.ts';
import { queryTerms } from '../query/session-query.ts';
import type { InlineProduct, Roles } from '../types.ts';
import {
  candidateColumn,
  fold,
  labelsOf,
  newColumn,
  type SentAttribute,
  sentAttributes,
} from './candidate-columns.ts';
import { candidateRoles, mayPlayRole } from './candidate-roles.ts';
import { termsOfList } from './candidate-terms.ts';

/** The request that a candidate index is built for. Attributes that cannot change its ranking are not read. */
export interface CandidateRequest {
  /** The profile of the session that the list is ranked for. */
  readonly profile: Profile;
  /** The query that led to the list. */
  readonly query?: string | undefined;
}

/**
 * The index of a candidate list, in the given order: the catalogue's data of each product, overridden by the values
 * sent with it. It shares the dictionaries of the catalogue's columns, so that its cost depends on the length of the
 * list only. Yields every few milliseconds: a list can hold 2 MB of texts and attributes.
 */
export function* candidateIndexOf(
  base: CatalogueIndex,
  products: readonly InlineProduct[],
  request: CandidateRequest,
): Generator<void, CatalogueIndex> {
  const catalogueRow = Int32Array.from(products, ({ id }) => base.ids.find(id) ?? -1);
  yield;
  return yield* subsetIndex(base, stringsIn(products.map(({ id }) => id)), catalogueRow, products, request);
}

/** A product without sent attributes. */
const NO_ATTRIBUTES: InlineProduct = { id: '' };

/** The index of some products of a catalogue, given by product number. */
export function catalogueSubset(
  base: CatalogueIndex,
  products: ArrayLike<number>,
  request: CandidateRequest,
): Generator<void, CatalogueIndex> {
  const catalogueRow = Int32Array.from(products);
  const positionOf = positionsIn(catalogueRow);
  const ids = {
    length: catalogueRow.length,
    at: (position: number) => base.ids.at(catalogueRow[position] ?? -1),
    find(id: string) {
      const position = positionOf(base.ids.find(id) ?? -1);
      return position < 0 ? undefined : position;
    },
  };
  return subsetIndex(
    base,
    ids,
    catalogueRow,
    new Array<InlineProduct>(catalogueRow.length).fill(NO_ATTRIBUTES),
    request,
  );
}

/** @param products the sent attributes, one entry per candidate */
function* subsetIndex(
  base: CatalogueIndex,
  ids: Strings,
  catalogueRow: Int32Array,
  products: readonly InlineProduct[],
  request: CandidateRequest,
): Generator<void, CatalogueIndex> {
  const size = catalogueRow.length;
  const attributesByName = yield* sentAttributes(
    products,
    mayBeRelevant(base, request.profile, products),
    namesOf(base),
  );
  const roles = yield* candidateRoles(base.roles, attributesByName);
  const columns: Column[] = [];
  for (const known of base.columns) {
    columns.push(yield* candidateColumn(known, catalogueRow, attributesByName.get(fold(known.name))));
    yield;
  }
  const { title, price, image, url } = roles;
  // An availability attribute may be sent under a usual name other than the catalogue's column; its current value wins
  // over the catalogue's.
  const availability =
    base.roles.availability === undefined || attributesByName.has(fold(roles.availability))
      ? roles.availability
      : (yield* candidateRoles({ ...roles, availability: undefined }, attributesByName)).availability;
  const otherColumns = new Set(
    [title, price, image, url, roles.availability, availability, ...columns.map(({ name }) => name)].map(
      fold,
    ),
  );
  const isRelevant = relevanceTest(request.profile, products, roles);
  for (const [name, values] of attributesByName) {
    if (!otherColumns.has(name) && isRelevant(name)) columns.push(yield* newColumn(values, size));
    yield;
  }
  const columnNumbers = new Map(columns.map((column, k) => [column.name, k]));
  const column = (name: string | null | undefined): Column | undefined =>
    columns.find((candidate) => fold(candidate.name) === fold(name));

  if (request.query !== undefined) yield* parseAhead(request.query, base);
  const logPrice = logPrices(base, catalogueRow, roles, attributesByName);
  const category = column(roles.category);
  const ownPriceOrder =
    base.size === 0 || attributesByName.has(fold(roles.price)) || attributesByName.has(fold(roles.category));
  return assemble(
    {
      ids,
      roles,
      columns,
      columnNumbers,
      category,
      brand: column(roles.brand),
      logPrice,
      reduced: base.reduced && Uint8Array.from(catalogueRow, (row) => (row < 0 ? 0 : base.reduced![row])),
      available: availabilityOf(base, catalogueRow, attributesByName.get(fold(availability))),
      family: base.family && catalogueRow.map((row) => (row < 0 ? -1 : base.family![row])),
      terms: yield* termsOfList(
        base.terms,
        catalogueRow,
        products,
        roles,
        queryTerms(request.profile, request.query, base),
      ),
    },
    {
      scale: priceScale(logPrice, base.scale),
      // The catalogue's price order applies unless the list sends prices or categories of its own.
      priceRank: ownPriceOrder
        ? priceRanks(logPrice, category)
        : catalogueRow.map((row) => (row < 0 ? -1 : base.priceRank[row])),
      catalogueRow,
    },
  );
}

/** Logarithms of prices: of the catalogue, unless the list sends others; NaN without one. */
function logPrices(
  base: CatalogueIndex,
  catalogueRow: Int32Array,
  roles: Roles,
  sent: ReadonlyMap<string, SentAttribute>,
): Float64Array {
  const logPrice = Float64Array.from(catalogueRow, (row) => (row < 0 ? Number.NaN : base.logPrice[row]));
  const pricesIn = (name: string | null | undefined) =>
    (sent.get(fold(name))?.cells ?? []).map(([i, value]) => {
      const price = typeof value === 'number' ? value : numberIn(String(value));
      return [i, price > 0 ? Math.log(price) : Number.NaN] as const;
    });
  for (const [i, log] of pricesIn(roles.price)) logPrice[i] = log;
  for (const [i, log] of pricesIn(roles.salePrice)) {
    if (!Number.isNaN(log)) logPrice[i] = lowerLog(logPrice[i], log);
  }
  return logPrice;
}

/** Whether each product can be bought: by the catalogue, unless the list says otherwise. */
function availabilityOf(
  base: CatalogueIndex,
  catalogueRow: Int32Array,
  sent: SentAttribute | undefined,
): Uint8Array {
  const available = Uint8Array.from(catalogueRow, (row) => (row < 0 ? 1 : base.available[row]));
  const claims = new Map<string, boolean>();
  for (const [i, value] of sent?.cells ?? []) {
    const labels = labelsOf(value);
    const key = labels.join('\n');
    let claim = claims.get(key);
    if (claim === undefined) {
      claim = isAvailable(labels);
      claims.set(key, claim);
    }
    available[i] = claim ? 1 : 0;
  }
  return available;
}

/**
 * Returns the test for attributes of a list, by folded name, that can change its ranking: category and brand,
 * attributes that the session names, and attributes of products that the session touched. All others would leave every
 * score as it is.
 */
function relevanceTest(
  profile: Profile,
  products: readonly InlineProduct[],
  { category, brand }: Roles,
): (name: string) => boolean {
  const named = new Set([fold(category), fold(brand)]);
  for (const interest of profile.interests.attribute) {
    const [attribute] = attributeAndValue(interest.name);
    named.add(fold(attribute)).add(handleOf(attribute));
  }
  const touched = new Set(profile.products.map(({ id }) => id));
  for (const { id, attributes } of products) {
    if (touched.has(id)) for (const name in attributes) named.add(fold(name));
  }
  return (name) => named.has(name) || named.has(handleOf(name));
}

/** The names of the catalogue's columns, as it spells them. */
const namesOf = ({ columns, roles }: Pick<CatalogueIndex, 'columns' | 'roles'>): ReadonlySet<string> =>
  new Set([...columns.map(({ name }) => name), ...Object.values(roles).filter((name) => name !== null)]);

/** The same test before the roles of sent attributes are known: also true for every attribute that may have a role. */
function mayBeRelevant(
  { columns, roles }: CatalogueIndex,
  profile: Profile,
  products: readonly InlineProduct[],
): (folded: string, name: string) => boolean {
  const known = new Set([...namesOf({ columns, roles })].map(fold));
  const isRelevant = relevanceTest(profile, products, roles);
  return (folded, name) => known.has(folded) || isRelevant(folded) || mayPlayRole(name);
}
