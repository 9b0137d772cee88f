import { isLink, meanWords } from '../../catalogue/columns/askability.ts';
import { conceptsOf, headerWords } from '../../catalogue/columns/header-names.ts';
import { unitOf } from '../../catalogue/numbers/units.ts';
import type { Attribute } from '../../catalogue/types.ts';
import { foldText } from '../../languages/fold-text.ts';
import type { Candidate, CandidateValue, Saying } from './candidate.ts';
import {
  COMPARED_CANDIDATES,
  COMPARED_CELLS,
  COMPARED_PRODUCTS,
  FEWEST_COMPARED,
  FEWEST_SAYING,
  HELD_SHARE,
} from './constants.ts';
import type { SourceTexts } from './source-texts.ts';

/** Longer texts of other columns are prose, which says everything. */
const LONGEST_TEXT = 1_000;

/** Values of a column that tell what it holds. Set by hand. */
const SAMPLED_VALUES = 40;
/** Mean words from which on an operational column holds texts: titles for search engines. */
const PHRASE_WORDS = 4;
/** "color=Red,size=XL", "Colour: red | Size: XL". */
const PACKED = /^\s*[\p{L}\p{N} _-]{1,40}[=:]\s*[^=:]+[,;|\n]/u;

/**
 * Whether a column may hold facts: a question, a maker, or a text of packed attributes. Links, codes and further texts
 * repeat the words of the title, and hold nothing.
 */
function holdsFacts({ name, notQuestion, notRecordable, values }: Attribute): boolean {
  if (notRecordable === 'link' || notRecordable === 'text' || notRecordable === 'name') return false;
  if (notQuestion === 'operational')
    return meanWords(values.slice(0, SAMPLED_VALUES).map(({ label }) => label)) < PHRASE_WORDS;
  if (notQuestion !== 'identifier' && notQuestion !== 'text') return true;
  const concepts = conceptsOf(name);
  if (notQuestion === 'identifier' && (concepts.has('brand') || concepts.has('category'))) return true;
  const sample = values.slice(0, SAMPLED_VALUES).filter(({ label }) => !isLink(label));
  return (
    2 * sample.filter(({ label }) => PACKED.test(label)).length > Math.min(values.length, SAMPLED_VALUES)
  );
}

/** The columns of a shop beside its titles and descriptions, to tell whether they hold what a text says. */
export class OtherColumns {
  readonly #attributes: readonly Attribute[];
  readonly #words = new Map<Attribute, (ReadonlySet<string> | undefined)[]>();

  constructor(attributes: readonly Attribute[], sources: readonly SourceTexts[]) {
    const names = new Set(sources.map(({ column }) => column));
    this.#attributes = attributes.filter((attribute) => !names.has(attribute.name) && holdsFacts(attribute));
  }

  /** Sayings whose words no other column has of the same product: "Orange" may be its maker. */
  notHeld(candidate: Candidate): readonly Saying[] | undefined {
    const named = namesPattern(candidate);
    if (named !== undefined && this.#attributes.some(({ name }) => named.test(foldText(headerWords(name)))))
      return undefined;
    const most = Math.floor(COMPARED_CELLS / (COMPARED_CANDIDATES * Math.max(1, this.#attributes.length)));
    const compared = candidate.sayings.slice(0, Math.max(FEWEST_COMPARED, Math.min(COMPARED_PRODUCTS, most)));
    const held = new Set<Saying>();
    for (const attribute of this.#attributes) {
      if (attribute.name === candidate.from) continue;
      let both = 0;
      let same = 0;
      for (const saying of compared) {
        const cell = attribute.cell[saying.product];
        if (cell < 0) continue;
        both++;
        if (!this.#says(attribute, cell, candidate, saying)) continue;
        same++;
        held.add(saying);
      }
      if (same >= Math.min(FEWEST_SAYING, compared.length) && same >= HELD_SHARE * both) return undefined;
      if (isOfDimension(attribute, candidate) && 2 * both >= compared.length) return undefined;
    }
    if (held.size >= HELD_SHARE * compared.length) return undefined;
    return candidate.sayings.filter((saying) => !held.has(saying));
  }

  #says(attribute: Attribute, cell: number, { values }: Candidate, saying: Saying): boolean {
    return saying.values.some((value) =>
      values[value].inBase === undefined
        ? this.#saysWords(attribute, cell, values[value].label)
        : this.#saysNumber(attribute, cell, values[value]),
    );
  }

  #saysWords(attribute: Attribute, cell: number, label: string): boolean {
    const words = this.#wordsOf(attribute, cell);
    return foldText(label)
      .split(/[^\p{L}\p{M}\p{N}]+/u)
      .every((word) => words.has(word) || words.has(stem(word)));
  }

  #saysNumber(attribute: Attribute, cell: number, { written = [], inBase = [] }: CandidateValue): boolean {
    const size = attribute.unit === undefined ? undefined : unitOf(attribute.unit)?.size;
    for (const value of attribute.cells[cell]) {
      const { number } = attribute.values[value];
      if (number === undefined) continue;
      if (written.some((each) => near(each, number))) return true;
      if (size !== undefined && inBase.some((each) => near(each, number * size))) return true;
      // Nominal sizes are rounded.
      if (inBase.some((each) => [1, 1e-3, 1e3, 1e-2, 1e2].some((factor) => near(each, number * factor))))
        return true;
    }
    const words = this.#wordsOf(attribute, cell);
    return written.length > 0 && written.every((each) => words.has(`${each}`));
  }

  #wordsOf(attribute: Attribute, cell: number): ReadonlySet<string> {
    let known = this.#words.get(attribute);
    if (known === undefined) {
      known = [];
      this.#words.set(attribute, known);
    }
    const { cells, values } = attribute;
    known[cell] ??= new Set(
      cells[cell].flatMap((value) => {
        const { label } = values[value];
        if (label.length > LONGEST_TEXT) return [];
        const words = foldText(label).match(/\p{L}[\p{L}\p{M}]*|\p{N}+(?:\.\p{N}+)?/gu) ?? [];
        return words.flatMap((word) => [word, stem(word)]);
      }),
    );
    return known[cell];
  }
}

/** A word without an ending that inflects it; "men's" and "men" are one. */
const stem = (word: string): string => (word.length > 3 ? word.replace(/(?:es|en|s|e|a|o)$/, '') : word);

const near = (left: number, right: number): boolean => Math.abs(left - right) <= 0.011 * Math.abs(left);

/** The names of columns that are called as the fact is. */
function namesPattern({ names }: Candidate): RegExp | undefined {
  if (names.length === 0) return undefined;
  const words = names.map((name) => escaped(foldText(name))).join('|');
  return new RegExp(`(?:^|\\s)(?:${words})(?:s|n|en)?(?:\\s|$)`, 'u');
}

const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

/** A column of the same dimension; lengths are of many kinds. */
function isOfDimension({ unit }: Attribute, { dimension }: Candidate): boolean {
  return (
    unit !== undefined &&
    dimension !== undefined &&
    dimension !== 'length' &&
    unitOf(unit)?.dimension === dimension
  );
}
