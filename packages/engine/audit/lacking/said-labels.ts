import { isContact } from '../../catalogue/columns/recordability.ts';
import { foldText } from '../../languages/fold-text.ts';
import { isCatchAll } from '../claims/one-value/catch-all.ts';
import { type Candidate, Sayings } from './candidate.ts';
import { FEWEST_SAYING } from './constants.ts';
import type { SourceTexts } from './source-texts.ts';

/** "Material: cotton": a label of one to four words, and a short value to the end of the line or sentence. */
const LABELLED =
  /(?:^|[\n•|;*]|[.!]\s|\s[-–]\s)[ \t]*(\p{L}[\p{L}\p{M} /'-]{1,28})\s?[:：][ \t]*([^\n•|;:]{1,60}?)(?=[.!]?(?:\s*$|\s*[\n•|;]|\.\s+\p{Lu}))/gmu;
const MOST_LABEL_WORDS = 4;
const MOST_VALUE_WORDS = 5;
/** Labels that are read in a column, and that are told. Set by hand. */
const MOST_LABELS = 2_000;
/** Least share of the values of a label that repeat, or are measures; set by hand. */
const LEAST_REPEATED = 0.5;
/** A label that hardly any text has is a sentence; share of the products. Set by hand. */
const LEAST_PRODUCTS = 0.02;

/** Facts with a label in descriptions: "Length: 99 cm", "Sole: rubber". */
export function saidWithLabels(source: SourceTexts): Candidate[] {
  const found = new Map<string, { readonly sayings: Sayings; readonly spellings: Map<string, number> }>();
  let read = 0;
  source.texts.forEach((text, product) => {
    if (text === undefined) return;
    if (!/[:：]/.test(text)) {
      read++;
      return;
    }
    read++;
    for (const match of text.matchAll(LABELLED)) {
      const [whole, label, value] = match;
      if (label.split(/\s+/).length > MOST_LABEL_WORDS || value.trim().split(/\s+/).length > MOST_VALUE_WORDS)
        continue;
      const key = foldText(label.trim());
      let group = found.get(key);
      if (group === undefined) {
        if (found.size >= MOST_LABELS) continue;
        group = { sayings: new Sayings(), spellings: new Map() };
        found.set(key, group);
      }
      const written = value.trim().replace(/[.,]$/, '');
      if (!/[\p{L}\p{N}]/u.test(written) || isCatchAll(written)) continue;
      group.spellings.set(label.trim(), (group.spellings.get(label.trim()) ?? 0) + 1);
      const start = match.index + whole.lastIndexOf(label);
      group.sayings.add(
        product,
        foldText(written),
        () => ({ label: written }),
        start,
        match.index + whole.length,
      );
    }
  });
  return [...found].flatMap(([key, { sayings, spellings }]) => {
    if (sayings.size < Math.max(FEWEST_SAYING, LEAST_PRODUCTS * read)) return [];
    if (!repeats(sayings)) return [];
    const [name] = [...spellings].sort(
      (left, right) => right[1] - left[1] || (left[0] < right[0] ? -1 : 1),
    )[0];
    return [
      {
        key: `label ${key}`,
        name,
        names: [key],
        from: source.column,
        values: sayings.values,
        sayings: sayings.sayings,
      },
    ];
  });
}

/**
 * Whether values repeat: those that never do are names and sentences. Numbers are values all the same, but for those of
 * telephones.
 */
function repeats({ values, sayings }: Sayings): boolean {
  const counts = new Int32Array(values.length);
  for (const { values: said } of sayings) for (const value of said) counts[value]++;
  let good = 0;
  for (const { values: said } of sayings) {
    const isFact = (value: number) => !isContact(values[value].label);
    if (said.some((value) => isFact(value) && (counts[value] > 1 || /^[~≈]?\d/.test(values[value].label))))
      good++;
  }
  return good >= LEAST_REPEATED * sayings.length;
}
