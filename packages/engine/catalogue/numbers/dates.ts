/** Days since 1970-01-01, or undefined for a date that does not exist. */
function days(year: number, month: number, day: number): number | undefined {
  if (year < 1000 || year > 2999 || month < 1 || month > 12 || day < 1 || day > 31) return undefined;
  const time = Date.UTC(year, month - 1, day);
  return new Date(time).getUTCDate() === day ? time / 86_400_000 : undefined;
}

/** The first letters of the months in English, German, French, Spanish, Italian and Dutch. */
const MONTHS: readonly RegExp[] = [
  /^(?:jan|janv|ene|gen)/,
  /^(?:feb|f\u00e9v|fev)/,
  /^(?:mar(?!a)|m\u00e4r|mrz|maa|mrt)/,
  /^(?:apr|avr|abr)/,
  /^(?:may|mai|mag|mei)/,
  /^(?:jun|juin|giu)/,
  /^(?:jul|juil|lug)/,
  /^(?:aug|ao\u00fb|aou|ago)/,
  /^(?:sep|set)/,
  /^(?:oct|okt|ott|out)/,
  /^(?:nov)/,
  /^(?:dec|dez|d\u00e9c|dic)/,
];

function monthOf(word: string): number {
  return MONTHS.findIndex((pattern) => pattern.test(word)) + 1;
}

const ISO = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})(?:[T ]\d{1,2}:\d{2}.*)?$/;
const NUMERIC = /^(\d{1,2})([-/.])(\d{1,2})\2(\d{4}|\d{2})(?: \d{1,2}:\d{2}.*)?$/;
const MONTH_FIRST = /^(\p{L}{3,10})\.? (\d{1,2})(?:st|nd|rd|th)?,? (\d{4})$/u;
const DAY_FIRST = /^(\d{1,2})(?:st|nd|rd|th|\.)?[ -](?:de )?(\p{L}{3,10})\.?[ -,](?:de )?\s?(\d{4})$/u;

/** "2010, January", "2010 March 5": the year first, a month without a day is its first day. */
const YEAR_FIRST = /^(\d{4}),? (\p{L}{3,10})\.?(?: (\d{1,2}))?(?:\. .*)?$/u;
/** "2010, Q3" and "Q3 2010": a quarter is its first day. */
const QUARTER = /^(?:(\d{4}),? ?[qtk]([1-4])|[qtk]([1-4]),? (\d{4}))$/;
/** "January 2010". */
const MONTH_AND_YEAR = /^(\p{L}{3,10})\.?,? (\d{4})$/u;

/** The position of the day among the first two numbers of `03/04/2020`. */
export type DayOrder = 'day-first' | 'month-first';

/**
 * The order of day and month in a column of dates: the one that some date requires (25/12/2020), else that of its
 * separator: the month is first with slashes, the day with points and hyphens.
 */
export function decideDayOrder(texts: Iterable<string>): DayOrder {
  let dayFirst = 0;
  let monthFirst = 0;
  let slashes = false;
  for (const text of texts) {
    const match = NUMERIC.exec(text);
    if (match === null) continue;
    if (Number(match[1]) > 12) dayFirst++;
    if (Number(match[3]) > 12) monthFirst++;
    slashes ||= match[2] === '/';
  }
  if (dayFirst !== monthFirst) return dayFirst > monthFirst ? 'day-first' : 'month-first';
  return slashes ? 'month-first' : 'day-first';
}

/** Whether a text may be a date, by its length and its first and last characters. Rules out most texts cheaply. */
export function couldBeDate(text: string): boolean {
  if (text.length < 6 || text.length > 40) return false;
  const first = text.charCodeAt(0);
  // Dates begin with digits, or with a month and then end with the year.
  return isDigit(first) ? /[-/. ]/.test(text) : isDigit(text.charCodeAt(text.length - 1));
}

function isDigit(code: number): boolean {
  return code >= 48 && code <= 57;
}

/** A date as days since 1970-01-01; undefined for a text that is not a date. A year alone is a number, not a date. */
export function readDate(text: string, order: DayOrder): number | undefined {
  if (!couldBeDate(text)) return undefined;
  const iso = ISO.exec(text);
  if (iso !== null) return days(Number(iso[1]), Number(iso[2]), Number(iso[3]));
  const numeric = NUMERIC.exec(text);
  if (numeric !== null) {
    const [day, month] = order === 'day-first' ? [numeric[1], numeric[3]] : [numeric[3], numeric[1]];
    const short = numeric[4].length === 2;
    const year = Number(numeric[4]) + (short ? (Number(numeric[4]) < 70 ? 2000 : 1900) : 0);
    return days(year, Number(month), Number(day));
  }
  const lower = text.toLowerCase();
  const monthFirst = MONTH_FIRST.exec(lower);
  if (monthFirst !== null) return days(Number(monthFirst[3]), monthOf(monthFirst[1]), Number(monthFirst[2]));
  const dayFirst = DAY_FIRST.exec(lower);
  if (dayFirst !== null) return days(Number(dayFirst[3]), monthOf(dayFirst[2]), Number(dayFirst[1]));
  const yearFirst = YEAR_FIRST.exec(lower);
  if (yearFirst !== null) return days(Number(yearFirst[1]), monthOf(yearFirst[2]), Number(yearFirst[3] ?? 1));
  const quarter = QUARTER.exec(lower);
  if (quarter !== null)
    return days(Number(quarter[1] ?? quarter[4]), 3 * Number(quarter[2] ?? quarter[3]) - 2, 1);
  const monthAndYear = MONTH_AND_YEAR.exec(lower);
  if (monthAndYear !== null) return days(Number(monthAndYear[2]), monthOf(monthAndYear[1]), 1);
  return undefined;
}

/** A day and a month without a year, as spreadsheets show dates that they made: `04-Mar`, `Mar 26`. */
const SHORT_DATE = /^(?:\d{1,2}[-. ]{1,2}\p{L}{3,4}|\p{L}{3,4}[-. ]{1,2}\d{1,2})\.?$/u;
const LONGEST_SHORT_DATE = 9;

/** Whether a text is a day and a month without a year. */
export function isDayOfYear(text: string): boolean {
  if (text.length > LONGEST_SHORT_DATE || !SHORT_DATE.test(text)) return false;
  const [day, month] = [/\d+/, /\p{L}+/u].map((part) => part.exec(text)?.[0]);
  return readDate(`${day} ${month} 2000`, 'day-first') !== undefined;
}

/** Whether a text is a date with a year in four digits. */
export const isDayOfSomeYear = (text: string): boolean =>
  /\d{4}/.test(text) && readDate(text, decideDayOrder([text])) !== undefined;
