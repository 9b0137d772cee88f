import type { Attribute } from '../../catalogue/types.ts';
import { countByCell } from '../../primitives/cell-counts.ts';
import { COMPARED_CARRIERS, COMPARED_COLUMNS } from './constants.ts';

/** One column beside which spellings are compared: for each of its cells the share of the products that have it. */
interface Beside {
  readonly attribute: Attribute;
  readonly share: Float64Array;
}

/** Bounds of what one column says, in nats: columns repeat each other. Set by hand. */
const MOST_SAID = 1.5;

/** Whether the products with two values of one column are alike in the other columns. */
export class Alikeness {
  readonly #attributes: readonly Attribute[];
  #columns: readonly Beside[] | undefined;

  constructor(attributes: readonly Attribute[]) {
    this.#attributes = attributes;
  }

  /**
   * The log-odds that the `rare` products are of the same kind as the `usual` ones, in nats: the mean over the rare
   * products of how much more frequent their other values are among the usual products than among all, summed over the
   * columns. 0 where nothing is known.
   */
  between(of: Attribute, rare: readonly number[], usual: readonly number[]): number {
    let sum = 0;
    const some = rare.slice(0, COMPARED_CARRIERS);
    const many = usual.slice(0, COMPARED_CARRIERS);
    for (const { attribute, share } of this.#besides()) {
      if (attribute.name === of.name) continue;
      const counts = new Map<number, number>();
      let known = 0;
      for (const product of many) {
        const cell = attribute.cell[product];
        if (cell < 0) continue;
        known++;
        counts.set(cell, (counts.get(cell) ?? 0) + 1);
      }
      if (known === 0) continue;
      // Where many of their values are single ones, another new one says little (Good and Turing).
      const unseen = 1 + [...counts.values()].filter((count) => count === 1).length;
      let said = 0;
      let compared = 0;
      for (const product of some) {
        const cell = attribute.cell[product];
        if (cell < 0) continue;
        compared++;
        const expected = unseen * share[cell];
        said += Math.log(((counts.get(cell) ?? 0) + expected) / ((known + unseen) * share[cell]));
      }
      if (compared > 0) sum += Math.max(-MOST_SAID, Math.min(MOST_SAID, said / compared));
    }
    return sum;
  }

  #besides(): readonly Beside[] {
    this.#columns ??= this.#attributes
      .filter(({ kind, cells }) => kind !== 'identifier' && kind !== 'text' && cells.length > 1)
      .map((attribute): Beside & { readonly filled: number } => {
        const counts = countByCell(attribute.cell, attribute.cells.length);
        const filled = counts.reduce((sum, count) => sum + count, 0);
        return {
          attribute,
          filled,
          share: Float64Array.from(counts, (count) => count / Math.max(1, filled)),
        };
      })
      // Values that hardly ever repeat cannot be shared by products of one kind.
      .filter(({ attribute, filled }) => attribute.cells.length <= filled / 3)
      .sort(
        (left, right) => right.filled - left.filled || (left.attribute.name < right.attribute.name ? -1 : 1),
      )
      .slice(0, COMPARED_COLUMNS);
    return this.#columns;
  }
}
