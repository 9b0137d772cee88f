import type { Attribute } from '../../catalogue/types.ts';
import { productsByCell } from '../../information/index.ts';
import { alikeByChance } from './chance-agreement.ts';

/** In its group at least so many products have a value … */
const FEWEST_IN_GROUP = 5;
/** … and at least this share of them the same. */
const ALIKE = 0.95;
/**
 * Of the groups from which cells are derived, the share that would be alike if neither attribute told of the other, at
 * most.
 */
const ALIKE_BY_CHANCE = 0.05;
/** Chance that anything is derived where no attribute tells of the one that is missing, at most. */
const DERIVED_BY_CHANCE = 0.05;
/**
 * One in so many products is looked at before all are: the first few show it of what has nothing to do with each other.
 */
const LOOKED_AT_FIRST = [12, 3];

export interface Derivable {
  readonly from: Attribute;
  readonly products: number;
  /** Per group of products that agree on `from` the cell that it gets; -1 where it gets none. */
  readonly ofGroup: Int32Array;
}

/** The attributes that may tell what an attribute says. */
export function sourcesOf(attribute: Attribute, all: readonly Attribute[]): Attribute[] {
  return all.filter(
    (other) => other !== attribute && (other.notQuestion === undefined || other.notQuestion === 'identifier'),
  );
}

/**
 * The cells of one attribute that another attribute fills: in the group of products that agree on the other, at least
 * five have the attribute recorded and at least 95 % of those alike; and more groups are so than by chance. Undefined
 * where that is so in no group.
 *
 * @param looked the attributes among which this one was found: the more, the likelier one tells by chance
 */
export function derive(
  attribute: Attribute,
  from: Attribute,
  looked: number,
  applies?: Uint8Array,
  sizes = groupSizes(from),
): Derivable | undefined {
  const ofGroup = commonest(attribute, from, sizes, looked);
  if (ofGroup === undefined) return undefined;
  let products = 0;
  for (let product = 0; product < attribute.cell.length; product++) {
    const group = from.cell[product];
    if (attribute.cell[product] >= 0 || group < 0 || ofGroup[group] < 0) continue;
    if (applies === undefined || applies[product] === 1) products++;
  }
  return { from, products, ofGroup };
}

/**
 * The attribute from which most cells can be derived; ties go to the first given.
 *
 * @param looked the attributes among which the candidates were found
 * @param sizes of the groups by each candidate, kept from call to call.
 */
export function bestDerivation(
  attribute: Attribute,
  candidates: readonly Attribute[],
  looked: number,
  applies?: Uint8Array,
  sizes = new Map<Attribute, Int32Array>(),
): Derivable | undefined {
  let best: Derivable | undefined;
  for (const from of candidates) {
    if (from === attribute) continue;
    const known = sizes.get(from) ?? groupSizes(from);
    sizes.set(from, known);
    const derivable = derive(attribute, from, looked, applies, known);
    if (derivable !== undefined && derivable.products > (best?.products ?? 0)) best = derivable;
  }
  return best;
}

/**
 * Per group the cell that (almost) all of it share, -1 where they differ or too few are recorded; undefined where all
 * do.
 */
function commonest(
  attribute: Attribute,
  from: Attribute,
  sizes: Int32Array,
  looked: number,
): Int32Array | undefined {
  const groups = from.cells.length;
  if (groups > from.cell.length / 2 && from.notQuestion === 'identifier') return undefined;
  const products = from.cell.length;
  for (const part of LOOKED_AT_FIRST) {
    const looked = Math.floor(products / part);
    if (groups < looked && soonDiffers(attribute, from, sizes, looked)) return undefined;
  }
  const { most, votes, size } = majorities(attribute, from, products);
  const large: number[] = [];
  let alike = 0;
  for (let group = 0; group < groups; group++) {
    if (size[group] >= FEWEST_IN_GROUP) large.push(group);
    if (size[group] < FEWEST_IN_GROUP || votes[group] < ALIKE * size[group]) most[group] = -1;
    else alike++;
  }
  if (alike === 0) return undefined;
  const chance = alikeByChance(countsBeside(attribute, from), ALIKE);
  const kept = beyondChance(
    large.map((group) => ({ group, chance: chance(size[group]), isAlike: most[group] >= 0 })),
    looked,
  );
  for (const group of large) if (!kept.has(group)) most[group] = -1;
  return kept.size > 0 ? most : undefined;
}

interface Group {
  readonly group: number;
  /** That it is alike where the attributes have nothing to do with each other. */
  readonly chance: number;
  readonly isAlike: boolean;
}

/**
 * The groups that are alike, of as small sizes as leave two bounds on chance. Of `G` groups of such sizes `O` are
 * alike, where `E`, the sum of their chances, are to be expected of groups that have nothing to do with it. Of those
 * that are alike at most a twentieth may be such (a false discovery rate `p·E/O`, the share of such groups being `p ≤
 * (G − O + 1) / (G − E)` by those that are not alike: Storey 2002). And that so many are alike has, by the bounds of
 * Markov `E/O` and Chernoff `e^−(O ln(O/E) − O + E)`, times the attributes looked at (Bonferroni), a chance of a
 * twentieth at most.
 */
function beyondChance(groups: readonly Group[], looked: number): Set<number> {
  const rarest = [...groups].sort((left, right) => left.chance - right.chance);
  let expected = 0;
  let alike = 0;
  let kept = 0;
  rarest.forEach(({ chance, isAlike }, at) => {
    const all = at + 1;
    expected += chance;
    if (isAlike) alike++;
    if (rarest[all]?.chance === chance || expected >= alike) return;
    const unrelated = Math.min(1, (all - alike + 1) / (all - expected));
    if (unrelated * expected > ALIKE_BY_CHANCE * alike) return;
    const byChance = Math.min(
      expected / alike,
      Math.exp(alike - expected - alike * Math.log(alike / expected)),
    );
    if (byChance * looked <= DERIVED_BY_CHANCE) kept = all;
  });
  return new Set(rarest.slice(0, kept).flatMap(({ group, isAlike }) => (isAlike ? [group] : [])));
}

/** Products by cell of an attribute, of those of which another is recorded. */
function countsBeside({ cell, cells }: Attribute, from: Attribute): Int32Array {
  // The first place is that of gaps.
  const counts = new Int32Array(cells.length + 1);
  for (let product = 0; product < cell.length; product++)
    if (from.cell[product] >= 0) counts[cell[product] + 1]++;
  return counts.subarray(1);
}

/** Products by what an attribute says of them. */
export function groupSizes({ cell, cells }: Attribute): Int32Array {
  return productsByCell(cell, cells.length);
}

/** Whether the first products, which are in random order where there are many, already show that no group is alike. */
function soonDiffers(attribute: Attribute, from: Attribute, sizes: Int32Array, looked: number): boolean {
  const { votes, size } = majorities(attribute, from, looked);
  for (let group = 0; group < sizes.length; group++) {
    if (sizes[group] < FEWEST_IN_GROUP) continue;
    // The majority is the commonest, or no cell has more than half.
    const others = size[group] - Math.max(votes[group], size[group] / 2);
    if (others <= (1 - ALIKE) * sizes[group]) return false;
  }
  return true;
}

interface Majorities {
  /** Per group the cell that most of it have, if more than half do. */
  readonly most: Int32Array;
  /** Products that have it. */
  readonly votes: Int32Array;
  /** Products of the group that have any. */
  readonly size: Int32Array;
}

/** The majority of each group among the first products: only a majority can be 95 % of it. */
function majorities(attribute: Attribute, from: Attribute, products: number): Majorities {
  const table = from.cells.length * attribute.cells.length;
  return table <= 2 * products ? byTable(attribute, from, products) : byVote(attribute, from, products);
}

/** Counts each pair of group and cell. */
function byTable({ cell, cells }: Attribute, from: Attribute, products: number): Majorities {
  const groups = from.cells.length;
  const width = cells.length;
  const of = from.cell;
  // One place further on than group and cell, the first being that of gaps.
  const table = new Int32Array((groups + 1) * (width + 1));
  for (let product = 0; product < products; product++) {
    table[(of[product] + 1) * (width + 1) + cell[product] + 1]++;
  }
  const most = new Int32Array(groups).fill(-1);
  const votes = new Int32Array(groups);
  const size = new Int32Array(groups);
  for (let group = 0; group < groups; group++) {
    for (let held = 0; held < width; held++) {
      const count = table[(group + 1) * (width + 1) + held + 1];
      size[group] += count;
      if (count > votes[group]) {
        votes[group] = count;
        most[group] = held;
      }
    }
  }
  return { most, votes, size };
}

/** The one that a vote of pairs leaves over, then counted (Boyer and Moore). */
function byVote({ cell }: Attribute, from: Attribute, products: number): Majorities {
  const groups = from.cells.length;
  const of = from.cell;
  const most = new Int32Array(groups).fill(-1);
  const size = new Int32Array(groups);
  const ahead = new Int32Array(groups);
  for (let product = 0; product < products; product++) {
    const group = of[product];
    const held = cell[product];
    if (group < 0 || held < 0) continue;
    size[group]++;
    if (ahead[group] === 0) most[group] = held;
    ahead[group] += most[group] === held ? 1 : -1;
  }
  const votes = new Int32Array(groups);
  for (let product = 0; product < products; product++) {
    const group = of[product];
    if (group >= 0 && cell[product] >= 0 && most[group] === cell[product]) votes[group]++;
  }
  return { most, votes, size };
}
