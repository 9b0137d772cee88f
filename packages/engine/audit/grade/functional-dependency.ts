import type { Attribute } from '../../catalogue/types.ts';
import { countByCell } from '../../primitives/cell-counts.ts';
import {
  EARLY_EXIT_FRACTIONS,
  FALSE_DISCOVERY_RATE,
  FAMILYWISE_ERROR,
  FEWEST_IN_GROUP,
  FEWEST_NUMBERS,
  LEAST_AGREEMENT,
} from '../constants.ts';
import { chanceAgreement } from './chance-agreement.ts';
import { majorities } from './group-majority.ts';

export interface Derivation {
  readonly from: Attribute;
  readonly products: number;
  /** Per value of `from` the cell that it implies; -1 where it implies none. */
  readonly cellOfGroup: Int32Array;
}

/** Prices, feedback and the like agree with facts by accident: no brand follows from a price. */
const tellsNothing = ({ notRecordable }: Attribute): boolean =>
  notRecordable === 'price' ||
  notRecordable === 'feedback' ||
  notRecordable === 'merchandising' ||
  notRecordable === 'date' ||
  notRecordable === 'link';

/** Products with the same of many numbers agree by chance. */
const isMeasure = ({ kind, values }: Attribute): boolean =>
  (kind === 'number' || kind === 'date') && values.length >= FEWEST_NUMBERS;

/** The attributes that may imply values of another attribute. */
export function possibleSources(attribute: Attribute, all: readonly Attribute[]): Attribute[] {
  return all.filter(
    (other) =>
      other !== attribute &&
      (other.notQuestion === 'identifier' || (other.notQuestion === undefined && !tellsNothing(other))) &&
      !isMeasure(other),
  );
}

/**
 * The missing cells of one attribute that another attribute implies: an approximate functional dependency
 * (Kivinen and Mannila 1995) that holds in single groups. In a group of products with equal `from`, at least
 * five products have the attribute recorded and at least 95 % of those agree. More groups must agree than by
 * chance; undefined where none does.
 *
 * @param candidateCount number of attributes among which `from` was chosen: the more, the likelier one agrees
 * by chance
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
 * The attribute that implies most missing cells; the first one given wins a tie.
 *
 * @param candidateCount number of attributes among which the candidates were chosen
 * @param sizes group sizes by attribute, kept between calls
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
 * Per group the cell on which (almost) all its products agree; -1 where they disagree or too few are
 * recorded. Undefined where no group agrees.
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
  /** Probability that the group agrees if the attributes are independent. */
  readonly chance: number;
  readonly agrees: boolean;
}

/**
 * Accepts agreeing groups, those with the smallest chance probability first, as long as two bounds hold. Of
 * `G` groups considered, `O` agree and `E` (the sum of their chance probabilities) are expected to agree if
 * the attributes are independent. First bound: the false discovery rate `p·E/O` is at most 5 %, where `p ≤ (G
 * − O + 1) / (G − E)` estimates the share of independent groups (Storey 2002). Second bound: the probability
 * that so many agree by chance is at most 5 %, by the inequalities of Markov `E/O` and Chernoff `e^−(O
 * ln(O/E) − O + E)`, multiplied by the number of candidates (Bonferroni).
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

/** Products per cell of an attribute, among those with `from` recorded. */
function countsWhereRecorded({ cell, cells }: Attribute, from: Attribute): Int32Array {
  // Entry 0 counts gaps.
  const counts = new Int32Array(cells.length + 1);
  for (let product = 0; product < cell.length; product++)
    if (from.cell[product] >= 0) counts[cell[product] + 1]++;
  return counts.subarray(1);
}

/** Whether the first products, a random sample, already prove that no group agrees. */
function isRefutedBySample(
  attribute: Attribute,
  from: Attribute,
  sizes: Int32Array,
  candidateCount: number,
): boolean {
  const { votes, size } = majorities(attribute, from, candidateCount);
  for (let group = 0; group < sizes.length; group++) {
    if (sizes[group] < FEWEST_IN_GROUP) continue;
    // The vote gives the most frequent cell if it has a majority; otherwise no cell has more than half.
    const others = size[group] - Math.max(votes[group], size[group] / 2);
    if (others <= (1 - LEAST_AGREEMENT) * sizes[group]) return false;
  }
  return true;
}
