import { hashesOf } from '../csv/distinct-texts.ts';
import { ROW_JOINER } from '../csv/row-joiner.ts';
import type { RawColumn } from '../types.ts';
import { attributeKey } from './attribute-key.ts';
import { type Entry, entriesOf, type PackStyle } from './forms/index.ts';
import { jsonStyleOf } from './forms/json-form.ts';
import { allMarkupEntries, hasMarkup } from './forms/markup-form.ts';
import type { DelimitedStyle, MarkupStyle } from './forms/pack-style.ts';
import { valueStyleOf } from './forms/value-form.ts';

/*
 * The cells alone tell whether a column holds several facts in each of them: they parse, with several entries a cell,
 * and their keys recur in other cells. All thresholds are set by hand, and were not swept. In 42 reads of the catalogues and
 * exports at hand they take no column of prose apart; see docs/design/catalogue.md.
 */

/** Distinct texts that decide; of more, those with the smallest hashes. */
const SAMPLE = 200;
/** Fewest distinct texts from which a form is recognised. */
const FEWEST_TEXTS = 2;
/** Of the cells of a pack those that parse, and those that hold at least two facts. */
const PARSED = 0.9;
const SEVERAL = 0.5;
/** Of the entries those whose key recurs in another cell, and those whose key stands once in its cell. */
const RECURRING = 0.8;
const ONCE = 0.75;
/** Words of a value, on average; prose with colons in it has more. */
const MOST_WORDS = 8;
/** Of a column of texts with markup those that hold entries. */
const WITH_ENTRIES = 0.05;

const SEPARATORS = ['|', '\n', ';', ',', '&', ' / '];

/** The forms in which the cells of a column hold several facts: one for packs, maybe several for texts with markup. */
export function packStylesOf(column: RawColumn): readonly PackStyle[] {
  if (column.texts.length < FEWEST_TEXTS) return [];
  const sample = sampleTexts(column);
  if (!mayBePacked(sample)) return [];
  if (sample.some(hasMarkup)) {
    const styles = markupStyles(sample);
    if (styles.length > 0) return styles;
  }
  const style = valueStyle(sample) ?? jsonStyle(sample) ?? delimitedStyle(sample);
  return style === undefined ? [] : [style];
}

/** Signs without which no cell holds several facts. Links have them too. */
const SIGNS = /[=:{[<]/;

function mayBePacked(sample: readonly string[]): boolean {
  let signed = 0;
  for (const text of sample) if (SIGNS.test(text) && !text.startsWith('http')) signed++;
  return signed >= WITH_ENTRIES * sample.length;
}

/**
 * About `SAMPLE` texts that represent a column, or all if there are no more, whatever their order; texts of several rows
 * taken apart.
 */
export function sampleTexts({ texts }: RawColumn): readonly string[] {
  let sample = samples.get(texts);
  if (sample === undefined) {
    sample = sampled(texts);
    samples.set(texts, sample);
  }
  return sample;
}

/** Several forms are looked for in one column, and hashing all of its texts costs most of it. */
const samples = new WeakMap<readonly string[], readonly string[]>();

function sampled(texts: readonly string[]): readonly string[] {
  if (texts.length <= 2 * SAMPLE) return takenApart(texts);
  const hashes = hashesOf(texts);
  const below = (SAMPLE / texts.length) * 4294967296;
  const chosen: string[] = [];
  for (let text = 0; text < texts.length; text++) if (hashes[text] >>> 0 < below) chosen.push(texts[text]);
  // Texts constructed to share their hashes are all left out.
  return takenApart(chosen.length < SAMPLE / 2 ? texts.slice(0, SAMPLE) : chosen);
}

const takenApart = (texts: readonly string[]): readonly string[] =>
  texts.some((text) => text.includes(ROW_JOINER)) ? texts.flatMap((text) => text.split(ROW_JOINER)) : texts;

/** The entries of the cells of a column, and what they have in common. */
interface Evidence {
  readonly parsed: number;
  readonly several: number;
  readonly entries: number;
  readonly recurring: number;
  readonly once: number;
  readonly words: number;
}

function evidenceOf(cells: readonly (readonly Entry[] | undefined)[]): Evidence {
  const cellsWith = new Map<string, number>();
  let parsed = 0;
  let several = 0;
  let entries = 0;
  let once = 0;
  let words = 0;
  for (const cell of cells) {
    if (cell === undefined || cell.length === 0) continue;
    parsed++;
    const keys = new Set(cell.map(({ key }) => attributeKey(key)));
    if (keys.size > 1) several++;
    entries += cell.length;
    once += keys.size;
    for (const key of keys) cellsWith.set(key, (cellsWith.get(key) ?? 0) + 1);
    for (const { value } of cell) words += value.split(/\s+/).length;
  }
  let recurring = 0;
  for (const count of cellsWith.values()) if (count > 1) recurring += count;
  return { parsed, several, entries, recurring, once, words };
}

function isPack(of: number, { parsed, several, entries, recurring, once, words }: Evidence): boolean {
  return (
    parsed >= PARSED * of &&
    several >= SEVERAL * parsed &&
    recurring >= RECURRING * once &&
    once >= ONCE * entries &&
    words <= MOST_WORDS * entries
  );
}

function valueStyle(sample: readonly string[]): PackStyle | undefined {
  if (!sample.some((text) => /^\s*[[{]/.test(text))) return undefined;
  const styles = sample.flatMap((text) => valueStyleOf(text) ?? []);
  const isMeasure = styles[0]?.measure !== undefined;
  const alike = styles.every(({ measure }) => (measure !== undefined) === isMeasure);
  return alike && styles.length >= PARSED * sample.length
    ? (styles.find(({ isPython }) => isPython) ?? styles[0])
    : undefined;
}

function jsonStyle(sample: readonly string[]): PackStyle | undefined {
  const styles = sample.map(jsonStyleOf);
  const first = styles.find((style) => style !== undefined);
  if (first === undefined) return undefined;
  const { parsed, recurring, once } = evidenceOf(sample.map((text) => entriesOf(text, first)));
  return parsed >= PARSED * sample.length && recurring >= RECURRING * once ? first : undefined;
}

function delimitedStyle(sample: readonly string[]): DelimitedStyle | undefined {
  let best: { readonly style: DelimitedStyle; readonly recurring: number } | undefined;
  for (const colon of ['=', ':']) {
    if (sample.filter((text) => text.includes(colon)).length < PARSED * sample.length) continue;
    for (const between of SEPARATORS) {
      if (sample.filter((text) => text.includes(between)).length < SEVERAL * PARSED * sample.length) continue;
      for (const beside of colon === ':' ? (['position', 'section', undefined] as const) : [undefined]) {
        const style: DelimitedStyle = {
          form: 'delimited',
          between,
          behindKey: colon,
          ...(beside && { beside }),
        };
        const cells = sample.map((text) => entriesOf(text, style));
        const evidence = evidenceOf(cells);
        if (!isPack(sample.length, evidence) || areLanguages(cells)) continue;
        if (best === undefined || evidence.recurring > best.recurring)
          best = { style, recurring: evidence.recurring };
        // Without what stands beside them, its entries would be read with it.
        break;
      }
    }
  }
  return best === undefined ? undefined : asWritten(best.style, sample);
}

/** Tags with the language in front, as in `en:organic,fr:bio`. */
const areLanguages = (cells: readonly (readonly Entry[] | undefined)[]): boolean => {
  const keys = cells.flatMap((cell) => cell?.map(({ key }) => key) ?? []);
  return keys.filter((key) => /^[a-z]{2}(?:[-_][A-Za-z]{2})?$/.test(key)).length > keys.length / 2;
};

/** The separators with the spaces that mostly surround them. */
function asWritten(style: DelimitedStyle, sample: readonly string[]): DelimitedStyle {
  const spaced = (sign: string): string => {
    if (sign.trim() !== sign || sign === '\n') return sign;
    const all = sample.reduce((count, text) => count + text.split(sign).length - 1, 0);
    const behind = sample.reduce((count, text) => count + text.split(`${sign} `).length - 1, 0);
    const around = sample.reduce((count, text) => count + text.split(` ${sign} `).length - 1, 0);
    return 2 * around > all ? ` ${sign} ` : 2 * behind > all ? `${sign} ` : sign;
  };
  return { ...style, between: spaced(style.between), behindKey: spaced(style.behindKey) };
}

function markupStyles(sample: readonly string[]): readonly MarkupStyle[] {
  const cells = sample.map(allMarkupEntries);
  return (['item', 'row', 'term', 'line'] as const).flatMap((as): MarkupStyle[] => {
    const own = cells.map((entries) => entries.filter((entry) => entry.as === as));
    const { parsed, recurring, once } = evidenceOf(own);
    const isListed = parsed >= WITH_ENTRIES * sample.length && parsed > 1 && 2 * recurring >= once;
    return isListed ? [{ form: 'markup', as }] : [];
  });
}
