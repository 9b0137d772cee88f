import { EXCEPTIONS } from '../../constants.ts';
import type { ExportPair } from '../../verify/export-pairing.ts';
import { wordsOf } from '../copies/pieces.ts';
import type { ProductContext } from '../product-features.ts';

/**
 * Whether another column says the one new value of nearly all filled products, as its cell or at either end of its texts,
 * while it says the values of most other products not: the value was taken from there.
 *
 * @param others recorded products with other values
 */
export function standsElsewhere(
  { attributes }: ExportPair,
  index: number,
  touched: readonly number[],
  others: readonly number[],
  context: ProductContext,
): boolean {
  const { after } = attributes[index];
  const keys = context.keysOf(after);
  const text = (product: number) =>
    after.cells[after.cell[product]].flatMap((value) => wordsOf(after.values[value].label)).join(' ');
  return attributes.some(({ inAfter, before, after: later }, other) => {
    if (other === index) return false;
    const source = inAfter ? later : before;
    const sourceKeys = context.keysOf(source);
    const pieces = context.piecesOf(source);
    const says = (product: number) =>
      source.cell[product] >= 0 &&
      (keys[after.cell[product]] === sourceKeys[source.cell[product]] ||
        (pieces.areMany &&
          pieces
            .of(product)
            .some(({ words, levels }) =>
              [words[0], words.at(-1), levels[0], levels.at(-1)].includes(text(product)),
            )));
    return (
      touched.filter(says).length >= (1 - EXCEPTIONS) * touched.length &&
      others.filter(says).length < 0.5 * others.length
    );
  });
}
