import { type CellChanges, cellChanges } from './cell-changes.ts';
import type { ExportPair, PairedAttribute } from './export-pairing.ts';
import { type PairedBits, pairedBits } from './paired-bits.ts';

/** One attribute with its changes and its bits. */
export interface AttributeComparison {
  readonly attribute: PairedAttribute;
  readonly index: number;
  readonly cells: CellChanges;
  readonly bits: PairedBits;
}

/**
 * Compares every attribute of a pair, in the order of the pair. `trust` (0 to 1) applies to new and changed
 * cells.
 */
export function compareAttributes(pair: ExportPair, trust: number): AttributeComparison[] {
  return pair.attributes.map((attribute, index) => {
    const cells = cellChanges(attribute);
    return { attribute, index, cells, bits: pairedBits(pair, index, trust) };
  });
}
