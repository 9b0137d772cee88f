import { wordsOf } from '../catalogue/names.ts';
import { textTerms } from '../session/keywords.ts';
import { interestName } from '../session/text.ts';
import { assemble, type CatalogueIndex, priceRanks, priceScale } from './catalogue-index.ts';
import { type Column, makeColumn, valueNamed } from './columns.ts';
import { canBeBought, numberIn } from './readings.ts';
import { idfOf, type Terms, TITLE_WEIGHT, termWeight } from './term-index.ts';
import type { InlineProduct, InlineValue, Roles } from './types.ts';

/** How attributes of a list are called that play a part, where no catalogue says so. */
const USUAL_NAMES: readonly (readonly [keyof Roles, RegExp])[] = [
  ['category', /^(category|categories|product[ _-]?type|type|department|collection)$/i],
  ['brand', /^(brand|vendor|manufacturer|maker)$/i],
  ['price', /^(price|sale[ _-]?price|current[ _-]?price|price[ _-]?\w{3})$/i],
  ['title', /^(title|name|product[ _-]?name)$/i],
  ['availability', /^(available|availability|in[ _-]?stock|stock)$/i],
  ['image', /^(image|image[ _-]?url|picture|photo[ _-]?url)$/i],
  ['url', /^(url|link|href)$/i],
];

/**
 * A list of products as an index of its own, in the given order: what the catalogue holds of each, and over it what
 * was sent along. Shares the dictionaries of the catalogue's columns, so that a list costs as much as it is long.
 */
export function indexOfList(base: CatalogueIndex, products: readonly InlineProduct[]): CatalogueIndex {
  const size = products.length;
  const held = new Int32Array(size);
  for (let i = 0; i < size; i++) held[i] = base.numbers.get(products[i]!.id) ?? -1;
  const sent = attributesSent(products);
  const roles = rolesOf(base.roles, sent.keys());
  const aside = new Set(
    [roles.title, roles.price, roles.image, roles.url, roles.availability].map((name) => fold(name)),
  );
  const columns: Column[] = base.columns.map((column) => gathered(column, held, sent.get(fold(column.name))));
  const known = new Set(columns.map((column) => fold(column.name)));
  for (const [name, values] of sent) {
    if (known.has(name) || aside.has(name)) continue;
    columns.push(fromList(values.name, size, values.cells));
  }
  const columnNumbers = new Map(columns.map((column, k) => [column.name, k]));
  const column = (name: string | undefined): Column | undefined =>
    name === undefined ? undefined : columns.find((candidate) => fold(candidate.name) === fold(name));

  const logPrice = new Float64Array(size);
  const available = new Uint8Array(size);
  const priceRank = new Int32Array(size);
  for (let i = 0; i < size; i++) {
    const product = held[i]!;
    logPrice[i] = product < 0 ? Number.NaN : base.logPrice[product]!;
    available[i] = product < 0 ? 1 : base.available[product]!;
    priceRank[i] = product < 0 ? -1 : base.priceRank[product]!;
  }
  for (const [i, value] of sent.get(fold(roles.price))?.cells ?? []) {
    const price = typeof value === 'number' ? value : numberIn(String(value));
    logPrice[i] = price > 0 ? Math.log(price) : Number.NaN;
  }
  const availability = sent.get(fold(roles.availability)) ?? sent.get('available');
  for (const [i, value] of availability?.cells ?? []) available[i] = canBeBought(labelsOf(value)) ? 1 : 0;

  const category = column(roles.category);
  const priced = base.size === 0 || sent.has(fold(roles.price)) || sent.has(fold(roles.category));
  return assemble(
    {
      ids: products.map(({ id }) => id),
      roles,
      columns,
      columnNumbers,
      category,
      brand: column(roles.brand),
      logPrice,
      available,
      terms: termsOfList(base.terms, held, products, roles),
    },
    {
      scale: priceScale(logPrice, base.scale),
      // Places in the price order are the catalogue's, as long as the list says nothing else about prices.
      priceRank: priced ? priceRanks(logPrice, category) : priceRank,
      heldAt: held,
      of: base,
    },
  );
}

/** Some products of a catalogue, by number, as an index of its own. */
export function indexOfPart(base: CatalogueIndex, products: ArrayLike<number>): CatalogueIndex {
  return indexOfList(
    base,
    Array.from(products, (product) => ({ id: base.ids[product]! })),
  );
}

interface Sent {
  readonly name: string;
  /** Position in the list and what was sent for it. */
  readonly cells: [number, NonNullable<InlineValue>][];
}

/** Names of columns as they are compared: the same ones come with every list. */
const folded = new Map<string, string>();
const MOST_FOLDED = 2_000;

function fold(name: string | undefined): string {
  if (name === undefined) return '';
  let known = folded.get(name);
  if (known === undefined) {
    if (folded.size >= MOST_FOLDED) folded.clear();
    known = interestName(name);
    folded.set(name, known);
  }
  return known;
}

function attributesSent(products: readonly InlineProduct[]): Map<string, Sent> {
  const sent = new Map<string, Sent>();
  for (let i = 0; i < products.length; i++) {
    const { attributes } = products[i]!;
    if (attributes === undefined) continue;
    for (const [name, value] of Object.entries(attributes)) {
      if (value === null || value === undefined || value === '') continue;
      if (Array.isArray(value) && labelsOf(value).length === 0) continue;
      const key = fold(name);
      const known = sent.get(key);
      if (known === undefined) sent.set(key, { name, cells: [[i, value]] });
      else known.cells.push([i, value]);
    }
  }
  return sent;
}

/** The catalogue's roles; those that it leaves open go to attributes of the list with a usual name. */
function rolesOf(roles: Roles, names: Iterable<string>): Roles {
  const found: { -readonly [K in keyof Roles]: Roles[K] } = { ...roles };
  for (const name of names) {
    const part = USUAL_NAMES.find(([role, pattern]) => found[role] === undefined && pattern.test(name));
    if (part !== undefined) found[part[0]] = name;
  }
  return found;
}

const labelsOf = (value: NonNullable<InlineValue>): string[] =>
  (Array.isArray(value) ? value : [value]).map((part) => String(part)).filter((label) => label !== '');

/** A column of the catalogue for the products of a list, with what was sent for it. */
function gathered(column: Column, held: Int32Array, sent: Sent | undefined): Column {
  const cell = new Int32Array(held.length);
  for (let i = 0; i < cell.length; i++) cell[i] = held[i]! < 0 ? -1 : column.cell[held[i]!]!;
  if (sent === undefined) return { ...column, cell };
  const labels = [...column.labels];
  const values = new Map(column.values);
  const cellStart = [...column.cellStart];
  const cellValues = [...column.cellValues];
  const added = new Map<string, number>();
  for (const [i, value] of sent.cells) {
    const texts = labelsOf(value);
    const key = texts.join('\u001f');
    let number = added.get(key);
    if (number === undefined) {
      number = cellStart.length - 1;
      for (const text of texts) {
        let known = valueNamed(column, text) ?? values.get(interestName(text));
        if (known === undefined) {
          known = labels.length;
          labels.push(text);
          values.set(interestName(text), known);
        }
        cellValues.push(known);
      }
      cellStart.push(cellValues.length);
      added.set(key, number);
    }
    cell[i] = number;
  }
  return {
    ...column,
    cell,
    labels,
    values,
    cellStart: Int32Array.from(cellStart),
    cellValues: Int32Array.from(cellValues),
  };
}

function fromList(name: string, size: number, sent: Sent['cells']): Column {
  const cell = new Int32Array(size).fill(-1);
  const labels = new Map<string, number>();
  const written: string[] = [];
  const cells: number[][] = [];
  const known = new Map<string, number>();
  for (const [i, value] of sent) {
    const texts = labelsOf(value);
    const key = texts.join('\u001f');
    let number = known.get(key);
    if (number === undefined) {
      number = cells.length;
      known.set(key, number);
      cells.push(
        texts.map((text) => {
          const name = interestName(text);
          const label = labels.get(name) ?? labels.size;
          if (label === labels.size) {
            labels.set(name, label);
            written.push(text);
          }
          return label;
        }),
      );
    }
    cell[i] = number;
  }
  return makeColumn(name, cell, cells, written);
}

/** The words of a list: read from the catalogue's, and from texts that were sent, when somebody asks for them. */
function termsOfList(base: Terms, held: Int32Array, products: readonly InlineProduct[], roles: Roles): Terms {
  let positions: Map<number, number> | undefined;
  let own: Map<string, { word: string; items: number[]; counts: number[] }> | undefined;
  const lengths = new Float64Array(products.length);
  const averageLength = base.averageLength > 0 ? base.averageLength : 12;
  const read = (): NonNullable<typeof own> => {
    const found = new Map<string, { word: string; items: number[]; counts: number[] }>();
    products.forEach(({ attributes }, i) => {
      for (const [name, value] of Object.entries(attributes ?? {})) {
        // Of what is affirmed or denied, the name of what is affirmed.
        const text =
          value === true
            ? wordsOf(name)
            : typeof value === 'string' || Array.isArray(value)
              ? labelsOf(value).join(' ')
              : '';
        if (text === '') continue;
        const folded = fold(name);
        if ([roles.price, roles.image, roles.url, roles.availability].some((role) => fold(role) === folded)) {
          continue;
        }
        const weight = folded === fold(roles.title) ? TITLE_WEIGHT : 1;
        for (const { stem, word } of textTerms(text)) {
          lengths[i]! += weight;
          const postings = found.get(stem) ?? { word, items: [], counts: [] };
          found.set(stem, postings);
          if (postings.items.at(-1) === i) postings.counts[postings.counts.length - 1]! += weight;
          else {
            postings.items.push(i);
            postings.counts.push(weight);
          }
        }
      }
    });
    return found;
  };
  return {
    products: products.length,
    averageLength,
    find(stem) {
      own ??= read();
      positions ??= new Map([...held].map((product, i) => [product, i]));
      const here = own.get(stem);
      const there = base.find(stem);
      if (here === undefined && there === undefined) return undefined;
      const weights = new Map<number, number>();
      for (let k = 0; there !== undefined && k < there.items.length; k++) {
        const i = positions.get(there.items[k]!);
        if (i !== undefined) weights.set(i, there.weights[k]!);
      }
      if (here !== undefined) {
        const idf = idfOf(here.items.length, products.length);
        here.items.forEach((i, k) => {
          weights.set(i, termWeight(idf, here.counts[k]!, lengths[i]!, averageLength));
        });
      }
      const items = [...weights.keys()].sort((a, b) => a - b);
      return { items, weights: items.map((i) => weights.get(i)!) };
    },
    wordOf: (stem) => own?.get(stem)?.word ?? base.wordOf(stem),
  };
}
