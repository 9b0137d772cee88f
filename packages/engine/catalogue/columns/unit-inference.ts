import { numbersBeforeUnits } from '../numbers/quantities.ts';
import { isMoney, measureOf, type Unit, unitOf } from '../numbers/units.ts';
import type { Attribute, Catalogue } from '../types.ts';
import { wordsOf } from './header-names.ts';

/** A unit at the end of a name, in brackets: "Height (in)". */
const BRACKETED = /[([]\s*([^()[\]]{1,16})\s*[)\]]\s*$/;
/** A ratio does not have the unit in its name: "price per gb". */
const RATIO = /\b(?:per|pro|par|por|je) (.+)$/;
/** Spellings of units that are usually other words at the end of a name: "built-in", "age min". */
const OTHER_WORDS = new Set(['in', 'min', 'va', 'gr', 'lt', 'std', 'tum', 'cali']);
/** After these words, such a spelling or a single letter is a unit all the same: "weight_g", "size in". */
const QUANTITY =
  /\b(?:width|height|depth|length|weight|size|volume|capacity|diameter|diagonal|power|breite|hohe|tiefe|lange|gewicht|largeur|hauteur|profondeur|longueur|poids|ancho|alto|largo|peso)(?: in)?$/;
/** Ends of names of quantities that have a conventional unit, which shops leave out. */
const USUAL: readonly (readonly [name: RegExp, unit: string])[] = [
  [
    /\b(?:(?:screen|display|panel) (?:size|diagonal)|diagonal|(?:bildschirm)?diagonale|bildschirmgrosse)$/,
    'in',
  ],
  [/\b(?:refresh rate|bildwiederholrate|bildwiederholfrequenz)$/, 'hz'],
  [/\b(?:response time|reaktionszeit|temps de reponse)$/, 'ms'],
  [/\b(?:wattage|tdp|leistungsaufnahme)$/, 'w'],
  [/\b(?:memory|ram|vram|arbeitsspeicher|storage|storage capacity|speicherkapazitat|memoire)$/, 'gb'],
  [/\b(?:sample rate|abtastrate)$/, 'khz'],
  [/\bsnr$/, 'db'],
  [
    /\b(?:abv|alcohol|alcohol (?:content|by volume)|alkohol|alkoholgehalt|cocoa|cocoa content|kakaoanteil)$/,
    '%',
  ],
];

/** Shares that are written as parts of one, .05 for 5 %: no number of the column is above 1. */
const shareOf = ({ values }: Attribute, unit: Unit): Unit =>
  unit.dimension === PERCENT.dimension && values.every(({ number = 0 }) => number <= 1)
    ? { ...unit, size: PARTS_OF_ONE }
    : unit;
const PERCENT = measureOf('%')!;
const PARTS_OF_ONE = 100;

/** The unit that the name of a column states: "height_cm", "Capacity (l)". */
export function unitStatedIn(name: string): Unit | undefined {
  const bracketed = BRACKETED.exec(name)?.[1];
  if (bracketed !== undefined) return measureOf(bracketed.trim().toLowerCase());
  const words = wordsOf(name);
  if (RATIO.test(words)) return undefined;
  const last = words.slice(words.lastIndexOf(' ') + 1);
  const before = words.slice(0, -last.length).trim();
  const unit = measureOf(last);
  const telling = last.length > 1 && !OTHER_WORDS.has(last);
  return unit !== undefined && (telling || QUANTITY.test(before)) ? unit : undefined;
}

/** The unit in the name of a column, or that its quantity usually has. */
function unitInName(name: string): Unit | undefined {
  const stated = unitStatedIn(name);
  if (stated !== undefined || RATIO.test(wordsOf(name))) return stated;
  const usual = USUAL.find(([pattern]) => pattern.test(wordsOf(name)));
  return usual && measureOf(usual[1]);
}

/** Products whose texts are read, evenly spread, and characters of each text; set by hand. */
const PRODUCTS_SAMPLED = 2_000;
const CHARACTERS_READ = 300;
/** Fewer agreeing products, fewer distinct numbers or a smaller share agree by chance; set by hand. */
const FEWEST_PRODUCTS = 20;
const FEWEST_NUMBERS = 5;
const LEAST_SHARE = 0.6;

/** Products with a number whose texts mention a unit, and those of them whose texts mention that number with it. */
interface Mentions {
  readonly unit: Unit;
  among: number;
  same: number;
  readonly numbers: Set<number>;
}

/** Units found in the texts of the same products: "table, 140x80 cm" where the width is 80. */
function unitsInTexts(
  size: number,
  columns: readonly Attribute[],
  texts: readonly Attribute[],
): Map<string, Unit> {
  const found = columns.map(() => new Map<string, Mentions>());
  const step = Math.max(1, Math.ceil(size / PRODUCTS_SAMPLED));
  for (let product = 0; product < size; product += step) {
    const mentioned = new Map<string, { readonly unit: Unit; readonly numbers: Set<number> }>();
    for (const text of texts) {
      if (text.cell[product] < 0) continue;
      for (const value of text.cells[text.cell[product]]) {
        for (const { numbers, unit } of numbersBeforeUnits(
          text.values[value].label.slice(0, CHARACTERS_READ),
        )) {
          const known = mentioned.get(unit.name) ?? { unit, numbers: new Set() };
          mentioned.set(unit.name, known);
          for (const number of numbers) known.numbers.add(number);
        }
      }
    }
    if (mentioned.size === 0) continue;
    columns.forEach(({ cell, cells, values }, k) => {
      if (cell[product] < 0) return;
      const number = values[cells[cell[product]][0]].number;
      if (number === undefined) return;
      for (const [name, { unit, numbers }] of mentioned) {
        const mentions = found[k].get(name) ?? { unit, among: 0, same: 0, numbers: new Set() };
        found[k].set(name, mentions);
        mentions.among++;
        if (!numbers.has(number)) continue;
        mentions.same++;
        mentions.numbers.add(number);
      }
    });
  }
  const units = new Map<string, Unit>();
  columns.forEach(({ name }, k) => {
    const [best] = [...found[k].values()].sort((a, b) => b.same - a.same);
    if (best === undefined || best.same < FEWEST_PRODUCTS || best.numbers.size < FEWEST_NUMBERS) return;
    if (best.same >= LEAST_SHARE * best.among) units.set(name, best.unit);
  });
  return units;
}

/** Ratios are rounded, and some are wrong; set by hand. */
const ROUNDED = 0.05;
const LEAST_AGREEING = 0.9;

/** Units found by ratios of prices: where "price per gb" is the price over the capacity, the capacity is in gb. */
function unitsInPrices(
  size: number,
  columns: readonly Attribute[],
  numbers: readonly Attribute[],
  price: Attribute | undefined,
): Map<string, Unit> {
  const units = new Map<string, Unit>();
  if (price === undefined) return units;
  const at = ({ cell, cells, values }: Attribute, product: number): number =>
    cell[product] < 0 ? Number.NaN : (values[cells[cell[product]][0]].number ?? Number.NaN);
  for (const ratio of numbers) {
    const unit = measureOf(RATIO.exec(wordsOf(ratio.name))?.[1] ?? '');
    if (unit === undefined) continue;
    for (const column of columns) {
      let both = 0;
      let agreeing = 0;
      for (let product = 0; product < size; product++) {
        const expected = at(price, product) / at(column, product);
        const share = at(ratio, product) / expected;
        if (!Number.isFinite(share)) continue;
        both++;
        if (Math.abs(share - 1) <= ROUNDED) agreeing++;
      }
      if (agreeing >= FEWEST_PRODUCTS && agreeing >= LEAST_AGREEING * both) units.set(column.name, unit);
    }
  }
  return units;
}

/**
 * The units of numeric columns, by column name: from their cells, else their names, else the texts or prices of the
 * same products. Columns without a unit in any of these are left out.
 *
 * @param roles the columns of the products' names and prices
 */
export function unitsOf(
  { ids, attributes }: Catalogue,
  roles: { readonly title?: string | null | undefined; readonly price?: string | null | undefined },
): Map<string, Unit> {
  const units = new Map<string, Unit>();
  const open: Attribute[] = [];
  const numbers = attributes.filter(({ kind }) => kind === 'number');
  for (const attribute of numbers) {
    if (attribute.notQuestion !== undefined || attribute.name === roles.price) continue;
    const written = attribute.unit === undefined ? undefined : unitOf(attribute.unit);
    if (written !== undefined && isMoney(written)) continue;
    const unit = written ?? unitInName(attribute.name);
    if (unit === undefined) open.push(attribute);
    else units.set(attribute.name, written === undefined ? shareOf(attribute, unit) : unit);
  }
  if (open.length === 0) return units;
  const texts = attributes.filter(({ name, kind }) => name === roles.title || kind === 'text');
  const price = numbers.find(({ name }) => name === roles.price);
  for (const found of [
    unitsInTexts(ids.length, open, texts),
    unitsInPrices(ids.length, open, numbers, price),
  ]) {
    for (const [name, unit] of found) units.set(name, unit);
  }
  return units;
}
