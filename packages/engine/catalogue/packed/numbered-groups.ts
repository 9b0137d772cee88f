import { isNameOfFact, optionConceptOf, wordsOf } from '../columns/header-names.ts';
import { isAffirmed, isDenied } from '../columns/type-inference.ts';
import { ROW_JOINER } from '../csv/row-joiner.ts';
import type { RawColumn } from '../types.ts';
import type { Slot } from './pair-names.ts';

/*
 * Pairs of a name and a value in a language that no pack has: told by the structure of numbered columns. Shop systems write
 * the name, the value and some flags of each attribute side by side (`Název vlastnosti 1`, `Hodnota vlastnosti 1`,
 * `Vlastnost 1 viditelná`).
 */

/** Of the values those that stand beside a name, and of the names those beside a value; set by hand. */
const NAMED = 0.98;
const VALUED = 0.5;
/** Words of a name, and characters; set by hand. */
const MAX_WORDS = 5;
const MAX_CHARACTERS = 60;

/** The columns of one place in all numbers: `Hodnota vlastnosti #`. */
interface Place {
  readonly words: readonly string[];
  readonly columns: ReadonlyMap<string, RawColumn>;
}

/** The pairs among numbered columns, by what stands in them. */
export function slotsByStructure(columns: readonly RawColumn[]): Slot[] {
  const places = placesOf(columns).filter((place) => textsOf(place).length > 0);
  const groups = Map.groupBy(places, (place) => [...place.columns.keys()].sort().join(' '));
  return [...groups.values()].flatMap((group) => {
    const flags = group.filter(isFlag);
    const facts = group.filter((place) => !flags.includes(place));
    const pair = facts
      .flatMap((name) => facts.map((value) => ({ name, value })))
      .find(({ name, value }) => name !== value && areNameAndValue(name, value, flags.length > 0));
    if (pair === undefined) return [];
    return [...pair.name.columns].map(([number, name]) => ({ name, value: pair.value.columns.get(number)! }));
  });
}

function placesOf(columns: readonly RawColumn[]): Place[] {
  const found = new Map<string, { words: readonly string[]; columns: Map<string, RawColumn> }>();
  for (const column of columns) {
    const words = wordsOf(column.name).split(' ');
    const at = words.findIndex((word) => /^\d+$/.test(word));
    if (at < 0) continue;
    const key = words.with(at, '#').join(' ');
    const own = found.get(key) ?? { words: words.toSpliced(at, 1), columns: new Map<string, RawColumn>() };
    found.set(key, own);
    own.columns.set(words[at], column);
  }
  return [...found.values()];
}

const textsOf = ({ columns }: Place): string[] => [
  ...new Set([...columns.values()].flatMap(({ texts }) => texts.flatMap((text) => text.split(ROW_JOINER)))),
];

/** Whether a place says yes or no, or nothing: whether an attribute is shown, or is one of the whole shop. */
const isFlag = (place: Place): boolean => textsOf(place).every((text) => isAffirmed(text) || isDenied(text));

function areNameAndValue(name: Place, value: Place, areFlagged: boolean): boolean {
  if (!name.words.some((word) => value.words.includes(word))) return false;
  const names = textsOf(name);
  const values = new Set(textsOf(value));
  if (
    names.length === 0 ||
    names.length > values.size ||
    names.some((text) => !mayName(text) || values.has(text))
  )
    return false;
  // Levels of categories stand side by side like names and values: flags, or a name that is known, tell them apart.
  if (
    !areFlagged &&
    !names.some((text) => isNameOfFact(text) || optionConceptOf(wordsOf(text)) !== undefined)
  )
    return false;
  let named = 0;
  let valued = 0;
  let both = 0;
  for (const [number, column] of name.columns) {
    const beside = value.columns.get(number)!.cell;
    column.cell.forEach((text, product) => {
      if (text >= 0) named++;
      if (beside[product] >= 0) valued++;
      if (text >= 0 && beside[product] >= 0) both++;
    });
  }
  return both >= NAMED * valued && both >= VALUED * named;
}

const mayName = (text: string): boolean =>
  text.length <= MAX_CHARACTERS && /\p{L}/u.test(text) && text.split(/\s+/).length <= MAX_WORDS;
