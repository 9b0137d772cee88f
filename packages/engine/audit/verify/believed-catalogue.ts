import type { Attribute, Catalogue } from '../../catalogue/types.ts';
import type { ExportPair } from './export-pairing.ts';

/** Both exports on their common products, as catalogues of their own. */
export function commonCatalogues({ ids, attributes }: ExportPair): {
  readonly before: Catalogue;
  readonly after: Catalogue;
} {
  const side = (of: (pair: ExportPair['attributes'][number]) => Attribute | undefined): Catalogue => ({
    ids,
    attributes: attributes.flatMap((pair) => of(pair) ?? []),
    warnings: [],
  });
  return {
    before: side(({ inBefore, before }) => (inBefore ? before : undefined)),
    after: side(({ inAfter, after }) => (inAfter ? after : undefined)),
  };
}

/**
 * The later export without the cells that are not believed: of each claimed attribute a share of the new cells, in
 * canonical order a random sample, says what it said before.
 *
 * @param believed per name of a claimed attribute the share of its new cells that is believed, 0 to 1
 */
export function believedCatalogue(
  pair: ExportPair,
  after: Catalogue,
  believed: ReadonlyMap<string, number>,
): Catalogue {
  const earlier = new Map(pair.attributes.map(({ name, before }) => [name, before]));
  return {
    ...after,
    attributes: after.attributes.map((attribute) => {
      const share = believed.get(attribute.name) ?? 1;
      const before = earlier.get(attribute.name);
      if (share >= 1 || before === undefined) return attribute;
      let seen = 0;
      const cell = attribute.cell.map((own, product) => {
        if (own === before.cell[product]) return own;
        seen++;
        // The share of the cells seen so far, so that exactly that many are kept.
        return Math.floor(seen * share) > Math.floor((seen - 1) * share) ? own : before.cell[product];
      });
      return { ...attribute, cell };
    }),
  };
}
