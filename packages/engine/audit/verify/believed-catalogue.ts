import type { ExportPair } from './export-pairing.ts';

/** How the new cells of an attribute count. */
export interface Believed {
  /** Share of the new cells that is believed, 0 to 1. */
  readonly share: number;
  /** Whether the values are doubtful, so that any of them count as values drawn from the recorded ones. */
  readonly isDoubtful: boolean;
  /** Whether overwritten cells look damaged, so that they record nothing any more. */
  readonly isDamaged: boolean;
}

const WHOLE: Believed = { share: 1, isDoubtful: false, isDamaged: false };

/**
 * The pair without the new cells that are not believed: of each attribute a share of the new cells, in canonical
 * order a random sample, says what it said before.
 */
export function believedPair(
  pair: ExportPair,
  changes: ReadonlyMap<string, { readonly believed: Believed }>,
): ExportPair {
  return {
    ...pair,
    attributes: pair.attributes.map((attribute) => {
      const { before, after, inAfter } = attribute;
      const { share, isDoubtful, isDamaged } = changes.get(attribute.name)?.believed ?? WHOLE;
      if (!inAfter || (share >= 1 && !isDoubtful && !isDamaged)) return attribute;
      const recorded = before.cell.filter((own) => own >= 0);
      let seen = 0;
      const cell = after.cell.map((own, product) => {
        // A cleared cell is gone, whatever the others are worth.
        if (own === before.cell[product] || own < 0) return own;
        if (isDamaged && before.cell[product] >= 0) return -1;
        seen++;
        // The share of the cells seen so far, so that exactly that many are kept.
        const isKept = Math.floor(seen * share) > Math.floor((seen - 1) * share);
        if (!isKept) return before.cell[product];
        return isDoubtful && recorded.length > 0 ? recorded[seen % recorded.length] : own;
      });
      return { ...attribute, after: { ...after, cell } };
    }),
  };
}
