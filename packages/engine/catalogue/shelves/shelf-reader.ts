import { DEFAULT_LANGUAGE } from '../../languages/index.ts';
import { levelsOf } from '../texts/category-levels.ts';
import { plainText } from '../texts/plain-text.ts';
import { deepest, NO_SHELF, type Reading } from './ambiguous-shelves.ts';
import { isNameIn } from './column-attributes.ts';
import { languagesOfShelves, type ShelfVocabulary, shelfVocabulary } from './shelf-vocabulary.ts';
import { commonShelf, isWithin, SHELVES } from './shelves.ts';

/** Characters that are read of a text. Set by hand. */
const READ_CHARACTERS = 160;
/** Texts of a source from which the language is told. Set by hand. */
const SAMPLED_TEXTS = 300;
/** Signs and words between the kinds that one level of a path holds. */
const SEVERAL = /[&,/+;]|\b(?:and|und|et|y|e|en|i)\b/;

/** Shelves by their numbers and paths in Google's taxonomy. */
const BY_NUMBER = new Map(
  SHELVES.flatMap(({ google = [] }, shelf) => google.map(({ id }): [string, number] => [`${id}`, shelf])),
);
const BY_PATH = new Map(
  SHELVES.flatMap(({ google = [] }, shelf) =>
    google.map(({ path }): [string, number] => [pathKey([path]), shelf]),
  ),
);

/** What a label of a column of categories says. */
export interface LabelReading {
  readonly shelves: Reading;
  /** Whether its last level says it: of "Clothing > Accessories" the first does, and things may stand beside that. */
  readonly isWhole: boolean;
}

/** Several paths of one label: "Women/Tops/Tees,Women/Sale". */
function pathsIn(label: string): readonly string[] {
  const parts = label.split(',').map((part) => part.trim());
  const [first] = parts.map((part) => /^[^/>|]+/.exec(part)?.[0]);
  return first !== undefined && parts.every((part) => part.startsWith(first)) ? parts : [label];
}

function pathKey(levels: readonly string[]): string {
  return levels.join(' > ').toLowerCase();
}

/** Reads which shelves texts name, in the likeliest language of a file, and in English. */
export class ShelfReader {
  readonly #languages: readonly ShelfVocabulary[];

  /**
   * The language is that in which most words of each source are names, and most columns have a name.
   *
   * @param sources texts of each column that may name shelves
   * @param columns names of columns
   */
  constructor(sources: readonly (readonly string[])[], columns: readonly string[] = []) {
    const samples = sources
      .filter(({ length }) => length > 0)
      .map((texts) => texts.slice(0, SAMPLED_TEXTS).map((text) => text.slice(-READ_CHARACTERS)));
    let best = DEFAULT_LANGUAGE;
    let most = 0;
    for (const language of languagesOfShelves()) {
      const names = shelfVocabulary(language);
      const said = samples.reduce(
        (sum, texts) => sum + texts.reduce((words, text) => words + names.in(text).words, 0) / texts.length,
        0,
      );
      if (said === 0) continue;
      const known = columns.filter((column) => isNameIn(column, language)).length;
      const score = said + known / Math.max(1, columns.length);
      if (score > most) {
        most = score;
        best = language;
      }
    }
    this.#languages = [...new Set([best, DEFAULT_LANGUAGE])].map(shelfVocabulary);
  }

  /** The shelves that a title or one level of a path names. */
  inText(text: string): Reading {
    const read = text.slice(0, READ_CHARACTERS);
    const [first, second] = this.#languages;
    const said = first.in(read).shelves;
    return said.length === 0 && second !== undefined ? second.in(read).shelves : said;
  }

  /**
   * The shelf of each label of a column of categories.
   *
   * @param isTaxonomy whether numbers are those of Google's taxonomy
   */
  inLabels(labels: readonly string[], isTaxonomy: boolean): readonly LabelReading[] {
    const texts = labels.map(plainText);
    const paths = levelsOf(texts);
    return texts.map((label, at) => {
      const numbered = isTaxonomy ? BY_NUMBER.get(label) : undefined;
      if (numbered !== undefined) return { shelves: [numbered], isWhole: true };
      const several = paths === undefined ? [] : pathsIn(label);
      if (several.length < 2) return this.#inPath(paths?.[at] ?? [label]);
      const read = several.map((path) => this.#inPath(levelsOf([path])?.[0] ?? [path]));
      return {
        shelves: deepest(read.map(({ shelves }) => shelves)),
        isWhole: read.some(({ isWhole }) => isWhole),
      };
    });
  }

  /** By the taxonomy, and by the last of its levels that names a shelf. */
  #inPath(levels: readonly string[]): LabelReading {
    let place: number | undefined;
    let length = levels.length;
    for (; length > 0 && place === undefined; length--) place = BY_PATH.get(pathKey(levels.slice(0, length)));
    const isTaxonomy = place !== undefined && length + 1 === levels.length;
    for (let level = levels.length - 1; level >= 0; level--) {
      const said = this.#inLevel(levels[level]).filter(
        (shelf) => place === undefined || isWithin(shelf, place) || isWithin(place, shelf),
      );
      if (said.length === 0) continue;
      const shelves = place === undefined ? said : deepest([[place], said]);
      return { shelves, isWhole: isTaxonomy || level === levels.length - 1 };
    }
    return { shelves: place === undefined ? NO_SHELF : [place], isWhole: isTaxonomy };
  }

  /** A level that names several things holds what they have in common: "Sofas & armchairs". */
  #inLevel(level: string): Reading {
    const whole = level.replaceAll(/[_-]/g, ' ');
    const parts = whole.split(SEVERAL).filter((part) => part.trim() !== '');
    if (parts.length < 2) return this.inText(whole);
    const said = parts.map((part) => this.inText(part)).filter(({ length }) => length > 0);
    const each = said.flatMap((shelves) => commonShelf(shelves) ?? []);
    const common = each.length < said.length ? undefined : commonShelf(each);
    return common === undefined ? NO_SHELF : [common];
  }
}
