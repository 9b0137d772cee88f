import { isAvailable } from '../../catalogue/availability.ts';
import { numberIn } from '../../catalogue/numbers/lone-number.ts';
import { handleOf } from '../../session/text/names.ts';
import type { Profile } from '../../session/types.ts';
import { assemble, type CatalogueIndex, positionsIn } from '../indexing/catalogue-index.ts';
import type { Column } from '../indexing/column.ts';
import { type Strings, stringsIn } from '../indexing/packed-strings.ts';
import { priceRanks, priceScale } from '../indexing/price-scale.ts';
import { queryTerms } from '../query/session-query.ts';
import type { InlineProduct, Roles } from '../types.ts';
import { attributesSent, columnSent, fold, gathered, labelsOf } from './candidate-columns.ts';
import { candidateRoles, mayPlayRole } from './candidate-roles.ts';
import { termsOfList } from './candidate-terms.ts';

/** What is asked of a list. What has no bearing on that is not read. */
export interface Asked {
  /** The session that the list is ranked for. */
  readonly profile: Profile;
  /** What the shopper searched for to get it. */
  readonly query?: string | undefined;
}

/**
 * A list of products as an index of its own, in the given order: what the catalogue holds of each, and over it what
 * was sent along. Shares the dictionaries of the catalogue's columns, so that a list costs as much as it is long.
 * Made in steps of some milliseconds at most: a list can be 2 MB of texts and of attributes.
 */
export function* candidateIndexOf(
  base: CatalogueIndex,
  products: readonly InlineProduct[],
  asked: Asked,
): Generator<void, CatalogueIndex> {
  const held = Int32Array.from(products, ({ id }) => base.ids.find(id) ?? -1);
  yield;
  return yield* listedAs(base, stringsIn(products.map(({ id }) => id)), held, products, asked);
}

/** Stands for a product of the catalogue: nothing is sent along. */
const NOTHING_SENT: InlineProduct = { id: '' };

/** Some products of a catalogue, by number, as an index of its own. */
export function catalogueSubset(
  base: CatalogueIndex,
  products: readonly number[],
  asked: Asked,
): Generator<void, CatalogueIndex> {
  const held = Int32Array.from(products);
  const positionOf = positionsIn(held);
  const ids = {
    length: held.length,
    at: (position: number) => base.ids.at(held[position] ?? -1),
    find(id: string) {
      const position = positionOf(base.ids.find(id) ?? -1);
      return position < 0 ? undefined : position;
    },
  };
  return listedAs(base, ids, held, new Array<InlineProduct>(held.length).fill(NOTHING_SENT), asked);
}

/** @param products what was sent along with each */
function* listedAs(
  base: CatalogueIndex,
  ids: Strings,
  held: Int32Array,
  products: readonly InlineProduct[],
  asked: Asked,
): Generator<void, CatalogueIndex> {
  const size = held.length;
  const sent = yield* attributesSent(products, mayHaveBearing(base, asked.profile, products));
  const roles = yield* candidateRoles(base.roles, sent);
  const columns: Column[] = [];
  for (const known of base.columns) {
    columns.push(yield* gathered(known, held, sent.get(fold(known.name))));
    yield;
  }
  const { title, price, image, url } = roles;
  // What the catalogue calls otherwise may be sent under a usual name, and tells what holds now.
  const availability =
    base.roles.availability === undefined || sent.has(fold(roles.availability))
      ? roles.availability
      : (yield* candidateRoles({ ...roles, availability: undefined }, sent)).availability;
  const aside = new Set(
    [title, price, image, url, roles.availability, availability, ...columns.map(({ name }) => name)].map(
      fold,
    ),
  );
  const hasBearing = bearing(asked.profile, products, roles);
  for (const [name, values] of sent) {
    if (!aside.has(name) && hasBearing(name)) columns.push(yield* columnSent(values, size));
    yield;
  }
  const columnNumbers = new Map(columns.map((column, k) => [column.name, k]));
  const column = (name: string | null | undefined): Column | undefined =>
    columns.find((candidate) => fold(candidate.name) === fold(name));

  const logPrice = new Float64Array(size);
  const available = new Uint8Array(size);
  const priceRank = new Int32Array(size);
  for (let i = 0; i < size; i++) {
    const product = held[i];
    logPrice[i] = product < 0 ? Number.NaN : base.logPrice[product];
    available[i] = product < 0 ? 1 : base.available[product];
    priceRank[i] = product < 0 ? -1 : base.priceRank[product];
  }
  for (const [i, value] of sent.get(fold(roles.price))?.cells ?? []) {
    const price = typeof value === 'number' ? value : numberIn(String(value));
    logPrice[i] = price > 0 ? Math.log(price) : Number.NaN;
  }
  const stock = sent.get(fold(availability))?.cells ?? [];
  const claims = new Map<string, boolean>();
  for (const [i, value] of stock) {
    const texts = labelsOf(value);
    const key = texts.join('\n');
    let claim = claims.get(key);
    if (claim === undefined) {
      claim = isAvailable(texts);
      claims.set(key, claim);
    }
    available[i] = claim ? 1 : 0;
  }

  const category = column(roles.category);
  const priced = base.size === 0 || sent.has(fold(roles.price)) || sent.has(fold(roles.category));
  return assemble(
    {
      ids,
      roles,
      columns,
      columnNumbers,
      category,
      brand: column(roles.brand),
      logPrice,
      available,
      terms: yield* termsOfList(
        base.terms,
        held,
        products,
        roles,
        queryTerms(asked.profile, asked.query, base),
      ),
    },
    {
      scale: priceScale(logPrice, base.scale),
      // Places in the price order are the catalogue's, as long as the list says nothing else about prices.
      priceRank: priced ? priceRanks(logPrice, category) : priceRank,
      catalogueRow: held,
    },
  );
}

/**
 * Tells of the attributes of a list, by folded name, which can have a bearing on its order: those that play a part,
 * that the session names, or that a product has which it touched. All others leave every product as it is, however
 * many there are.
 */
function bearing(
  profile: Profile,
  products: readonly InlineProduct[],
  { category, brand }: Roles,
): (name: string) => boolean {
  const named = new Set([fold(category), fold(brand)]);
  for (const interest of profile.interests.attribute) {
    const called = interest.name.slice(0, interest.name.indexOf('='));
    named.add(fold(called)).add(handleOf(called));
  }
  const touched = new Set(profile.products.map(({ id }) => id));
  for (const { id, attributes } of products) {
    if (touched.has(id)) for (const name in attributes) named.add(fold(name));
  }
  return (name) => named.has(name) || named.has(handleOf(name));
}

/** The same before it is known which attributes of the list play a part: tells of all that may have a bearing. */
function mayHaveBearing(
  { columns, roles }: CatalogueIndex,
  profile: Profile,
  products: readonly InlineProduct[],
): (folded: string, name: string) => boolean {
  const known = new Set([...columns.map(({ name }) => name), ...Object.values(roles)].map(fold));
  const hasBearing = bearing(profile, products, roles);
  return (folded, name) => known.has(folded) || hasBearing(folded) || mayPlayRole(name);
}
