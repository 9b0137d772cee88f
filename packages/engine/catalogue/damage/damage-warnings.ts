import { headerWords, optionConceptOf } from '../columns/header-names.ts';
import { hashesOf, isUnusual } from '../csv/distinct-texts.ts';
import { shortened } from '../csv/parsed-file.ts';
import { ROW_JOINER } from '../csv/row-joiner.ts';
import { figure } from '../figures.ts';
import { isDayOfSomeYear, isDayOfYear } from '../numbers/dates.ts';
import { SHORTENED_NUMBER } from '../numbers/number-text.ts';
import type { RawColumn, Table, Warning } from '../types.ts';
import { mendMojibake } from './mojibake.ts';

/** Products, and columns, that a message names; set by hand. */
const NAMED = 3;

/** Texts that are damaged, each with what it was, where that is known. */
type Damaged = ReadonlyMap<string, string | undefined>;

/** The distinct texts of a column, in whatever order, with their hashes. */
export interface ColumnTexts {
  readonly name: string;
  readonly parts: readonly string[];
  readonly partHashes: Int32Array;
}

const KINDS = [
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
] as const;

/** What was lost on the way into exports that are read alike: letters, digits, sizes. It names the products and what to do. */
export function damageWarnings(tables: readonly Table[], columns: readonly ColumnTexts[]): Warning[][] {
  const damaged = columns.map((column) => KINDS.map(({ found }) => found(column)));
  return tables.map((table) => {
    const { idColumn: name, ids } = table;
    const own = KINDS.map(({ found }) => found({ name, parts: ids, partHashes: hashesOf(ids) }));
    return KINDS.flatMap((kind, k) => [
      ...table.columns.flatMap((column) => {
        const texts = damaged[columns.findIndex(({ name }) => name === column.name)]?.[k];
        if (texts === undefined || texts.size === 0) return [];
        const own = ownOf(column, texts);
        return warned(kind, table, column.name, own, productsWith(table, column, own));
      }),
      ...warned(kind, table, name, own[k], [...own[k].keys()].sort()),
    ]);
  });
}

function warned(
  { code, says, fix }: (typeof KINDS)[number],
  { ids }: Table,
  field: string,
  texts: Damaged,
  products: readonly string[],
): Warning[] {
  if (products.length === 0) return [];
  const [text, meant] = [...texts].sort(([a], [b]) => (a < b ? -1 : 1))[0];
  const example =
    meant === undefined ? `"${shortened(text)}"` : `"${shortened(text)}" is "${shortened(meant)}"`;
  const message = `"${field}" ${says}: ${example}, in ${figure(products.length)} of ${figure(ids.length)} products (${listed(products)}). ${fix}`;
  return [{ code, message, field }];
}

const unexplained = (texts: readonly string[]): Damaged => new Map(texts.map((text) => [text, undefined]));

/** Where most of what is not ASCII in a column decodes, it was encoded twice. */
function garbledTexts({ parts, partHashes }: ColumnTexts): Damaged {
  const found = new Map<string, string | undefined>();
  let balance = 0;
  parts.forEach((text, part) => {
    if (!isUnusual(partHashes[part]) || !/[^\0-\x7f]/.test(text)) return;
    const { text: meant, garbled, sound } = mendMojibake(text);
    const lost = text.includes('\ufffd');
    balance += lost ? 1 : garbled - sound;
    if (garbled > 0) found.set(text, meant);
    else if (lost) found.set(text, undefined);
  });
  return balance > 0 ? found : new Map();
}

const LONGEST_NUMBER = 20;

function shortenedNumbers({ parts }: ColumnTexts): Damaged {
  return unexplained(parts.filter((text) => text.length <= LONGEST_NUMBER && SHORTENED_NUMBER.test(text)));
}

const SIZE = /^\d{1,4}(?:[.,]\d{1,3})?(?: ?[-\u2013/x\u00d7] ?\d{1,4}(?:[.,]\d{1,3})?){0,2}$/;

/** Dates in a column that is called a size; days without a year among numbers and ranges of any other, if those are more. */
function datesOfSizes({ name, parts }: ColumnTexts): Damaged {
  const isSize = optionConceptOf(headerWords(name)) === 'size';
  const dates = parts.filter((text) => isDayOfYear(text) || (isSize && isDayOfSomeYear(text)));
  if (dates.length === 0 || isSize) return unexplained(dates);
  return unexplained(parts.filter((text) => SIZE.test(text)).length > dates.length ? dates : []);
}

/** The ids of the products with one of these texts, in their own order. */
/** Of the texts of all tables those of one. */
function ownOf({ texts }: RawColumn, damaged: Damaged): Damaged {
  const parts = new Set(texts.flatMap((text) => text.split(ROW_JOINER)));
  return new Map([...damaged].filter(([text]) => parts.has(text)));
}

function productsWith({ ids }: Table, { cell, texts }: RawColumn, damaged: Damaged): string[] {
  const isDamaged = texts.map((text) => text.split(ROW_JOINER).some((part) => damaged.has(part)));
  return ids.filter((_, product) => isDamaged[cell[product]]).sort();
}

const listed = (ids: readonly string[]): string =>
  ids.length > NAMED ? `${ids.slice(0, NAMED).join(', ')} …` : ids.join(', ');
