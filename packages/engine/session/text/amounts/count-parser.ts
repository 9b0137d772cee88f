import type { Language } from '../../../languages/language-pack.ts';
import type { Keywords } from '../../types.ts';
import { stem } from '../stemming.ts';
import { type Amount, amountOf, TIMES } from './quantity-parser.ts';

/** A column of whole numbers that counts what its name says: "core_count", "Number of ports". */
export interface CountedColumn {
  readonly attribute: string;
  /** What it counts, and the words before that in its name: "ports", and "hdmi". */
  readonly noun: string;
  readonly modifiers: readonly string[];
  /** Its numbers, ascending. */
  readonly counts: ArrayLike<number>;
}

/** A whole number before up to three words: "8 core", "6-core", "4 hdmi ports". */
const COUNT = /(?<![\p{L}\p{N}.,])(\d{1,4})[\s-]*((?:\p{L}{2,}[\s-]+){0,2}\p{L}{3,})/gu;
const WORD = /\p{L}+/gu;
/** More counts of one search are not looked at, nor a count that more columns may have. */
const MOST_COUNTS = 4;
const MOST_COLUMNS = 4;

/** What a column has of a count or a range, as a filter says it; `undefined` where it has nothing of it. */
function valueIn({ counts }: CountedColumn, { from, to }: Amount): string | undefined {
  const has = Array.from(counts).some((count) => from <= count && count <= to);
  if (!has) return undefined;
  if (to === Number.POSITIVE_INFINITY) return `>=${from}`;
  if (from === to) return `${from}`;
  return from === 0 ? `<=${to}` : `${from}-${to}`;
}

/**
 * What a search says of how many, where a column counts that: "8 core cpu", "4 ports or more". Where several columns count the
 * same, those whose other words the search has are meant.
 *
 * @param folded with `rest` of the same length
 */
export function readCounts(
  folded: string,
  columns: readonly CountedColumn[],
  language: Language,
  turnsAway: (word: string) => boolean,
): { readonly matched: Keywords['matched']; readonly rest: string } {
  const matched: Keywords['matched'][number][] = [];
  let rest = folded;
  if (columns.length === 0 || !/\d/.test(folded)) return { matched, rest };
  const stemOf = (word: string): string => stem(word, language);
  const said = new Set(folded.split(/[^\p{L}\p{N}]+/u).map(stemOf));
  /** Whether a search has all words that stand before the noun in the name of a column. */
  const isNamed = ({ modifiers }: CountedColumn): boolean =>
    modifiers.length > 0 && modifiers.every((modifier) => said.has(stemOf(modifier)));
  let looked = 0;
  for (const { 0: whole, 1: number, 2: behind, index } of folded.matchAll(COUNT)) {
    if (++looked > MOST_COUNTS) break;
    if (TIMES.test(folded.slice(0, index))) continue;
    const words = [...behind.matchAll(WORD)];
    const at = words.findIndex(([word], k) => {
      const before = new Set(words.slice(0, k).map(([each]) => stemOf(each)));
      return columns.some(
        ({ noun, modifiers }) =>
          stemOf(noun) === stemOf(word) &&
          [...before].every((each) => modifiers.some((m) => stemOf(m) === each)),
      );
    });
    if (at < 0) continue;
    const noun = words[at][0];
    const counting = columns.filter((column) => stemOf(column.noun) === stemOf(noun));
    const end = index + whole.length - behind.length + words[at].index + noun.length;
    const amount = amountOf(folded, { numbers: [Number(number)], start: index, end });
    const ahead = /(\S+)\s*$/u.exec(folded.slice(0, amount.start))?.[1];
    if (ahead !== undefined && turnsAway(ahead)) continue;
    const named = counting.filter(isNamed);
    const found = (named.length > 0 ? named : counting).flatMap((column) => {
      const value = valueIn(column, amount);
      return value === undefined ? [] : [{ attribute: column.attribute, value }];
    });
    if (found.length === 0 || found.length > MOST_COLUMNS) continue;
    const keyword = folded.slice(amount.start, amount.end).trim();
    matched.push(...found.map((each) => ({ keyword, ...each })));
    // As with measures, the words of a limit are none to look for; those of a count may stand in a title.
    if (!amount.exact) {
      rest = rest.slice(0, amount.start) + ' '.repeat(amount.end - amount.start) + rest.slice(amount.end);
    }
  }
  return { matched, rest };
}
