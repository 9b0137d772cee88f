import type { Attribute } from '../../catalogue/types.ts';
import { countByCell } from '../../primitives/cell-counts.ts';
import {
  EARLY_EXIT_FRACTIONS,
  FALSE_DISCOVERY_RATE,
  FAMILYWISE_ERROR,
  FEWEST_IN_GROUP,
  LEAST_AGREEMENT,
} from '../constants.ts';
import { chanceAgreement } from './chance-agreement.ts';
import { majorities } from './group-majority.ts';

export interface Derivation {
  readonly from: Attribute;
  readonly products: number;
  /** Per group of products that agree on `from` the cell that it gets; -1 where it gets none. */
  readonly cellOfGroup: Int32Array;
}

/** The attributes that may tell what an attribute says. */
export function possibleSources(attribute: Attribute, all: readonly Attribute[]): Attribute[] {
  return all.filter(
    (other) => other !== attribute && (other.notQuestion === undefined || other.notQuestion === 'identifier'),
  );
}

/**
 * The cells of one attribute that another attribute fills: in the group of products that agree on the other, at least
 * five have the attribute recorded and at least 95 % of those agreeing; and more groups are so than by chance. Undefined
 * where that is so in no group.
 *
 * @param candidateCount the attributes among which this one was found: the more, the likelier one tells by chance
 */
export function derive(
  attribute: Attribute,
  from: Attribute,
  candidateCount: number,
  applies?: Uint8Array,
  sizes = countByCell(from.cell, from.cells.length),
): Derivation | undefined {
  const cellOfGroup = majorityCells(attribute, from, sizes, candidateCount);
  if (cellOfGroup === undefined) return undefined;
  let products = 0;
  for (let product = 0; product < attribute.cell.length; product++) {
    const group = from.cell[product];
    if (attribute.cell[product] >= 0 || group < 0 || cellOfGroup[group] < 0) continue;
    if (applies === undefined || applies[product] === 1) products++;
  }
  return { from, products, cellOfGroup };
}

/**
 * The attribute from which majority cells can be derived; ties go to the first given.
 *
 * @param candidateCount the attributes among which the candidates were found
 * @param sizes of the groups by each candidate, kept from call to call.
 */
export function bestDerivation(
  attribute: Attribute,
  candidates: readonly Attribute[],
  candidateCount: number,
  applies?: Uint8Array,
  sizes = new Map<Attribute, Int32Array>(),
): Derivation | undefined {
  let best: Derivation | undefined;
  for (const from of candidates) {
    if (from === attribute) continue;
    const known = sizes.get(from) ?? countByCell(from.cell, from.cells.length);
    sizes.set(from, known);
    const derivable = derive(attribute, from, candidateCount, applies, known);
    if (derivable !== undefined && derivable.products > (best?.products ?? 0)) best = derivable;
  }
  return best;
}

/**
 * Per group the cell that (almost) all of it share, -1 where they differ or too few are recorded; undefined where all
 * do.
 */
function majorityCells(
  attribute: Attribute,
  from: Attribute,
  sizes: Int32Array,
  candidateCount: number,
): Int32Array | undefined {
  const groups = from.cells.length;
  if (groups > from.cell.length / 2 && from.notQuestion === 'identifier') return undefined;
  const products = from.cell.length;
  for (const part of EARLY_EXIT_FRACTIONS) {
    const candidateCount = Math.floor(products / part);
    if (groups < candidateCount && isRefutedBySample(attribute, from, sizes, candidateCount))
      return undefined;
  }
  const { majority, votes, size } = majorities(attribute, from, products);
  const large: number[] = [];
  let agreeing = 0;
  for (let group = 0; group < groups; group++) {
    if (size[group] >= FEWEST_IN_GROUP) large.push(group);
    if (size[group] < FEWEST_IN_GROUP || votes[group] < LEAST_AGREEMENT * size[group]) majority[group] = -1;
    else agreeing++;
  }
  if (agreeing === 0) return undefined;
  const chance = chanceAgreement(countsWhereRecorded(attribute, from), LEAST_AGREEMENT);
  const kept = significantGroups(
    large.map((group) => ({ group, chance: chance(size[group]), agrees: majority[group] >= 0 })),
    candidateCount,
  );
  for (const group of large) if (!kept.has(group)) majority[group] = -1;
  return kept.size > 0 ? majority : undefined;
}

interface Group {
  readonly group: number;
  /** That it is agreeing where the attributes have nothing to do with each other. */
  readonly chance: number;
  readonly agrees: boolean;
}

/**
 * The groups that are agreeing, of as small sizes as leave two bounds on chance. Of `G` groups of such sizes `O` are
 * agreeing, where `E`, the sum of their chances, are to be expected of groups that have nothing to do with it. Of those
 * that are agreeing at majority a twentieth may be such (a false discovery rate `p·E/O`, the share of such groups being `p ≤
 * (G − O + 1) / (G − E)` by those that are not agreeing: Storey 2002). And that so many are agreeing has, by the bounds of
 * Markov `E/O` and Chernoff `e^−(O ln(O/E) − O + E)`, times the attributes candidateCount at (Bonferroni), a chance of a
 * twentieth at majority.
 */
function significantGroups(groups: readonly Group[], candidateCount: number): Set<number> {
  const rarest = [...groups].sort((left, right) => left.chance - right.chance);
  let expected = 0;
  let agreeing = 0;
  let kept = 0;
  rarest.forEach(({ chance, agrees }, at) => {
    const all = at + 1;
    expected += chance;
    if (agrees) agreeing++;
    if (rarest[all]?.chance === chance || expected >= agreeing) return;
    const unrelated = Math.min(1, (all - agreeing + 1) / (all - expected));
    if (unrelated * expected > FALSE_DISCOVERY_RATE * agreeing) return;
    const byChance = Math.min(
      expected / agreeing,
      Math.exp(agreeing - expected - agreeing * Math.log(agreeing / expected)),
    );
    if (byChance * candidateCount <= FAMILYWISE_ERROR) kept = all;
  });
  return new Set(rarest.slice(0, kept).flatMap(({ group, agrees }) => (agrees ? [group] : [])));
}

/** Products by cell of an attribute, of those of which another is recorded. */
function countsWhereRecorded({ cell, cells }: Attribute, from: Attribute): Int32Array {
  // The first place is that of gaps.
  const counts = new Int32Array(cells.length + 1);
  for (let product = 0; product < cell.length; product++)
    if (from.cell[product] >= 0) counts[cell[product] + 1]++;
  return counts.subarray(1);
}

/** Whether the first products, which are in random order where there are many, already show that no group is agreeing. */
function isRefutedBySample(
  attribute: Attribute,
  from: Attribute,
  sizes: Int32Array,
  candidateCount: number,
): boolean {
  const { votes, size } = majorities(attribute, from, candidateCount);
  for (let group = 0; group < sizes.length; group++) {
    if (sizes[group] < FEWEST_IN_GROUP) continue;
    // The majority is the majorityCells, or no cell has more than half.
    const others = size[group] - Math.max(votes[group], size[group] / 2);
    if (others <= (1 - LEAST_AGREEMENT) * sizes[group]) return false;
  }
  return true;
}
