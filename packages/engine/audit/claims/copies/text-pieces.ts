import type { Attribute } from '../../../catalogue/types.ts';
import {
  COPY_EARLY_EXIT,
  FEWEST_COMPARED_BEGINNINGS,
  LEAST_KAPPA,
  MOST_PIECES_COMPARED,
  PARTIAL_COPY,
} from '../../constants.ts';
import { percent } from '../../message-format.ts';
import type { ExportPair } from '../../verify/export-pairing.ts';
import type { ProductContext } from '../product-features.ts';
import { comparedCells } from '../work-budget.ts';
import { type Agreement, type Copy, exceedsEarlier, recordedProducts } from './agreement.ts';
import { type Pieces, type PiecesOf, wordsOf } from './pieces.ts';

interface Rule {
  readonly piece: string;
  readonly holds: (pieces: Pieces, value: string, words: number) => boolean;
}

const RULES: readonly Rule[] = [
  { piece: 'last level', holds: ({ levels }, value) => levels.length > 1 && levels.at(-1) === value },
  { piece: 'first level', holds: ({ levels }, value) => levels.length > 1 && levels[0] === value },
  { piece: 'last level but one', holds: ({ levels }, value) => levels.length > 2 && levels.at(-2) === value },
  { piece: 'second level', holds: ({ levels }, value) => levels.length > 2 && levels[1] === value },
  { piece: 'beginning', holds: ({ words }, value, n) => n < words.length && at(words, 0, n) === value },
  { piece: 'end', holds: ({ words }, value, n) => n < words.length && at(words, -n) === value },
  { piece: 'first word', holds: ({ words }, value) => words.length > 1 && words[0] === value },
  { piece: 'last word', holds: ({ words }, value) => words.length > 1 && words.at(-1) === value },
  { piece: 'second word', holds: ({ words }, value) => words.length > 2 && words[1] === value },
  { piece: 'last word but one', holds: ({ words }, value) => words.length > 2 && words.at(-2) === value },
];

/**
 * Cells that repeat the same piece of titles, descriptions or category paths although the recorded cells do not: the
 * first word of each title as its brand, the last level of each path as its type.
 *
 * @param gaps cells that were missing. A repair that fills only the products whose texts name a value repeats texts
 * more often than recorded cells do, but not more often of all gaps.
 */
export function copiedPiece(
  pair: ExportPair,
  index: number,
  all: readonly number[],
  gaps: number,
  claims: number,
  context: ProductContext,
): Copy | undefined {
  const most = Math.min(MOST_PIECES_COMPARED, comparedCells(claims, pair.attributes.length));
  const touched = all.slice(0, most);
  const { before, after } = pair.attributes[index];
  const recorded = recordedProducts(before).slice(0, most);
  if (recorded.length < FEWEST_COMPARED_BEGINNINGS) return undefined;
  const filledShare = Math.min(1, all.length / Math.max(1, gaps));
  const values = new ValuesOf(after);
  const earlierValues = new ValuesOf(before);
  for (const [other, { name, after: text }] of pair.attributes.entries()) {
    if (other === index) continue;
    const pieces = context.piecesOf(text);
    if (!pieces.areMany) continue;
    for (const { piece, holds } of RULES) {
      const now = share(touched, values, pieces, holds, { least: PARTIAL_COPY });
      if (now.share < PARTIAL_COPY || now.compared < 0.8 * touched.length) continue;
      const earlier = share(recorded, earlierValues, pieces, holds);
      if (earlier.compared < FEWEST_COMPARED_BEGINNINGS) continue;
      const ofGaps = { compared: now.compared, share: now.share * filledShare };
      if (ofGaps.share - earlier.share < PARTIAL_COPY || !exceedsEarlier(ofGaps, earlier)) continue;
      const chance = share(touched, values, pieces, holds, { shift: Math.ceil(touched.length / 2) });
      const least = now.share >= 0.9 ? LEAST_KAPPA * (1 - chance.share) : PARTIAL_COPY;
      if (now.share - chance.share < least || chance.share === 1) continue;
      return {
        message:
          `The new cells repeat the ${piece} of "${name}" in ${percent(now.share)} of the products; ` +
          `the recorded ones do in ${percent(earlier.share)}.`,
        believed: (1 - now.share) / (1 - earlier.share),
      };
    }
  }
  return undefined;
}

/**
 * @param shift compares each text with the value of the product so many places further on
 * @param least share of the products that must agree; the comparison stops once this is out of reach
 */
function share(
  products: readonly number[],
  values: ValuesOf,
  pieces: PiecesOf,
  holds: Rule['holds'],
  { shift = 0, least = 0 } = {},
): Agreement {
  let compared = 0;
  let alike = 0;
  for (let at = 0; at < products.length; at++) {
    const own = values.of(products[(at + shift) % products.length]);
    const texts = pieces.of(products[at]);
    if (own === undefined || texts.length === 0) continue;
    compared++;
    if (texts.some((each) => holds(each, own.text, own.words))) alike++;
    else if (compared >= COPY_EARLY_EXIT && alike < 0.5 * least * compared) break;
  }
  return { compared, share: compared === 0 ? 0 : alike / compared };
}

/** The single value of each cell as folded words; undefined for gaps and lists. */
class ValuesOf {
  readonly #attribute: Attribute;
  readonly #folded = new Map<number, { readonly text: string; readonly words: number } | undefined>();

  constructor(attribute: Attribute) {
    this.#attribute = attribute;
  }

  of(product: number): { readonly text: string; readonly words: number } | undefined {
    const { cell, cells, values } = this.#attribute;
    const own = cell[product];
    if (own < 0) return undefined;
    if (!this.#folded.has(own)) {
      const words = cells[own].flatMap((value) => wordsOf(values[value].label));
      this.#folded.set(own, words.length === 0 ? undefined : { text: words.join(' '), words: words.length });
    }
    return this.#folded.get(own);
  }
}

function at(words: readonly string[], from: number, count?: number): string {
  return words.slice(from, count).join(' ');
}
