import { headerWords, optionConceptOf } from '../columns/header-names.ts';
import { shortened } from '../csv/parsed-file.ts';
import { ROW_JOINER } from '../csv/row-joiner.ts';
import { figure } from '../figures.ts';
import { isDayOfSomeYear, isDayOfYear } from '../numbers/dates.ts';
import { SHORTENED_NUMBER } from '../numbers/number-text.ts';
import type { RawColumn, Table, Warning } from '../types.ts';
import { mendMojibake } from './mojibake.ts';

/** Products, and columns, that a message names; set by hand. */
const NAMED = 3;

/** What was lost on the way into an export: letters, digits, sizes. It names the products and what to do. */
export function damageWarnings(table: Table): Warning[] {
  const columns = [...table.columns, columnOfIds(table)].map((column) => ({
    column,
    parts: partsOf(column),
  }));
  const kinds = [
    {
      code: 'mojibake',
      found: garbledTexts,
      says: 'was read in another encoding than it is written in',
      fix: 'Export it again as UTF-8, and say UTF-8 to every program that opens it.',
    },
    {
      code: 'shortened_numbers',
      found: shortenedNumbers,
      says: 'has numbers of which a spreadsheet kept the first digits only',
      fix: 'Export it again, and have the column read as text.',
    },
    {
      code: 'dates_of_sizes',
      found: datesOfSizes,
      says: 'has dates among its sizes, which a spreadsheet made of sizes such as 8-10',
      fix: 'Export it again with the column as text, or write the sizes into these cells.',
    },
  ];
  return kinds.flatMap(({ code, found, says, fix }) =>
    columns.flatMap(({ column, parts }): Warning[] => {
      const texts = found(parts, column.name);
      if (texts.size === 0) return [];
      const ids = productsWith(table, column, texts);
      const [text, meant] = [...texts].sort(([a], [b]) => (a < b ? -1 : 1))[0];
      const example =
        meant === undefined ? `"${shortened(text)}"` : `"${shortened(text)}" is "${shortened(meant)}"`;
      const message = `"${column.name}" ${says}: ${example}, in ${figure(ids.length)} of ${figure(table.ids.length)} products (${listed(ids)}). ${fix}`;
      return [{ code, message, field: column.name }];
    }),
  );
}

/** The ids as a column, which may be damaged like any other. */
const columnOfIds = ({ idColumn, ids }: Table): RawColumn => ({
  name: idColumn,
  texts: ids,
  cell: Int32Array.from(ids.keys()),
  placeholders: new Int32Array(),
});

/** Texts that are damaged, each with what it was, where that is known. */
type Damaged = ReadonlyMap<string, string | undefined>;

const partsOf = ({ texts }: RawColumn): readonly string[] =>
  texts.some((text) => text.includes(ROW_JOINER))
    ? [...new Set(texts.flatMap((text) => text.split(ROW_JOINER)))]
    : texts;

const unexplained = (texts: readonly string[]): Damaged => new Map(texts.map((text) => [text, undefined]));

/** Where most of what is not ASCII in a column decodes, it was encoded twice. */
function garbledTexts(parts: readonly string[]): Damaged {
  const found = new Map<string, string | undefined>();
  let balance = 0;
  for (const text of parts) {
    if (!/[^\0-\x7f]/.test(text)) continue;
    const { text: meant, garbled, sound } = mendMojibake(text);
    const lost = text.includes('\ufffd');
    balance += lost ? 1 : garbled - sound;
    if (garbled > 0) found.set(text, meant);
    else if (lost) found.set(text, undefined);
  }
  return balance > 0 ? found : new Map();
}

const shortenedNumbers = (parts: readonly string[]): Damaged =>
  unexplained(parts.filter((text) => SHORTENED_NUMBER.test(text)));

const SIZE = /^\d{1,4}(?:[.,]\d{1,3})?(?: ?[-\u2013/x\u00d7] ?\d{1,4}(?:[.,]\d{1,3})?){0,2}$/;

/** Dates in a column that is called a size; days without a year among numbers and ranges of any other, if those are more. */
function datesOfSizes(parts: readonly string[], name: string): Damaged {
  const isSize = optionConceptOf(headerWords(name)) === 'size';
  const dates = parts.filter((text) => isDayOfYear(text) || (isSize && isDayOfSomeYear(text)));
  if (dates.length === 0 || isSize) return unexplained(dates);
  return unexplained(parts.filter((text) => SIZE.test(text)).length > dates.length ? dates : []);
}

/** The ids of the products with one of these texts, in their own order. */
function productsWith({ ids }: Table, { cell, texts }: RawColumn, damaged: Damaged): string[] {
  const isDamaged = texts.map((text) => text.split(ROW_JOINER).some((part) => damaged.has(part)));
  return ids.filter((_, product) => isDamaged[cell[product]]).sort();
}

const listed = (ids: readonly string[]): string =>
  ids.length > NAMED ? `${ids.slice(0, NAMED).join(', ')} …` : ids.join(', ');
