import { plainText } from '../../../catalogue/texts/plain-text.ts';
import type { Attribute } from '../../../catalogue/types.ts';
import { foldText, wordsOf } from '../../../session/text/tokens.ts';
import type { Roles } from '../../types.ts';

/** Titles with at most this many words on average are names ("BESTÅ") that do not say what a product is. Set by hand. */
const WORDS_OF_NAMES = 1.5;
/** Mean words of a text up to which it says what a product is, rather than what it is like. Set by hand. */
const WORDS_OF_KINDS = 8;
/** Share of the products that must have such a text. Set by hand. */
const LEAST_FILLED = 0.9;

/** Mean over the products that have one. */
function meanWords({ cell: cellOf, cells, values }: Attribute): number {
  const wordsIn = cells.map((cell) => {
    const texts = cell.map((value) => plainText(values[value].label));
    return texts.reduce((sum, text) => sum + wordsOf(foldText(text)).length, 0);
  });
  let words = 0;
  let products = 0;
  for (const cell of cellOf) {
    if (cell < 0) continue;
    words += wordsIn[cell];
    products++;
  }
  return words / Math.max(1, products);
}

/**
 * The attribute that says what a product is called: its title, or where titles are bare names, the first short text
 * beside them, such as "Corner sofa, 4-seat" beside "VIMLE".
 */
export function namingAttribute(attributes: readonly Attribute[], roles: Roles): Attribute | undefined {
  const title = attributes.find(({ name }) => name === roles.title);
  if (title === undefined || meanWords(title) > WORDS_OF_NAMES) return title;
  const texts = attributes.filter(
    (attribute) =>
      attribute.kind === 'text' &&
      attribute !== title &&
      attribute.cell.reduce((filled, cell) => filled + (cell >= 0 ? 1 : 0), 0) >=
        LEAST_FILLED * attribute.cell.length &&
      meanWords(attribute) <= WORDS_OF_KINDS,
  );
  return texts[0] ?? title;
}
