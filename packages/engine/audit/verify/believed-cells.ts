import type { ExportPair } from './export-pairing.ts';

/** How the new cells of an attribute count. */
export interface Believed {
  /** Share of the new cells that is believed, 0 to 1. */
  readonly share: number;
  /** Whether overwritten cells look damaged, so that they record nothing any more. */
  readonly isDamaged: boolean;
}

/**
 * The pair as it counts. New cells of which nothing is believed are put back to the earlier value; overwritten cells that look
 * damaged are emptied. An attribute that is believed in part stays whole, and the headline scales what it gains.
 */
export function withoutDisbelievedCells(
  pair: ExportPair,
  changes: ReadonlyMap<string, { readonly believed: Believed }>,
): ExportPair {
  return {
    ...pair,
    attributes: pair.attributes.map((attribute) => {
      const { before, after, inAfter } = attribute;
      const believed = changes.get(attribute.name)?.believed;
      if (!inAfter || believed === undefined || (believed.share > 0 && !believed.isDamaged)) return attribute;
      const cell = after.cell.map((own, product) => {
        // A cleared cell is gone, whatever the others are worth.
        if (own === before.cell[product] || own < 0) return own;
        if (believed.isDamaged && before.cell[product] >= 0) return -1;
        return believed.share > 0 ? own : before.cell[product];
      });
      return { ...attribute, after: { ...after, cell } };
    }),
  };
}
