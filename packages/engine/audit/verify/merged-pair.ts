import type { Attribute } from '../../catalogue/types.ts';
import { mergedPairs, type RepeatedPair } from '../repeats/merged-columns.ts';
import { fullest, repeatedPairs } from '../repeats/repeated-columns.ts';
import { type ExportPair, type PairedAttribute, recordedInEither } from './export-pairing.ts';

/**
 * Both exports with the columns that hold one fact merged, as an audit merges them. It is decided once for both, on what
 * either records and on the earlier export: a repair does not turn two questions into one, nor one into two, and an export
 * beside itself is merged as in an audit.
 *
 * @returns the merged pair, in which repeats stand in neither export and each side has the name that an audit of it
 * keeps; and per attribute that has repeats their indices
 */
export function withPairMerged(pair: ExportPair): {
  readonly pair: ExportPair;
  readonly repeats: ReadonlyMap<number, readonly number[]>;
} {
  const repeated = joined(
    repeatedPairs(pair.attributes.map(({ before }) => before)),
    repeatedPairs(pair.attributes.map(({ before, after }) => recordedInEither(before, after))),
  );
  if (repeated.length === 0) return { pair, repeats: new Map() };
  // One column of twice the products, so that both sides share values and cells after it, too.
  const { attributes } = mergedPairs(
    pair.attributes.map(({ before, after }) => stacked(before, after)),
    repeated,
  );
  const members = Map.groupBy(repeated, ({ kept }) => kept);
  const areRepeats = new Set(repeated.map(({ repeat }) => repeat));
  const products = pair.ids.length;
  const merged = (own: PairedAttribute, index: number): PairedAttribute => {
    const group = [own, ...(members.get(index) ?? []).map(({ repeat }) => pair.attributes[repeat])];
    const { cell } = attributes[index];
    const side = (of: 'before' | 'after', from: number): Attribute => ({
      ...attributes[index],
      name: fullest(group.map((each) => each[of])).name,
      cell: cell.slice(from, from + products),
    });
    return {
      ...own,
      inBefore: group.some(({ inBefore }) => inBefore),
      inAfter: group.some(({ inAfter }) => inAfter),
      before: side('before', 0),
      after: side('after', products),
    };
  };
  return {
    pair: {
      ...pair,
      attributes: pair.attributes.map((own, index) =>
        areRepeats.has(index) ? { ...own, inBefore: false, inAfter: false } : merged(own, index),
      ),
    },
    repeats: new Map([...members].map(([kept, own]) => [kept, own.map(({ repeat }) => repeat)])),
  };
}

/** All pairs of both lists, of which no column that is kept repeats another one. */
function joined(first: readonly RepeatedPair[], second: readonly RepeatedPair[]): RepeatedPair[] {
  const keptOf = new Map<number, RepeatedPair>();
  const kept = new Set<number>();
  for (const pair of [...first, ...second]) {
    const of = keptOf.get(pair.kept);
    const own = of === undefined ? pair : { ...pair, kept: of.kept, ratio: pair.ratio * of.ratio };
    if (own.repeat === own.kept || keptOf.has(own.repeat) || kept.has(own.repeat)) continue;
    keptOf.set(own.repeat, own);
    kept.add(own.kept);
  }
  return [...keptOf.values()];
}

function stacked(before: Attribute, after: Attribute): Attribute {
  const cell = new Int32Array(before.cell.length + after.cell.length);
  cell.set(before.cell);
  cell.set(after.cell, before.cell.length);
  return { ...before, cell };
}
