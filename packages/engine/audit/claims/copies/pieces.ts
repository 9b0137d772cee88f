import type { Attribute } from '../../../catalogue/types.ts';
import { LONGEST_PATH, MOST_TEXTS, SAMPLED_LABELS, TEXT_END } from '../../constants.ts';

/** A text cut into the pieces that a lazy repair takes: words, and the levels of a path. */
export interface Pieces {
  readonly words: readonly string[];
  readonly levels: readonly string[];
}

/** The texts of each product in pieces. */
export class PiecesOf {
  readonly #attribute: Attribute;
  readonly #pieces = new Map<number, readonly Pieces[]>();

  /** Whether texts have several words or levels, so that a part of them is not the whole. */
  readonly areMany: boolean;

  constructor(attribute: Attribute) {
    this.#attribute = attribute;
    this.areMany = areTexts(attribute);
  }

  of(product: number): readonly Pieces[] {
    const { cell, cells, values } = this.#attribute;
    const own = cell[product];
    if (own < 0) return [];
    let pieces = this.#pieces.get(own);
    if (pieces === undefined) {
      pieces = cells[own].slice(0, MOST_TEXTS).map((value) => piecesOf(values[value].label));
      this.#pieces.set(own, pieces);
    }
    return pieces;
  }
}

function areTexts({ values, kind }: Attribute): boolean {
  if (kind === 'number' || kind === 'date' || kind === 'boolean') return false;
  const sample = values.slice(0, SAMPLED_LABELS);
  const several = sample.filter(({ label }) => wordsOf(label).length > 1).length;
  return sample.length > 1 && several >= sample.length / 2;
}

function piecesOf(label: string): Pieces {
  const levels = label.length > LONGEST_PATH ? [] : label.split(LEVELS);
  const isLong = label.length > 2 * TEXT_END;
  return {
    words: wordsOf(isLong ? `${label.slice(0, TEXT_END)} ${label.slice(-TEXT_END)}` : label),
    levels: levels.length > 1 ? levels.map((level) => wordsOf(level).join(' ')) : [],
  };
}

/** Words in lower case, and numbers. */
export function wordsOf(text: string): string[] {
  return text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
}

/** Between the levels of a path. */
const LEVELS = /\s*[>›»|]\s*|\s+\/\s+|(?<=\p{L})\/(?=\p{L})/u;
