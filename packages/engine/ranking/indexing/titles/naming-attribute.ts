import type { Attribute } from '../../../catalogue/types.ts';
import type { Roles } from '../../types.ts';

/** Mean words of titles up to which they are names, such as "BESTÅ", that do not say what a product is. Set by hand. */
const WORDS_OF_NAMES = 1.5;
/** Mean words of a text up to which it says what a product is, rather than what it is like. Set by hand. */
const WORDS_OF_KINDS = 8;
/** Share of the products that must have such a text. Set by hand. */
const LEAST_FILLED = 0.9;

const meanWords = ({ cells, values }: Attribute): number => {
  let words = 0;
  for (const cell of cells) {
    for (const value of cell) words += values[value].label.split(/\s+/).filter(Boolean).length;
  }
  return words / Math.max(1, cells.length);
};

/**
 * The attribute that says what a product is called: its title, or where titles are bare names, the short text beside
 * them, such as "Corner sofa, 4-seat" beside "VIMLE".
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
