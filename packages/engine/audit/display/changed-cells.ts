import type { Attribute, Catalogue } from '../../catalogue/types.ts';
import type { VerifyResult } from '../result.ts';
import type { PairedAttribute } from '../verify/export-pairing.ts';
import { shortened } from './shortened.ts';
import { titlesOf } from './titles.ts';

/** Changed cells that are shown of each attribute. Set by hand: enough to check by hand. */
const EXAMPLES = 10;

type Changes = Pick<VerifyResult['attributes'][number], 'examples'>;

/**
 * Shows the first cells that differ, with the values on both sides and the titles of the products. Pairs are in an order
 * by a hash of the ids, so that the first ones are a random sample.
 *
 * @param exports the exports, the one whose titles count first
 */
export function changedCells(
  ids: readonly string[],
  exports: readonly Catalogue[],
): (attribute: PairedAttribute) => Changes {
  const titles = exports.flatMap((each) => titlesOf(each) ?? []);
  const titleOf = (id: string) => titles.map((each) => each.of(id)).find((title) => title !== undefined);
  return ({ before, after }) => {
    const examples: NonNullable<Changes['examples']>[number][] = [];
    for (let product = 0; product < ids.length && examples.length < EXAMPLES; product++) {
      if (before.cell[product] === after.cell[product]) continue;
      const title = titleOf(ids[product]);
      const [earlier, later] = [textOf(before, product), textOf(after, product)];
      examples.push({
        id: ids[product],
        ...(title === undefined ? {} : { title }),
        ...(earlier === undefined ? {} : { before: earlier }),
        ...(later === undefined ? {} : { after: later }),
      });
    }
    return examples.length === 0 ? {} : { examples };
  };
}

function textOf({ cell, cells, values, separator = ' | ' }: Attribute, product: number): string | undefined {
  if (cell[product] < 0) return undefined;
  return shortened(cells[cell[product]].map((value) => values[value].label).join(separator), 60);
}
