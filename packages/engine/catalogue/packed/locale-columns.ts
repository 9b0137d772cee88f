import type { RawColumn, Table } from '../types.ts';

/** `name-en_US`, `description.de_DE-print`, `name (fr-FR)`: the stem and the locale. */
const FULL = /^(.+?)[-_. :/]?[ ([]?([a-z]{2,3}[-_][A-Z]{2})[)\]]?(?:[-_.]\w+)?$/;
/** `name_en`, `name[de]`, `title (fr)`; `NL_Title`. */
const SHORT_BEHIND = /^(.+?)(?:[-_.:/ ]| ?[([])([A-Za-z]{2})[)\]]?$/;
const SHORT_BEFORE = /^([A-Z]{2})_(.+)$/;

/** Languages (ISO 639-1) in which shops write; codes that mostly mean something else, such as "in" and "id", are left out. */
const LANGUAGES = new Set(
  'en de fr es it nl pt pl sv da nb fi cs sk hu ro bg hr sl el tr ru uk ja ko zh ar he et lv lt ca'.split(
    ' ',
  ),
);
/** Of the texts of a column with a language in its name those with letters: sizes by country are numbers. */
const WORDED = 0.8;

interface Localized {
  readonly stem: string;
  readonly locale: string;
  readonly column: RawColumn;
}

function localized(column: RawColumn): Localized | undefined {
  const full = FULL.exec(column.name);
  if (full !== null) return { stem: full[1], locale: full[2], column };
  const behind = SHORT_BEHIND.exec(column.name);
  const before = SHORT_BEFORE.exec(column.name);
  const [stem, locale] = behind !== null ? [behind[1], behind[2]] : [before?.[2], before?.[1]];
  if (stem === undefined || locale === undefined || !LANGUAGES.has(locale.toLowerCase())) return undefined;
  const worded = column.texts.filter((text) => /\p{L}/u.test(text)).length;
  return worded >= WORDED * column.texts.length ? { stem, locale: locale.toLowerCase(), column } : undefined;
}

/**
 * Marks translations. Of the columns that state one attribute in several languages, or for several channels, the fullest
 * speaks, and the others are translations of it.
 */
export function withTranslationsMarked(table: Table): Table {
  const found = table.columns.flatMap((column) =>
    column.writtenIn === undefined ? (localized(column) ?? []) : [],
  );
  const translations = new Map<RawColumn, string>();
  for (const group of Map.groupBy(found, ({ stem }) => stem.toLowerCase()).values()) {
    if (
      new Set(group.map(({ locale }) => locale)).size < 2 &&
      !group.every(({ column }) => FULL.test(column.name))
    )
      continue;
    if (group.length < 2) continue;
    const [fullest, ...others] = group
      .map(({ column }) => ({
        column,
        recorded: column.cell.reduce((count, text) => count + (text < 0 ? 0 : 1), 0),
      }))
      .sort((a, b) => b.recorded - a.recorded || (a.column.name < b.column.name ? -1 : 1));
    for (const { column } of others) translations.set(column, fullest.column.name);
  }
  if (translations.size === 0) return table;
  const columns = table.columns.map((column) => {
    const translationOf = translations.get(column);
    return translationOf === undefined ? column : { ...column, translationOf };
  });
  return { ...table, columns };
}
