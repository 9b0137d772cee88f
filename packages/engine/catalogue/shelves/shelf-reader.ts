import { DEFAULT_LANGUAGE } from '../../languages/index.ts';
import { levelsOf } from '../texts/category-levels.ts';
import { plainText } from '../texts/plain-text.ts';
import { languagesOfShelves, type ShelfNames, shelfNamesIn } from './shelf-names.ts';
import { deepest, NO_SHELF, type Reading } from './shelf-readings.ts';
import { commonShelf, isWithin, SHELVES } from './shelves.ts';

/** Characters that are read of a text. Set by hand. */
const READ_CHARACTERS = 160;
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

function pathKey(levels: readonly string[]): string {
  return levels.join(' > ').toLowerCase();
}

/** Reads which shelves texts name, in the language in which most of a sample do, and in English. */
export class ShelfReader {
  readonly #languages: readonly ShelfNames[];
  readonly #read = new Map<string, Reading>();

  constructor(sample: readonly string[]) {
    const texts = sample.map((text) => text.slice(-READ_CHARACTERS));
    let best = DEFAULT_LANGUAGE;
    let most = 0;
    for (const language of languagesOfShelves()) {
      const names = shelfNamesIn(language);
      const said = texts.filter((text) => names.in(text).length > 0).length;
      if (said > most) {
        most = said;
        best = language;
      }
    }
    this.#languages = [...new Set([best, DEFAULT_LANGUAGE])].map(shelfNamesIn);
  }

  /** The shelves that a title or one level of a path names. */
  inText(text: string): Reading {
    const read = text.slice(0, READ_CHARACTERS);
    let said = this.#read.get(read);
    if (said === undefined) {
      said = this.#languages.map((names) => names.in(read)).find(({ length }) => length > 0) ?? NO_SHELF;
      this.#read.set(read, said);
    }
    return said;
  }

  /**
   * The shelf of each label of a column of categories.
   *
   * @param isTaxonomy whether numbers are those of Google's taxonomy
   */
  inLabels(labels: readonly string[], isTaxonomy: boolean): readonly Reading[] {
    const texts = labels.map(plainText);
    const paths = levelsOf(texts);
    return texts.map((label, at) => {
      const numbered = isTaxonomy ? BY_NUMBER.get(label) : undefined;
      return numbered === undefined ? this.#inPath(paths?.[at] ?? [label]) : [numbered];
    });
  }

  /** By the taxonomy, and by the last of its levels that names a shelf. */
  #inPath(levels: readonly string[]): Reading {
    let place: number | undefined;
    for (let length = levels.length; length > 0 && place === undefined; length--)
      place = BY_PATH.get(pathKey(levels.slice(0, length)));
    for (let level = levels.length - 1; level >= 0; level--) {
      const said = this.#inLevel(levels[level]).filter(
        (shelf) => place === undefined || isWithin(shelf, place) || isWithin(place, shelf),
      );
      if (said.length > 0) return place === undefined ? said : deepest([[place], said]);
    }
    return place === undefined ? NO_SHELF : [place];
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
