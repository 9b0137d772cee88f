import type { ExportPair } from './export-pairing.ts';

/** How the new cells of a claimed attribute count. */
export interface Believed {
  /** Share of the new cells that is believed, 0 to 1. */
  readonly share: number;
  /** Whether nothing tells the values, so that any of them count as values drawn from the recorded ones. */
  readonly isUntold: boolean;
}

/**
 * The pair without the new cells that are not believed: of each claimed attribute a share of the new cells, in canonical
 * order a random sample, says what it said before.
 */
export function believedPair(pair: ExportPair, believed: ReadonlyMap<string, Believed>): ExportPair {
  return {
    ...pair,
    attributes: pair.attributes.map((attribute) => {
      const { before, after, inAfter } = attribute;
      const { share, isUntold } = believed.get(attribute.name) ?? { share: 1, isUntold: false };
      if (!inAfter || (share >= 1 && !isUntold)) return attribute;
      const recorded = before.cell.filter((own) => own >= 0);
      let seen = 0;
      const cell = after.cell.map((own, product) => {
        if (own === before.cell[product]) return own;
        seen++;
        // The share of the cells seen so far, so that exactly that many are kept.
        const isKept = Math.floor(seen * share) > Math.floor((seen - 1) * share);
        if (!isKept || own < 0) return isKept ? own : before.cell[product];
        return isUntold && recorded.length > 0 ? recorded[seen % recorded.length] : own;
      });
      return { ...attribute, after: { ...after, cell } };
    }),
  };
}
