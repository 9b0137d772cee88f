/** Maps a unit as written, in lower case, to its dimension and its size in the base unit of the dimension. */
const UNITS = new Map<
  string,
  { readonly dimension: string; readonly size: number; readonly name: string; readonly known: true }
>();

function dimension(name: string, units: readonly (readonly [size: number, ...spellings: string[]])[]): void {
  for (const [size, ...spellings] of units) {
    for (const spelling of spellings)
      UNITS.set(spelling, { dimension: name, size, name: spellings[0], known: true });
  }
}

// SI prefixes (BIPM, SI Brochure, 9th ed.), decimal ones of bytes too (IEC 80000-13); the international inch and pound,
// the US gallon, quart, fluid ounce and cubic foot as NIST SP 811 defines them, exactly.
dimension('length', [
  [0.001, 'mm', 'millimeter', 'millimetre', 'millimeters', 'millimetres', 'мм'],
  [0.01, 'cm', 'centimeter', 'centimetre', 'centimeters', 'centimetres', 'zentimeter', 'см'],
  [1, 'm', 'meter', 'metre', 'meters', 'metres', 'mts', 'mtr', 'м'],
  [1000, 'km', 'kilometer', 'kilometre', 'kilometers', 'kilometres'],
  [0.0254, 'in', 'inch', 'inches', '"', '\u2033', "''", '\u201d', 'zoll', 'pouces', 'pulgadas', 'pollici'],
  [
    0.0254,
    'in',
    'polegadas',
    'tum',
    'tommer',
    'cali',
    'дюйм',
    'дюйма',
    'дюймов',
    'インチ',
    '英寸',
    '吋',
    '인치',
  ],
  [0.3048, 'ft', 'foot', 'feet', "'", '\u2032', 'fuss'],
  [0.9144, 'yd', 'yard', 'yards'],
]);
dimension('mass', [
  [0.000001, 'mg', 'milligram', 'milligrams'],
  [0.001, 'g', 'gr', 'gram', 'grams', 'gramm', 'grammes', 'г', 'гр'],
  [1, 'kg', 'kgs', 'kilo', 'kilos', 'kilogram', 'kilograms', 'kilogramm', 'кг'],
  [1000, 't', 'tonne', 'tonnes'],
  [0.45359237, 'lb', 'lbs', 'pound', 'pounds', 'pfund'],
  [0.028349523125, 'oz', 'ounce', 'ounces', 'unze', 'unzen'],
]);
dimension('volume', [
  [0.001, 'ml', 'milliliter', 'millilitre', 'milliliters', 'millilitres', 'мл'],
  [0.01, 'cl', 'centiliter', 'centilitre'],
  [0.1, 'dl'],
  [1, 'l', 'lt', 'ltr', 'liter', 'litre', 'liters', 'litres', 'л'],
  [0.0295735295625, 'fl oz', 'fl. oz', 'fl.oz', 'floz', 'fluid ounce', 'fluid ounces'],
  [0.946352946, 'qt', 'quart', 'quarts'],
  [3.785411784, 'gal', 'gallon', 'gallons'],
  [28.316846592, 'cu ft', 'cu. ft', 'cu.ft', 'cuft', 'ft3', 'ft\u00b3', 'cubic foot', 'cubic feet'],
]);
dimension('time', [
  [0.001, 'ms', 'millisecond', 'milliseconds'],
  [1, 's', 'sec', 'secs', 'second', 'seconds', 'sekunden'],
  [60, 'min', 'mins', 'minute', 'minutes', 'minuten'],
  [3600, 'h', 'hr', 'hrs', 'hour', 'hours', 'stunden', 'std', 'heures', 'horas'],
  [86_400, 'd', 'day', 'days', 'tage', 'jours', 'dias'],
]);
dimension('data', [
  [0.001, 'kb'],
  [1, 'mb', 'megabyte', 'megabytes', 'мб'],
  [1000, 'gb', 'gigabyte', 'gigabytes', 'гб'],
  [1_000_000, 'tb', 'terabyte', 'terabytes', 'тб'],
]);
dimension('frequency', [
  [1, 'hz', 'hertz'],
  [1000, 'khz'],
  [1_000_000, 'mhz'],
  [1_000_000_000, 'ghz'],
]);
dimension('power', [
  [1, 'w', 'watt', 'watts', 'вт'],
  [1000, 'kw', 'kilowatt', 'kilowatts', 'квт'],
]);
dimension('charge', [
  [1, 'mah'],
  [1000, 'ah'],
]);
dimension('energy', [
  [1, 'wh'],
  [1000, 'kwh'],
]);
dimension('apparent power', [[1, 'va']]);
dimension('voltage', [[1, 'v', 'volt', 'volts']]);
dimension('temperature', [[1, '°C', '°c', 'ºc', 'celsius', 'degrees celsius', 'grad celsius']]);
dimension('rotation', [[1, 'rpm', 'u/min']]);
dimension('level', [[1, 'db', 'dba', 'decibel', 'decibels', 'dezibel']]);
dimension('dots', [[1, 'dpi']]);
dimension('share', [
  [1, '%', 'percent', 'per cent', 'prozent', 'pourcent', 'por ciento', 'percento', 'procent', 'prosent'],
]);

const CURRENCIES: readonly (readonly [name: string, ...spellings: string[]])[] = [
  ['\u20ac', 'eur', 'euro', 'euros'],
  ['$', 'usd', 'us$', 'dollar', 'dollars'],
  ['\u00a3', 'gbp', 'pound sterling'],
  ['\u00a5', '\uffe5'],
  ['jpy', 'yen', '円'],
  ['cny', 'rmb', 'yuan', '元'],
  ['krw', '\u20a9', '\uffe6', 'won', '원'],
  ['\u20b9', 'inr', 'rs', 'rs.', 'rupees'],
  ['chf', 'fr.', 'sfr', 'sfr.'],
  ['sek'],
  ['nok'],
  ['dkk'],
  ['kr', 'kr.'],
  ['pln', 'z\u0142'],
  ['czk', 'k\u010d'],
  ['huf'],
  ['sar', 'sr', 'ر.س', 'ر.س.', 'ريال', '\ufdfc'],
  ['aed', 'د.إ', 'د.إ.', 'درهم'],
  ['egp', 'ج.م', 'ج.م.', 'جنيه'],
  ['aud', 'a$', 'au$'],
  ['cad', 'c$', 'ca$'],
  ['brl', 'r$'],
  ['mxn'],
  ['try', 'tl', '\u20ba'],
  ['rub', '\u20bd', 'руб', 'руб.', 'р', 'р.'],
  ['uah', '\u20b4', 'грн', 'грн.'],
  ['kzt', '\u20b8'],
  ['ron', 'lei'],
  ['bgn', 'лв', 'лв.'],
  ['zar'],
  ['hkd', 'hk$'],
  ['sgd', 's$', 'sg$'],
  ['twd', 'nt$'],
  ['nzd', 'nz$'],
  ['ils', '\u20aa'],
  ['thb', '\u0e3f'],
  ['vnd', '\u20ab', '\u0111'],
  ['php', '\u20b1'],
  ['idr', 'rp', 'rp.'],
  ['myr', 'rm'],
  ['ngn', '\u20a6'],
];
for (const [name, ...spellings] of CURRENCIES) {
  for (const spelling of [name, ...spellings])
    UNITS.set(spelling, { dimension: `currency ${name}`, size: 1, name, known: true });
}

/** Whether letters or a sign in front of a number are a currency. */
export function isCurrency(text: string): boolean {
  const unit = UNITS.get(text);
  return unit !== undefined && isMoney(unit);
}

/** Whether a unit is a currency. */
export const isMoney = ({ dimension }: Unit): boolean => dimension.startsWith('currency');

const DOLLARS = new Set(
  CURRENCIES.filter((spellings) => spellings.some((each) => each.endsWith('$'))).map(([name]) => name),
);
/** The names of the currencies that share a sign. */
const SHARED_SIGNS: ReadonlyMap<string, ReadonlySet<string>> = new Map([
  ['\u00a5', new Set(['jpy', 'cny'])],
  ['$', DOLLARS],
]);

/** Whether two units are compatible: the same dimension, or a currency and a sign that it shares. */
export const mayMean = (written: Unit, meant: Unit): boolean =>
  written.dimension === meant.dimension || (SHARED_SIGNS.get(written.name)?.has(meant.name) ?? false);

/** Units of one dimension convert into each other; a unit that is not known converts into itself only. */
export interface Unit {
  readonly dimension: string;
  readonly size: number;
  readonly name: string;
  /** Whether it is a known unit of measure or currency, and not just a word after a number. */
  readonly known: boolean;
}

/** The unit of measure with a spelling in lower case; undefined for currencies and other words. */
export function measureOf(spelling: string): Unit | undefined {
  const unit = UNITS.get(spelling);
  return unit === undefined || isMoney(unit) ? undefined : unit;
}

/** Converts a size to another unit; undefined if that has another dimension. */
export function converted(size: number, from: Unit, to: Unit): number | undefined {
  if (from.dimension !== to.dimension) return undefined;
  return from.size === to.size ? size : Number(((size * from.size) / to.size).toPrecision(12));
}

/** The unit that is written after (or, for currencies, before) a number; undefined for an empty text. */
export function unitOf(written: string): Unit | undefined {
  const asWritten = UNITS.get(written);
  if (asWritten !== undefined) return asWritten;
  const text = written
    .toLowerCase()
    .replace(/^[\s\-\u2010]+/, '')
    .replace(/\s+/g, ' ')
    .trim();
  if (text === '') return undefined;
  const plain = UNITS.get(text) ?? UNITS.get(text.replace(/\.$/, ''));
  if (plain !== undefined) return plain;
  return { dimension: `unit ${text}`, size: 1, name: text, known: false };
}
