import { CatalogueError } from '../../catalogue/catalogue-error.ts';
import { isRecordable } from '../../catalogue/columns/recordability.ts';
import { columnName, nameFit } from '../../catalogue/columns/role-names.ts';
import { fold } from '../../catalogue/columns/text-folding.ts';
import type { Attribute } from '../../catalogue/types.ts';
import { countByCell, isRecorded } from '../../primitives/cell-counts.ts';
import { upperShare } from '../../primitives/share-bounds.ts';
import {
  FAINT_SEGMENT_SIZE,
  FAINT_SHARE,
  FEWEST_ON_SHELF,
  LARGEST_FOREIGN_SHARE,
  LARGEST_SHELF,
  MOST_LEVELS,
  MOST_SHELVES,
  SEGMENTATION_COVERAGE,
  SEGMENTATION_SAMPLE,
  TRIED_SEGMENTATIONS,
} from '../constants.ts';

/**
 * The catalogue divided into segments by the values of one attribute, with the attributes that apply to each
 * segment.
 */
export interface Segmentation {
  /** Index of the attribute that defines the segments; -1 where the catalogue is one segment. */
  readonly by: number;
  /** Segment of each product. The last segment holds the products without a value. */
  readonly segmentOf: Int32Array;
  readonly labels: readonly (string | undefined)[];
  readonly sizes: Int32Array;
  /** Whether an attribute applies to a segment. */
  applies(attribute: number, segment: number): boolean;
}

/** An attribute with the segments of the catalogue to which its owner says that it applies. */
export interface DeclaredSegments {
  readonly attribute: string;
  readonly values: readonly string[];
}

/** The cells of an attribute as groups: of a path those with equal first levels, of a list those with its most usual value. */
interface Grouping {
  /** Index of the attribute. */
  readonly by: number;
  readonly groupOfCell: Int32Array;
  readonly labels: readonly string[];
}

/**
 * Finds the attribute that explains best which cells are filled, and the attributes that do not apply to some
 * of its segments. An attribute does not apply to a segment where almost no product has it recorded and the
 * segment is large enough to be sure. Exceptions: it is recorded in most segments, recorded shares fall
 * gradually from segment to segment, or the owner declares it `applicable`. Segments that the owner declares are
 * obeyed.
 *
 * @throws CatalogueError if no column has all the segments that the owner declares
 */
export function findSegmentation(
  attributes: readonly Attribute[],
  products: number,
  applicable: readonly string[],
  declaredSegments: readonly DeclaredSegments[] = [],
): Segmentation {
  const declared = new Set(applicable.map((name) => name.toLowerCase()));
  const segmentsOf = new Map(
    declaredSegments.map(({ attribute, values }) => [attribute.toLowerCase(), new Set(values.map(fold))]),
  );
  const spelling = new Map(
    declaredSegments.flatMap(({ values }) => values.map((value) => [fold(value), value])),
  );
  const named = new Set(spelling.keys());
  const asked = attributes.map(isRecordable);
  const patterns = attributes.map((attribute, index) => (asked[index] ? patternOf(attribute) : undefined));
  const candidates = attributes
    .flatMap((attribute, index) => {
      const mayName = named.size > 0 || kindFit(attribute.name) > 0;
      return asked[index] && mayName ? groupingsOf(attribute, index, products) : [];
    })
    .filter(({ labels }) => holdsAll(labels, named))
    .map((grouping) => ({ grouping, gain: explained(patterns, attributes[grouping.by], grouping) }));
  if (named.size > 0 && candidates.length === 0) {
    throw new CatalogueError(
      'unknown_segment',
      `No column of categories has ${[...spelling.values()].map((name) => `"${name}"`).join(' and ')} among its values.`,
    );
  }
  const likeliest = candidates
    .filter(({ gain }) => gain > 0 || named.size > 0)
    .sort(
      (left, right) =>
        kindFit(attributes[right.grouping.by].name) - kindFit(attributes[left.grouping.by].name) ||
        right.gain - left.gain ||
        left.grouping.by - right.grouping.by,
    );
  for (const { grouping } of likeliest.slice(0, TRIED_SEGMENTATIONS)) {
    const segmentation = segmentBy(attributes, asked, grouping, declared, segmentsOf);
    if (segmentation !== undefined) return segmentation;
  }
  return {
    by: -1,
    segmentOf: new Int32Array(products),
    labels: [undefined],
    sizes: Int32Array.of(products),
    applies: () => true,
  };
}

/** A catalogue divided by the values of one attribute. */
export type Division = Pick<Segmentation, 'by' | 'segmentOf' | 'labels'>;

/**
 * The shelves of a shop of which every attribute applies to all: by the column of kinds that explains best which cells
 * are filled, of equal ones the one with most shelves. Undefined where no column has few enough.
 */
export function shelvesOf(attributes: readonly Attribute[], products: number): Division | undefined {
  const patterns = attributes.map((attribute) =>
    isRecordable(attribute) ? patternOf(attribute) : undefined,
  );
  const [best] = attributes
    .flatMap((attribute, index) =>
      isRecordable(attribute) && kindFit(attribute.name) === 2 ? groupingsOf(attribute, index, products) : [],
    )
    .filter(
      (grouping) =>
        grouping.labels.length <= MOST_SHELVES &&
        grouping.labels.length * FEWEST_ON_SHELF <= products &&
        largest(attributes[grouping.by].cell, grouping) < LARGEST_SHELF * products,
    )
    .map((grouping) => ({ grouping, gain: explained(patterns, attributes[grouping.by], grouping) }))
    .sort(
      (left, right) =>
        right.gain - left.gain ||
        right.grouping.labels.length - left.grouping.labels.length ||
        left.grouping.by - right.grouping.by,
    );
  if (best === undefined) return undefined;
  const { by } = best.grouping;
  return { by, ...numbered(attributes[by].cell, best.grouping) };
}

/** Products of the largest group. */
function largest(cell: Int32Array, { groupOfCell, labels }: Grouping): number {
  const sizes = new Int32Array(labels.length);
  for (const own of cell) if (own >= 0) sizes[groupOfCell[own]]++;
  return sizes.reduce((most, size) => Math.max(most, size), 0);
}

/** Names of columns that say what a thing is, beside those of categories. */
const KIND =
  /\b(?:kind|family|attribute (?:set|family)|product class|section|aisle|shelf|taxonomy|range|sort|familie|famille|familia|famiglia|gamme|gamma|rayon|rubro|sezione|afdeling|art)\b/;

/**
 * Whether a shopper would call the values of a column kinds of things: 2 of categories, 1 of the types of something, 0 of
 * all others, such as operating systems and titles.
 */
function kindFit(name: string): number {
  const column = columnName(name);
  if (nameFit('category', column) > 0 || KIND.test(column.words)) return 2;
  return /\b(?:type|typ|tipo)$/.test(column.words) ? 1 : 0;
}

function holdsAll(labels: readonly string[], named: ReadonlySet<string>): boolean {
  if (named.size === 0) return true;
  const folded = new Set(labels.map(fold));
  return [...named].every((name) => folded.has(name));
}

const LEVELS = /\s*[>/]\s*/;

/** The groupings of an attribute that are few enough to be segments: of paths one for each level. */
function groupingsOf(attribute: Attribute, by: number, products: number): Grouping[] {
  const { kind, cell, cells, values } = attribute;
  if ((kind !== 'category' && kind !== 'list') || cells.length < 2) return [];
  let recorded = 0;
  for (let product = 0; product < products; product++) recorded += isRecorded(cell[product]);
  if (recorded < SEGMENTATION_COVERAGE * products) return [];
  const paths = values.map(({ label }) => label.split(LEVELS));
  const deepest = 2 * paths.filter((levels) => levels.length > 1).length > paths.length ? MOST_LEVELS : 0;
  const most = Math.max(2, products / 20);
  const groupings: Grouping[] = [];
  for (let level = deepest === 0 ? 0 : 1; level <= deepest; level++) {
    const names = paths.map((levels, value) =>
      level === 0 ? values[value].label : levels.slice(0, level).join(' > '),
    );
    const grouping = groupedBy(attribute, by, names);
    if (grouping.labels.length >= 2 && grouping.labels.length <= most) groupings.push(grouping);
  }
  return groupings;
}

/** Cells with several values belong to their most usual name, unless nearly all products have it. */
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
    const number = numbers.get(label) ?? labels.push(label) - 1;
    numbers.set(label, number);
    return number;
  });
  return { by, groupOfCell, labels };
}

function usual(names: readonly string[], counts: ReadonlyMap<string, number>, recorded: number): string {
  const telling = names.filter((name) => counts.get(name)! < SEGMENTATION_COVERAGE * recorded);
  return (telling.length > 0 ? telling : [...names]).sort(
    (left, right) => counts.get(right)! - counts.get(left)! || (left < right ? -1 : 1),
  )[0];
}

/**
 * Of the sampled products, those with a value or those without one, whichever are fewer; undefined where
 * there are none.
 */
function patternOf({ cell }: Attribute): Int32Array | undefined {
  const looked = cell.subarray(0, SEGMENTATION_SAMPLE);
  let filled = 0;
  for (let product = 0; product < looked.length; product++) if (looked[product] >= 0) filled++;
  const isMostlyFilled = 2 * filled > looked.length;
  const fewer = new Int32Array(isMostlyFilled ? looked.length - filled : filled);
  if (fewer.length === 0) return undefined;
  let at = 0;
  for (let product = 0; product < looked.length; product++)
    if (looked[product] >= 0 !== isMostlyFilled) fewer[at++] = product;
  return fewer;
}

/**
 * Bits of the filled-or-empty patterns of the other attributes that the candidate explains, minus the bits
 * that as many random groups would explain (½ log2 n for each free proportion, as in the Bayesian information
 * criterion).
 */
function explained(
  patterns: readonly (Int32Array | undefined)[],
  { cell }: Attribute,
  { by: own, groupOfCell, labels }: Grouping,
): number {
  const looked = Math.min(cell.length, SEGMENTATION_SAMPLE);
  const groups = labels.length + 1;
  const groupOf = new Int32Array(looked);
  for (let product = 0; product < looked; product++)
    groupOf[product] = cell[product] < 0 ? 0 : groupOfCell[cell[product]] + 1;
  const sizes = new Float64Array(groups);
  for (const group of groupOf) sizes[group]++;
  const used = sizes.reduce((count, size) => (size > 0 ? count + 1 : count), 0);
  const chance = ((used - 1) / 2) * Math.log2(looked);
  const parts = new Float64Array(groups);
  let sum = 0;
  for (let index = 0; index < patterns.length; index++) {
    const pattern = patterns[index];
    if (pattern === undefined || index === own) continue;
    const most = uncertainty(pattern.length, looked) - chance;
    if (most <= 0) continue;
    parts.fill(0);
    for (let at = 0; at < pattern.length; at++) parts[groupOf[pattern[at]]]++;
    let within = 0;
    for (let group = 0; group < groups; group++) within += uncertainty(parts[group], sizes[group]);
    sum += Math.max(0, most - within);
  }
  return sum;
}

/** Bits needed to say which `part` of `whole` it is: the binary entropy times `whole`. */
function uncertainty(part: number, whole: number): number {
  if (part <= 0 || part >= whole) return 0;
  return -part * Math.log2(part / whole) - (whole - part) * Math.log2(1 - part / whole);
}

function segmentBy(
  attributes: readonly Attribute[],
  asked: readonly boolean[],
  grouping: Grouping,
  declared: ReadonlySet<string>,
  declaredSegments: ReadonlyMap<string, ReadonlySet<string>>,
): Segmentation | undefined {
  const { by } = grouping;
  const { segmentOf, labels } = numbered(attributes[by].cell, grouping);
  const sizes = new Int32Array(labels.length);
  for (const segment of segmentOf) sizes[segment]++;
  const inapplicable = attributes.map((attribute, index) => {
    if (index === by || !asked[index]) return undefined;
    const name = attribute.name.toLowerCase();
    const own = declaredSegments.get(name);
    if (own !== undefined)
      return Uint8Array.from(labels, (label) => (label !== undefined && own.has(fold(label)) ? 0 : 1));
    return declared.has(name) ? undefined : notApplicable(attribute, segmentOf, sizes);
  });
  if (inapplicable.every((flags) => flags === undefined)) return undefined;
  return {
    by,
    segmentOf,
    labels,
    sizes,
    applies: (attribute, segment) => inapplicable[attribute]?.[segment] !== 1,
  };
}

/** Per segment 1 where the attribute does not apply; undefined where it applies to all segments. */
function notApplicable(
  { cell }: Attribute,
  segmentOf: Int32Array,
  sizes: Int32Array,
): Uint8Array | undefined {
  const recorded = new Int32Array(sizes.length);
  for (let product = 0; product < cell.length; product++)
    recorded[segmentOf[product]] += isRecorded(cell[product]);
  const foreign = Uint8Array.from(sizes, (size, segment) =>
    size > 0 && upperShare(recorded[segment], size) < LARGEST_FOREIGN_SHARE ? 1 : 0,
  );
  const has = Array.from(sizes, (_, segment) => segment).filter(
    (segment) => recorded[segment] > 0 && foreign[segment] === 0,
  );
  const without = foreign.reduce((count, flag) => count + flag, 0);
  if (without === 0 || has.length === 0) return undefined;
  // Recorded shares that fall gradually from segment to segment mean bad upkeep, not an attribute that does
  // not apply.
  const faint = has.filter(
    (segment) => sizes[segment] >= FAINT_SEGMENT_SIZE && recorded[segment] < FAINT_SHARE * sizes[segment],
  );
  if (faint.length * 4 > without) return undefined;
  const present = sizes.reduce((count, size) => (size > 0 ? count + 1 : count), 0);
  if (has.length * 2 > present) return undefined;
  // An empty segment can be too small to decide by itself. The posterior probability that the attribute
  // applies, given the recorded shares of the other segments, decides.
  const applied = (has.length + 0.5) / (has.length + without + 1);
  for (let segment = 0; segment < sizes.length; segment++) {
    if (foreign[segment] === 1 || recorded[segment] > 0 || sizes[segment] === 0) continue;
    let chance = 0;
    for (const other of has)
      chance += (1 - recorded[other] / (sizes[other] + 1)) ** sizes[segment] / has.length;
    const applies = (applied * chance) / (applied * chance + (1 - applied));
    if (applies < LARGEST_FOREIGN_SHARE) foreign[segment] = 1;
  }
  return foreign;
}

/**
 * Numbers the products by their group, in order of first appearance. The last number stands for products without a
 * value.
 */
function numbered(
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
  const segmentOf = cell.map((index) => (index < 0 ? labels.length : number[grouping.groupOfCell[index]]));
  labels.push(undefined);
  return { segmentOf, labels };
}
