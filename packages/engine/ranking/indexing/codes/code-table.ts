import { conceptsOf } from '../../../catalogue/columns/header-names.ts';
import { areNames } from '../../../catalogue/columns/roles.ts';
import { plainText } from '../../../catalogue/texts/plain-text.ts';
import type { Attribute, Catalogue } from '../../../catalogue/types.ts';
import type { Roles } from '../../types.ts';
import { type PackedList, packList } from '../packed-strings.ts';
import type { Variants } from '../variants/variants.ts';
import { isCode, modelsIn, PARTING, partsIn, signsOf, withParts } from './code-signs.ts';
import { markedNamesIn } from './marked-names.ts';

/**
 * What products are found by when it is typed in full or in part: ids, article numbers, GTINs and model numbers, their titles in
 * full, and names with marks in these and in what their attributes say. As plain data.
 */
export interface CodeTable {
  /** Hashes of the signs of what is typed in full, and is no code, ascending, each with a product. */
  readonly hashes: Float64Array;
  readonly named: Int32Array;
  /** The codes that may be typed in part, as `partsOf` gives them, each with {@link END} behind it. */
  readonly codes: PackedList;
  /** The products of code n are `products[start[n] .. start[n + 1]]`, ascending. */
  readonly start: Int32Array;
  readonly products: Int32Array;
  /** Where a code or a part of one begins among the units of `codes`, in the order of the signs from there on; whole codes first. */
  readonly parts: Int32Array;
}

/** Behind each code. It sorts before all signs. */
export const END = '\n';
export const PARTING_UNIT = PARTING.charCodeAt(0);
export const END_UNIT = END.charCodeAt(0);

/** Whether a code begins at a position among the units. */
export const beginsCode = (units: PackedList['units'], position: number): boolean =>
  position === 0 || units[position - 1] === END_UNIT;

/** Whether a column holds what a shop, a maker or a standard numbers products by. */
export function holdsCodes({ name, kind, notRecordable, notQuestion }: Attribute): boolean {
  if (kind === 'date' || kind === 'boolean' || kind === 'text' || notQuestion === 'operational') return false;
  const concepts = conceptsOf(name);
  if (concepts.has('link') || concepts.has('image') || concepts.has('price')) return false;
  return (
    kind === 'identifier' ||
    notRecordable === 'code' ||
    concepts.has('identifier') ||
    concepts.has('reference')
  );
}

/** Whether a column that is no question holds names all the same, whose words products are found by: of models, say. */
export function holdsNames(attribute: Attribute): boolean {
  const concepts = conceptsOf(attribute.name);
  const isOther = concepts.has('identifier') || concepts.has('link') || concepts.has('image');
  return attribute.kind === 'identifier' && !isOther && areNames(attribute);
}

/** A hash of 53 bits: of 100,000 titles and a search that is none of them, one in 10^11 is taken for it. */
export function hashOf(signs: string): number {
  let low = 0x811c9dc5;
  let high = 0x9dc5811c;
  for (let k = 0; k < signs.length; k++) {
    const unit = signs.charCodeAt(k);
    low = Math.imul(low ^ unit, 0x01000193);
    high = Math.imul(high ^ unit ^ (low >>> 15), 0x5bd1e995);
  }
  return (low >>> 0) + (high & 0x1fffff) * 2 ** 32;
}

/** Which products are variants of one, and which are sold by themselves. */
export type SoldVariants = Pick<Variants, 'family' | 'listed'>;

/** Products ascending, each once. */
const each = (products: readonly number[]): ArrayLike<number> =>
  products.length < 2 ? products : Int32Array.from(new Set(products)).sort();

/** The products that a list shows for some: what is not sold by itself is shown as the variants of its family that are. */
function shownFor({ family, listed }: SoldVariants): (products: readonly number[]) => ArrayLike<number> {
  if (family === undefined || listed === undefined) return each;
  const isListed = new Set(listed);
  const ofFamily = Map.groupBy(listed, (product) => family[product]);
  return (products) =>
    each(
      products.flatMap((product) =>
        isListed.has(product) ? product : (ofFamily.get(family[product]) ?? []),
      ),
    );
}

/** Products by what finds them; one that several columns name alike is there several times. */
type ProductsBy = Map<string, number[]>;

function put(by: ProductsBy, key: string, product: number): void {
  const known = by.get(key);
  if (known === undefined) by.set(key, [product]);
  else if (known.at(-1) !== product) known.push(product);
}

/** The products by the hashes of what is typed in full. */
function hashedOf(named: ProductsBy, shown: (products: readonly number[]) => ArrayLike<number>) {
  const entries = [...named].flatMap(([signs, products]) => {
    const hash = hashOf(signs);
    return Array.from(shown(products), (product) => ({ hash, product }));
  });
  entries.sort((a, b) => a.hash - b.hash || a.product - b.product);
  return {
    hashes: Float64Array.from(entries, ({ hash }) => hash),
    named: Int32Array.from(entries, ({ product }) => product),
  };
}

/** The codes with their parts. */
function partedOf(parted: ProductsBy, shown: (products: readonly number[]) => ArrayLike<number>) {
  const codes = packList(Array.from(parted.keys(), (code) => code + END));
  const start = new Int32Array(parted.size + 1);
  const products: number[] = [];
  const parts: number[] = [];
  let n = 0;
  for (const [code, having] of parted) {
    const all = shown(having);
    for (let k = 0; k < all.length; k++) products.push(all[k]);
    for (const part of partsIn(code)) parts.push(codes.start[n] + part);
    start[++n] = products.length;
  }
  return {
    codes,
    start,
    products: Int32Array.from(products),
    parts: sorted(Int32Array.from(parts), codes.units),
  };
}

/** The positions of parts in the order of their signs, marks aside; of equal ones those first that are whole codes. */
const sorted = (parts: Int32Array, units: PackedList['units']): Int32Array =>
  parts.sort((first, second) => {
    for (let a = first, b = second; ; a++, b++) {
      if (units[a] === PARTING_UNIT) a++;
      if (units[b] === PARTING_UNIT) b++;
      if (units[a] !== units[b]) return units[a] - units[b];
      if (units[a] === END_UNIT)
        return Number(beginsCode(units, second)) - Number(beginsCode(units, first)) || first - second;
    }
  });

/**
 * Compares the signs at a position with a text, which sorts before what goes on from it.
 *
 * @returns below 0, 0 or above 0, and the position behind the signs that are alike
 */
export function comparedAt(
  units: PackedList['units'],
  position: number,
  text: string,
): { readonly difference: number; readonly end: number } {
  let at = position;
  for (let k = 0; k < text.length; k++, at++) {
    if (units[at] === PARTING_UNIT) at++;
    const difference = units[at] - text.charCodeAt(k);
    if (difference !== 0) return { difference, end: at };
  }
  return { difference: 0, end: at };
}

/**
 * The codes of a catalogue: its ids, the cells of columns that hold codes, and the model numbers of its titles; and the titles
 * themselves. Private columns are none of the catalogue's. What is not sold by itself is found as those of its family that are.
 */
export function buildCodeTable(catalogue: Catalogue, roles: Roles, variants: SoldVariants): CodeTable {
  const named: ProductsBy = new Map();
  const parted: ProductsBy = new Map();
  const add = ({ names, codes }: Found, product: number): void => {
    for (const name of names) put(named, name, product);
    for (const code of codes) put(parted, code, product);
  };
  catalogue.ids.forEach((id, product) => {
    add(foundBy(id), product);
  });
  for (const attribute of catalogue.attributes) {
    const isTitle = attribute.name === roles.title;
    const { cell, cells, values } = attribute;
    const foundOf = isTitle ? foundByTitle : mayHoldCodes(attribute, roles) ? foundBy : foundByName;
    if (foundOf === foundByName && !holdsTexts(attribute, roles)) continue;
    const found = values.map(({ label }) => foundOf(label));
    for (let product = 0; product < cell.length; product++) {
      for (const value of cells[cell[product]] ?? []) add(found[value], product);
    }
  }
  const shown = shownFor(variants);
  return { ...hashedOf(named, shown), ...partedOf(parted, shown) };
}

/** What a text is found by in full, and codes that may be typed in part, too. */
interface Found {
  readonly names: readonly string[];
  readonly codes: readonly string[];
}

function foundBy(text: string): Found {
  const code = isCode(text) ? withParts(text) : '';
  if (partsIn(code).length > 0) return { names: [], codes: [code] };
  const signs = signsOf(text);
  return { names: signs === '' ? [] : [signs], codes: [] };
}

function foundByTitle(label: string): Found {
  const title = plainText(label);
  const codes = modelsIn(title)
    .map(withParts)
    .filter((code) => partsIn(code).length > 0);
  return { names: [signsOf(title), ...markedKeys(title)].filter((name) => name !== ''), codes };
}

const markedKeys = (text: string): readonly string[] => markedNamesIn(text).map(({ key }) => key);

const foundByName = (label: string): Found => ({ names: markedKeys(label), codes: [] });

/** Whether names with marks may stand in a column: neither numbers and the like, nor links. */
const holdsTexts = ({ name, kind }: Attribute, { image, url }: Roles): boolean =>
  kind !== 'number' && kind !== 'date' && kind !== 'boolean' && name !== image && name !== url;

function mayHoldCodes(attribute: Attribute, roles: Roles): boolean {
  const others = [roles.price, roles.salePrice, roles.image, roles.url, roles.availability];
  return !others.includes(attribute.name) && holdsCodes(attribute);
}
