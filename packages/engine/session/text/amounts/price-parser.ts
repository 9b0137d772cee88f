import { numberOf } from '../../../catalogue/numbers/lone-number.ts';
import { phrasesIn } from '../../../languages/index.ts';
import type { LimitPhrases, Money } from '../../../languages/language-pack.ts';
import type { PriceRange } from '../../types.ts';

/**
 * Prices in the words of a search: "under £50", "100-200 €", "between 20 and 40", "nicht mehr als 50 €", "moins de 30
 * euros", "1万円以下", "不超过500元". A price that stands alone ("shoes 50 €") is one to look around.
 * A bare number counts as a price only after words that limit it, and never when a unit of something else follows.
 */
const SIGN = '(?:us|au|ca|nz|hk|[racs])?\\$|[£€¥₹₽₺₩₴₪฿₫₱]';
/** International codes of currencies, and the abbreviations of the Gulf. */
const CODES = 'usd|eur|gbp|chf|jpy|cny|rmb';
const OTHER_CODES = 'sek|nok|dkk|pln|inr|aud|cad|rub';
const GULF = 'ر\\.س|د\\.إ';
const spaced = (pick: (money: Money) => string | undefined): string =>
  phrasesIn(({ money, unspaced }) => (unspaced || money === undefined ? undefined : pick(money)));
const unspaced = (pick: (money: Money) => string | undefined): string =>
  phrasesIn(({ money, unspaced }) => (unspaced && money !== undefined ? pick(money) : undefined));
const ONLY_MONEY = spaced(({ only }) => only);
const ONLY_MONEY_UNSPACED = unspaced(({ only }) => only);
/** Names money, and perhaps something else. */
const CURRENCY = `(?:${SIGN}|(?<!\\p{L})(?:${CODES}|${OTHER_CODES}|${ONLY_MONEY}|${spaced(({ also }) => also)})(?!\\p{L})\\.?|${GULF}|${ONLY_MONEY_UNSPACED}|${unspaced(({ also }) => also)})`;
/** Names money and nothing else: a pound is a weight too, and "RS 3" a car. */
const MONEY = `(?:${SIGN}|(?<!\\p{L})(?:${CODES}|${ONLY_MONEY})(?!\\p{L})|${ONLY_MONEY_UNSPACED})`;
/** Writing without spaces, in which a number or a word begins right behind another; not so the digits of 1万5000. */
const UNSPACED = '(?![千万萬])[\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}ー]';
/** "in" before these is no inch: "under 50 in black". */
export const IN_WHAT =
  'a|an|the|my|any|all|stock|store|total|sale|sizes?|black|white|red|green|blue|yellow|orange|purple|pink|brown|gr[ae]y|navy|beige|gold|silver';
/** A unit of something else than money. */
const MEASURE = `\\s*(?:%|°|["”″'’]|(?:mm|cm|dm|m|km|inch(?:es)?|in(?!\\s+(?:${IN_WHAT})(?!\\p{L}))|ft|feet|foot|yd|yards?|zoll|pouces|pulgadas|polegadas|pollici|(?:milli|[cz]enti|kilo)?met(?:er|re)s?|g|gr|kg|mg|lbs?|oz|ounces?|kilos?|(?:milli|kilo)?gram(?:s|m|mes)?|tonnes?|ml|cl|dl|l|(?:milli|centi)?lit(?:er|re)s?|gallons?|w|kw|(?:kilo)?watts?|v|volts?|gb|tb|mb|(?:mega|giga|tera)bytes?|mah|hz|khz|mhz|ghz|hertz|db|decibels?|percent|prozent|dpi|px|mp|fps|years?|yrs?|months?|weeks?|days?|hours?|minutes?|jahren?|monaten?|ans?|mois|anos?|anni|jaar|people|persons?|personen|pieces?|pcs|pack|stuck|pages?|calories|kcal|x|мм|см|м|кг|г|мл|л|гб|тб|вт|дюйм(?:а|ов)?|лет|год(?:а|ов)?|размер[аы]?|шт)(?![\\p{L}\\p{N}]))`;
/**
 * What makes a number without a currency none of money: a unit behind it, a letter at it, or the rest of a model's
 * name.
 */
const OTHER_THAN_MONEY = new RegExp(`^(?:${MEASURE}|(?!${UNSPACED})\\p{L}|\\s*[-/]?\\p{L}*\\d)`, 'u');
/** A blank groups thousands, but not those of "under £800 256 gb". */
const NUMBER = `(\\d{1,2}(?:,\\d{2})+,\\d{3}|\\d{1,3}(?:[.,'’]\\d{3})+(?:[.,]\\d{1,2})?|\\d{1,3}(?: \\d{3})+(?:[.,]\\d{1,2})?(?!${MEASURE})|\\d{1,4}[万萬만](?:\\d[千천](?:\\d{3})?|\\d{3,4})(?!\\p{N})|\\d+(?:[.,]\\d{1,2})?(?:k(?![\\p{L}\\p{N}])|[千万萬천만](?!\\p{N}))?)(?:[.,]-)?`;
const priced = (currency: string): string => `(?:(${currency})\\s*)?${NUMBER}(?:\\s*(${currency}))?`;
const PRICE = priced(CURRENCY);
const PRICE_GROUPS = 3;
/** What costs more is no price. */
const MOST_PRICE = 1e12;
/** "$50k" is a price, "under 4k" none. */
const THOUSANDS = 'k';

const limits = (pick: (phrases: LimitPhrases) => string | undefined, ...signs: string[]): string =>
  phrasesIn(({ limits }) => limits && pick(limits), ...signs);

/** Phrases that limit a number; the weak ones have other uses ("Air Max 90", "from 38") and need a currency. */
export const MAXIMUM = limits(({ atMost }) => atMost, '<=?', '≤');
export const WEAK_MAXIMUM = limits(({ atMostOfMoney }) => atMostOfMoney);
export const MINIMUM = limits(({ atLeast }) => atLeast, '>=?', '≥');
export const WEAK_MINIMUM = limits(({ atLeastOfMoney }) => atLeastOfMoney);
const MINIMUM_OF_PRICES = limits(({ atLeastOfPrices }) => atLeastOfPrices);
/** Behind a number. */
export const OR_MORE = limits(({ orMore }) => orMore, '\\+');
export const OR_LESS = limits(({ orLess }) => orLess);
const AT_MOST_BEHIND = limits(({ atMostBehind }) => atMostBehind);
const AT_LEAST_BEHIND = limits(({ atLeastBehind }) => atLeastBehind);
const AROUND_BEHIND = limits(({ aroundBehind }) => aroundBehind);
/** Turns a limit into its opposite: "not over 60", "nicht mehr als 50 €", "pas plus de 50 €". */
export const NOT = `(?:${limits(({ not }) => not)})\\s+`;
export const BETWEEN = `(?:${limits(({ between }) => between)})`;
const AND = `(?:${limits(({ and }) => and, '&', '-', '–', '—')})`;
const TO = `(?:${limits(({ to }) => to, '-', '–', '—', '~', '〜')})`;
export const AROUND = `(?:${limits(({ around }) => around, '~')})`;

type Reading = (first: number, second: number) => PriceRange;

interface Expression {
  readonly pattern: RegExp;
  readonly prices: 1 | 2;
  /** Whether a number without a currency is a price here. */
  readonly bare: boolean;
  readonly read: Reading;
}

const edge = `(?<!(?!${UNSPACED})[\\p{L}\\p{N}.,])`;
const expression = (source: string, prices: 1 | 2, bare: boolean, read: Reading): Expression => ({
  pattern: new RegExp(edge + source, 'gu'),
  prices,
  bare,
  read,
});

const between: Reading = (a, b) => ({ min: Math.min(a, b), max: Math.max(a, b) });
/** How far "around 50" reaches, either way. */
export const AROUND_SHARE = 0.2;
const inCents = (price: number): number => Math.round(price * 100) / 100;

const around: Reading = (price) => ({
  min: inCents(price * (1 - AROUND_SHARE)),
  max: inCents(price * (1 + AROUND_SHARE)),
});

const EXPRESSIONS: readonly Expression[] = [
  expression(`${NOT}(?:${MINIMUM})\\s*${PRICE}`, 1, true, (max) => ({ max })),
  expression(`${NOT}(?:${MAXIMUM})\\s*${PRICE}`, 1, true, (min) => ({ min })),
  expression(`${BETWEEN}\\s+${PRICE}\\s*${AND}\\s*${PRICE}`, 2, true, between),
  expression(`${PRICE}\\s*${TO}\\s*${PRICE}`, 2, false, between),
  expression(`${PRICE}\\s*(?:${AT_MOST_BEHIND})`, 1, true, (max) => ({ max })),
  expression(`${PRICE}\\s*(?:${AT_LEAST_BEHIND})`, 1, true, (min) => ({ min })),
  expression(`${PRICE}\\s*(?:${AROUND_BEHIND})`, 1, false, around),
  expression(`(?:${MAXIMUM})\\s*${PRICE}`, 1, true, (max) => ({ max })),
  expression(`(?:${MINIMUM})\\s*${PRICE}`, 1, true, (min) => ({ min })),
  expression(`(?:${WEAK_MAXIMUM})\\s*${PRICE}`, 1, false, (max) => ({ max })),
  expression(`(?:${WEAK_MINIMUM}|${MINIMUM_OF_PRICES})\\s*${PRICE}`, 1, false, (min) => ({ min })),
  expression(`${AROUND}\\s*${PRICE}`, 1, false, around),
  expression(`${PRICE}\\s*(?:${OR_MORE})`, 1, false, (min) => ({ min })),
  expression(`${PRICE}\\s*(?:${OR_LESS})`, 1, false, (max) => ({ max })),
  expression(priced(MONEY), 1, false, around),
];

/** What two ranges both allow. */
const both = (a: PriceRange, b: PriceRange): PriceRange => ({
  ...a,
  ...b,
  ...(a.min !== undefined && b.min !== undefined && { min: Math.max(a.min, b.min) }),
  ...(a.max !== undefined && b.max !== undefined && { max: Math.min(a.max, b.max) }),
});

/**
 * Takes the price expressions out of a folded text. The range is what all of them together allow, and there is none
 * where they contradict each other; `rest` keeps its length, with blanks where they stood.
 */
export function readPrices(folded: string): { readonly range?: PriceRange; readonly rest: string } {
  if (!/\d/.test(folded)) return { rest: folded };
  let rest = folded;
  let range: PriceRange | undefined;
  for (const { pattern, prices, bare, read } of EXPRESSIONS) {
    rest = rest.replace(pattern, (whole, ...groups) => {
      const texts = groups as (string | undefined)[];
      const marked = [];
      for (let i = 0; i < prices; i++) {
        marked.push(texts[i * PRICE_GROUPS] !== undefined || texts[i * PRICE_GROUPS + 2] !== undefined);
      }
      const position = groups[prices * PRICE_GROUPS] as unknown as number;
      const input = groups[prices * PRICE_GROUPS + 1] as unknown as string;
      const following = input.slice(position + whole.length);
      const plain = bare && !whole.endsWith(THOUSANDS) && !OTHER_THAN_MONEY.test(following);
      if (!marked.includes(true) && !plain) return whole;
      const first = numberOf(texts[1]!);
      const second = prices === 2 ? numberOf(texts[PRICE_GROUPS + 1]!) : first;
      if (!(Math.max(first, second) <= MOST_PRICE)) return whole;
      range = both(range ?? {}, read(first, second));
      return ' '.repeat(whole.length);
    });
  }
  const { min = 0, max = Number.POSITIVE_INFINITY } = range ?? {};
  return { ...(range !== undefined && min <= max && { range }), rest };
}
