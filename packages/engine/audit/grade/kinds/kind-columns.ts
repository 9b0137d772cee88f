import { isRecordable } from '../../../catalogue/columns/recordability.ts';
import { fold } from '../../../catalogue/columns/text-folding.ts';
import { LEVEL_SIGN, levelsOf } from '../../../catalogue/texts/category-levels.ts';
import type { Attribute } from '../../../catalogue/types.ts';
import { countByCell, isRecorded } from '../../../primitives/cell-counts.ts';
import {
  FEWEST_IN_SEGMENT,
  FEWEST_ON_SHELF,
  MOST_LEVELS,
  MOST_SHELVES,
  SEGMENTATION_COVERAGE,
  SHARED_ROOT,
} from '../../constants.ts';

/**
 * The cells of an attribute as groups: of a path those with equal first levels, of a list those with its most usual
 * value.
 */
export interface Grouping {
  /** Index of the attribute. */
  readonly by: number;
  readonly groupOfCell: Int32Array;
  readonly labels: readonly string[];
  /** The first level of a path, which all products share and labels leave out. */
  readonly root?: string;
}

/** The label of the products whose kinds are too small to be shown by themselves. */
export const OTHER_KINDS = 'other kinds';

/** Whether all of the folded names are labels, with the root that all share or without it. */
export function holdsAll({ labels, root }: Grouping, named: ReadonlySet<string>): boolean {
  if (named.size === 0) return true;
  const folded = new Set(labels.flatMap((label) => namesOf(label, root)));
  return [...named].every((name) => folded.has(name));
}

/** The folded names by which a group may be called. */
export function namesOf(label: string, root: string | undefined): string[] {
  return root === undefined ? [fold(label)] : [fold(label), fold(`${root}${LEVEL_SIGN}${label}`)];
}

/**
 * The groupings of an attribute that can be segments or shelves: of paths one for each level. Where there are more
 * groups than `most`, small ones are united: those of a path with what stands above them, others with one another.
 */
export function groupingsOf(attribute: Attribute, by: number, products: number, most: number): Grouping[] {
  const { kind, cell, cells, values } = attribute;
  const isList = kind === 'list';
  const isLong = kind === 'text' || kind === 'identifier';
  if ((kind !== 'category' && !isList && !isLong) || cells.length < 2) return [];
  let recorded = 0;
  for (let product = 0; product < products; product++) recorded += isRecorded(cell[product]);
  if (recorded < SEGMENTATION_COVERAGE * products) return [];
  const labels = values.map(({ label }) => label);
  const isAddress = labels.some((label) => label.includes('://'));
  const paths = isAddress ? undefined : levelsOf(labels);
  const isPath = paths !== undefined && 2 * paths.filter((levels) => levels.length > 1).length > paths.length;
  // Paths are long, and may be taken for texts or names; nothing else that is not asked tells kinds.
  if (!isPath && (isLong || !isRecordable(attribute))) return [];
  const root = isPath ? sharedRoot(attribute, paths, recorded) : undefined;
  const from = root === undefined ? 0 : 1;
  const groupings: Grouping[] = [];
  for (let level = 1; level <= (isPath ? MOST_LEVELS : 1); level++) {
    const names = values.map(({ label }, value) =>
      isPath ? paths[value].slice(from, from + level).join(LEVEL_SIGN) : label,
    );
    const grouping = withFew(groupedBy(attribute, by, names), cell, most);
    if (grouping === undefined) continue;
    groupings.push(root === undefined ? grouping : { ...grouping, root });
  }
  return groupings;
}

/** The first level that nearly all products have, of paths that go on below it. */
function sharedRoot(
  { cell, cells }: Attribute,
  paths: readonly (readonly string[])[],
  recorded: number,
): string | undefined {
  const counts = new Map<string, number>();
  for (const own of cell) {
    if (own < 0) continue;
    for (const root of new Set(Array.from(cells[own], (value) => paths[value][0])))
      counts.set(root, (counts.get(root) ?? 0) + 1);
  }
  for (const [root, count] of counts) if (count >= SHARED_ROOT * recorded && root !== undefined) return root;
  return undefined;
}

/** Cells with several values belong to the deepest of their names, of equally deep ones to the most usual. */
function groupedBy({ kind, cell, cells, values }: Attribute, by: number, names: readonly string[]): Grouping {
  const counts = new Map<string, number>();
  let recorded = 0;
  countByCell(cell, cells.length).forEach((held, own) => {
    recorded += held;
    for (const name of new Set(cells[own].map((value) => names[value])))
      counts.set(name, (counts.get(name) ?? 0) + held);
  });
  const numbers = new Map<string, number>();
  const labels: string[] = [];
  const groupOfCell = Int32Array.from(cells, (set) => {
    const label =
      kind === 'category' && set.length > 1
        ? set.map((value) => values[value].label).join(' | ')
        : usual([...new Set(set.map((value) => names[value]))], counts, recorded);
    if (label === '') return -1;
    const number = numbers.get(label) ?? labels.push(label) - 1;
    numbers.set(label, number);
    return number;
  });
  return { by, groupOfCell, labels };
}

function usual(names: readonly string[], counts: ReadonlyMap<string, number>, recorded: number): string {
  const telling = names.filter((name) => counts.get(name)! < SHARED_ROOT * recorded);
  const depth = (name: string) => (name === '' ? 0 : name.split(LEVEL_SIGN).length);
  return (telling.length > 0 ? telling : [...names]).sort(
    (left, right) =>
      depth(right) - depth(left) || counts.get(right)! - counts.get(left)! || (left < right ? -1 : 1),
  )[0];
}

/** At most `most` groups, with the smaller ones united; undefined where that leaves one. */
function withFew(grouping: Grouping, cell: Int32Array, most: number): Grouping | undefined {
  let { labels, groupOfCell } = grouping;
  if (labels.length > most) {
    const small = (sizes: Int32Array) => sizesAtMost(sizes, most);
    const lifted = renamed(labels, groupOfCell, small(sizesOf(cell, grouping)), parentOf);
    ({ labels, groupOfCell } = renamed(
      lifted.labels,
      lifted.groupOfCell,
      small(sizesOf(cell, lifted)),
      () => OTHER_KINDS,
    ));
  }
  return labels.length < 2 || labels.length > most ? undefined : { ...grouping, labels, groupOfCell };
}

const parentOf = (label: string) =>
  label.includes(LEVEL_SIGN) ? label.slice(0, label.lastIndexOf(LEVEL_SIGN)) : label;

/** Whether each group is smaller than a shelf, or than the largest groups that there is room for beside the others. */
function sizesAtMost(sizes: Int32Array, most: number): readonly boolean[] {
  const least = Math.max(FEWEST_ON_SHELF, (sizes.toSorted((a, b) => b - a)[most - 1] ?? 0) + 1);
  return Array.from(sizes, (size) => size < least);
}

/** The indices of labels that stand below the same level of a path, of at least three. */
export function familiesOf(labels: readonly (string | undefined)[]): number[][] {
  const families = new Map<string, number[]>();
  labels.forEach((label, index) => {
    if (label === undefined || parentOf(label) === label) return;
    const family = families.get(parentOf(label)) ?? [];
    families.set(parentOf(label), family);
    family.push(index);
  });
  return [...families.values()].filter(({ length }) => length >= 3);
}

function renamed(
  labels: readonly string[],
  groupOfCell: Int32Array,
  isSmall: readonly boolean[],
  rename: (label: string) => string,
): { readonly labels: readonly string[]; readonly groupOfCell: Int32Array } {
  const numbers = new Map<string, number>();
  const kept: string[] = [];
  const numberOf = labels.map((label, group) => {
    const name = isSmall[group] ? rename(label) : label;
    const number = numbers.get(name) ?? kept.push(name) - 1;
    numbers.set(name, number);
    return number;
  });
  return { labels: kept, groupOfCell: groupOfCell.map((group) => (group < 0 ? -1 : numberOf[group])) };
}

/** Products of each group. */
export function sizesOf(
  cell: Int32Array,
  { groupOfCell, labels }: Pick<Grouping, 'groupOfCell' | 'labels'>,
): Int32Array {
  const sizes = new Int32Array(labels.length);
  for (const own of cell) if (own >= 0 && groupOfCell[own] >= 0) sizes[groupOfCell[own]]++;
  return sizes;
}

/** Groups that may be segments of a shop. */
export function mostSegments(products: number): number {
  return Math.min(MOST_SHELVES, Math.max(2, Math.floor(products / FEWEST_IN_SEGMENT)));
}

/** Groups that may be shelves of a shop. */
export function mostShelves(products: number): number {
  return Math.min(MOST_SHELVES, Math.max(2, Math.floor(products / FEWEST_ON_SHELF)));
}

/**
 * Numbers the products by their group, in order of first appearance. The last number stands for products without a
 * value.
 */
export function numbered(
  cell: Int32Array,
  grouping: Grouping,
): {
  readonly segmentOf: Int32Array;
  readonly labels: readonly (string | undefined)[];
} {
  const number = new Int32Array(grouping.labels.length).fill(-1);
  const labels: (string | undefined)[] = [];
  for (const index of cell) {
    const group = index < 0 ? -1 : grouping.groupOfCell[index];
    if (group < 0 || number[group] >= 0) continue;
    number[group] = labels.length;
    labels.push(grouping.labels[group]);
  }
  const segmentOf = cell.map((index) => {
    const group = index < 0 ? -1 : grouping.groupOfCell[index];
    return group < 0 ? labels.length : number[group];
  });
  labels.push(undefined);
  return { segmentOf, labels };
}
