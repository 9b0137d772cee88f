import { type CellChanges, cellChanges } from './cell-changes.ts';
import type { ExportPair, PairedAttribute } from './export-pairing.ts';
import { type PairedBits, pairedBits } from './paired-bits.ts';

/** One attribute with everything that was found out about its difference. */
export interface AttributeComparison {
  readonly attribute: PairedAttribute;
  readonly index: number;
  readonly cells: CellChanges;
  readonly bits: PairedBits;
}

/** Every attribute of a pair, in its order. `trust` (0 to 1) is that of new and changed cells. */
export function compareAttributes(pair: ExportPair, trust: number): AttributeComparison[] {
  return pair.attributes.map((attribute, index) => {
    const cells = cellChanges(attribute);
    return { attribute, index, cells, bits: pairedBits(pair, index, trust) };
  });
}
