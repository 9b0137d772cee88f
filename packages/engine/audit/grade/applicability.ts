import { isRecordable } from '../../catalogue/columns/recordability.ts';
import type { Attribute } from '../../catalogue/types.ts';
import { isRecorded } from '../../primitives/cell-counts.ts';
import { upperShare } from '../../primitives/share-bounds.ts';
import {
  FAINT_SEGMENT_SIZE,
  FAINT_SHARE,
  LARGEST_FOREIGN_SHARE,
  SEGMENTATION_COVERAGE,
  SEGMENTATION_SAMPLE,
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

/**
 * Finds the attribute that explains best which cells are filled, and the attributes that do not apply to some
 * of its segments. An attribute does not apply to a segment where almost no product has it recorded and the
 * segment is large enough to be sure. Exceptions: it is recorded in most segments, recorded shares fall
 * gradually from segment to segment, or the owner declares it `applicable`.
 */
export function findSegmentation(
  attributes: readonly Attribute[],
  products: number,
  applicable: readonly string[],
): Segmentation {
  const declared = new Set(applicable.map((name) => name.toLowerCase()));
  const asked = attributes.map(isRecordable);
  const patterns = attributes.map((attribute, index) => (asked[index] ? patternOf(attribute) : undefined));
  const candidates = attributes.flatMap((attribute, index) =>
    asked[index] && canSegment(attribute, products)
      ? [{ index, gain: explained(patterns, attribute, index) }]
      : [],
  );
  candidates.sort((left, right) => right.gain - left.gain || left.index - right.index);
  for (const { index, gain } of candidates.slice(0, 3)) {
    if (gain <= 0) break;
    const segmentation = segmentBy(attributes, asked, index, declared);
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

function canSegment({ kind, cell, cells }: Attribute, products: number): boolean {
  if (kind !== 'category' || cells.length < 2) return false;
  if (cells.length > Math.max(2, products / 20)) return false;
  let recorded = 0;
  for (let product = 0; product < products; product++) recorded += isRecorded(cell[product]);
  return recorded >= SEGMENTATION_COVERAGE * products;
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
function explained(patterns: readonly (Int32Array | undefined)[], by: Attribute, own: number): number {
  const looked = Math.min(by.cell.length, SEGMENTATION_SAMPLE);
  const groups = by.cells.length + 1;
  const sizes = new Float64Array(groups);
  for (let product = 0; product < looked; product++) sizes[by.cell[product] + 1]++;
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
    for (let at = 0; at < pattern.length; at++) parts[by.cell[pattern[at]] + 1]++;
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
  by: number,
  declared: ReadonlySet<string>,
): Segmentation | undefined {
  const column = attributes[by];
  const { segmentOf, labels } = groupByCell(column);
  const sizes = new Int32Array(labels.length);
  for (const segment of segmentOf) sizes[segment]++;
  const inapplicable = attributes.map((attribute, index) =>
    index === by || !asked[index] || declared.has(attribute.name.toLowerCase())
      ? undefined
      : notApplicable(attribute, segmentOf, sizes),
  );
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
 * Numbers the products by their cell of an attribute, in order of first appearance. The last number stands
 * for products without a value.
 */
function groupByCell({ cell, cells, values }: Attribute): {
  readonly segmentOf: Int32Array;
  readonly labels: readonly (string | undefined)[];
} {
  const number = new Int32Array(cells.length).fill(-1);
  const labels: (string | undefined)[] = [];
  for (const index of cell) {
    if (index < 0 || number[index] >= 0) continue;
    number[index] = labels.length;
    labels.push(cells[index].map((value) => values[value].label).join(' | '));
  }
  const segmentOf = cell.map((index) => (index < 0 ? labels.length : number[index]));
  labels.push(undefined);
  return { segmentOf, labels };
}
