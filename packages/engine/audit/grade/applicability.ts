import { CatalogueError } from '../../catalogue/catalogue-error.ts';
import { isRecordable } from '../../catalogue/columns/recordability.ts';
import { fold } from '../../catalogue/columns/text-folding.ts';
import { columnsOfKinds, kindFit } from '../../catalogue/shelves/category-columns.ts';
import type { Attribute } from '../../catalogue/types.ts';
import { isRecorded } from '../../primitives/cell-counts.ts';
import { nearestName } from '../../primitives/nearest-name.ts';
import { upperShare } from '../../primitives/share-bounds.ts';
import {
  LARGEST_FOREIGN_SHARE,
  LARGEST_SHELF,
  LEAST_APPLYING,
  MOST_SEGMENTS,
  SEGMENTATION_SAMPLE,
  TRIED_SEGMENTATIONS,
} from '../constants.ts';
import { type Applicability, applyingProbabilities } from './kinds/applying-kinds.ts';
import {
  familiesOf,
  type Grouping,
  groupingsOf,
  holdsAll,
  mostSegments,
  mostShelves,
  namesOf,
  numbered,
  sizesOf,
} from './kinds/kind-columns.ts';
import { KnownKinds } from './kinds/known-kinds.ts';

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
  /** Whether so few products have the attribute recorded that nobody can tell whether it applies to the others. */
  isUntold(attribute: number): boolean;
}

/** An attribute with the segments of the catalogue to which its owner says that it applies. */
export interface DeclaredSegments {
  readonly attribute: string;
  readonly values: readonly string[];
}

/** @throws CatalogueError if the owner declares segments for an attribute that is not there */
export function refuseUnknownAttributes(
  attributes: readonly Attribute[],
  declaredSegments: readonly DeclaredSegments[] = [],
): void {
  const names = attributes.map(({ name }) => name);
  const known = new Set(names.map((name) => name.toLowerCase()));
  for (const { attribute } of declaredSegments) {
    if (known.has(attribute.toLowerCase())) continue;
    const meant = nearestName(attribute, names);
    throw new CatalogueError(
      'unknown_column',
      `No column is called "${attribute}", so it applies to nothing. ${meant === undefined ? 'Leave it out, or correct its name.' : `Is "${meant}" meant?`}`,
    );
  }
}

/**
 * Finds the attribute that explains best which cells are filled, and the attributes that do not apply to some
 * of its segments: those that are probably not recorded there because nobody could, see `applyingProbabilities`.
 * What is known of shelves counts beside the export. Exceptions: an attribute is recorded in most segments, or the owner declares it `applicable`. Segments that the owner
 * declares are obeyed.
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
  const fitOf = kindFits(attributes);
  const candidates = attributes
    .flatMap((attribute, index) => {
      const mayName = (named.size > 0 && asked[index]) || fitOf(attribute) > 0;
      return mayName ? groupingsOf(attribute, index, products, mostSegments(products)) : [];
    })
    .filter((grouping) => holdsAll(grouping, named))
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
        fitOf(attributes[right.grouping.by]) - fitOf(attributes[left.grouping.by]) ||
        right.gain - left.gain ||
        left.grouping.by - right.grouping.by,
    );
  for (const { grouping } of likeliest.slice(0, TRIED_SEGMENTATIONS)) {
    const segmentation = segmentBy(attributes, asked, grouping, declared, segmentsOf);
    if (segmentation !== undefined) return segmentation;
  }
  const applies = () => true;
  const segmentOf = new Int32Array(products);
  return {
    by: -1,
    segmentOf,
    labels: [undefined],
    sizes: Int32Array.of(products),
    applies,
    isUntold: untold(attributes, segmentOf, declared, applies),
  };
}

/** How well columns say kinds of things: by their names, or, where none does, by their values. */
function kindFits(attributes: readonly Attribute[]): (attribute: Attribute) => number {
  if (attributes.some(({ name }) => kindFit(name) > 0)) return ({ name }) => kindFit(name);
  const byValue = columnsOfKinds(attributes);
  return (attribute) => (byValue.has(attribute) ? 2 : 0);
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
  const fitOf = kindFits(attributes);
  const [best] = attributes
    .flatMap((attribute, index) =>
      fitOf(attribute) === 2 ? groupingsOf(attribute, index, products, mostShelves(products)) : [],
    )
    .filter(
      (grouping) => Math.max(...sizesOf(attributes[grouping.by].cell, grouping)) < LARGEST_SHELF * products,
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
  const { by, root } = grouping;
  const { segmentOf, labels } = numbered(attributes[by].cell, grouping);
  const sizes = new Int32Array(labels.length);
  for (const segment of segmentOf) sizes[segment]++;
  const judged = attributes.flatMap(({ name }, index) => {
    const own = name.toLowerCase();
    return index === by || !asked[index] || declared.has(own) || declaredSegments.has(own) ? [] : [index];
  });
  const found = notApplicable(
    judged.map((index) => attributes[index]),
    segmentOf,
    sizes,
    labels,
  );
  const inapplicable: (Uint8Array | undefined)[] = attributes.map(({ name }, index) => {
    const own = declaredSegments.get(name.toLowerCase());
    if (own === undefined || index === by || !asked[index]) return undefined;
    return Uint8Array.from(labels, (label) =>
      label !== undefined && namesOf(label, root).some((called) => own.has(called)) ? 0 : 1,
    );
  });
  for (let at = 0; at < judged.length; at++) inapplicable[judged[at]] = found[at];
  if (inapplicable.every((flags) => flags === undefined)) return undefined;
  const applies = (attribute: number, segment: number) => inapplicable[attribute]?.[segment] !== 1;
  const sure = new Set([...declared, ...declaredSegments.keys()]);
  return { by, segmentOf, labels, sizes, applies, isUntold: untold(attributes, segmentOf, sure, applies) };
}

/** Per attribute and segment 1 where the attribute does not apply; undefined where it applies to all segments. */
function notApplicable(
  attributes: readonly Attribute[],
  segmentOf: Int32Array,
  sizes: Int32Array,
  labels: readonly (string | undefined)[],
): (Uint8Array | undefined)[] {
  const recorded = attributes.map(({ cell }) => {
    const counts = new Int32Array(sizes.length);
    for (let product = 0; product < cell.length; product++)
      counts[segmentOf[product]] += isRecorded(cell[product]);
    return counts;
  });
  const some = recorded.filter((counts) => counts.some((count) => count > 0));
  const chances = new Map(
    applyingProbabilities(some, sizes).map((chance, index) => [some[index], chance] as const),
  );
  const families = familiesOf(labels);
  const known = new KnownKinds(labels);
  return recorded.map((counts, index) => {
    const chance = chances.get(counts);
    if (chance === undefined) return undefined;
    const { name } = attributes[index];
    const excluded = Array.from(
      chance.applies,
      (applies, segment) => known.applying(name, segment, applies) < Math.min(LEAST_APPLYING, applies),
    );
    const foreign = foreignByExport(counts, chance);
    if (!excluded.includes(true)) return foreign;
    const both = Uint8Array.from(excluded, (own, segment) => Number(own || foreign?.[segment] === 1));
    // Somebody has it, whatever is known.
    return counts.some((count, segment) => count > 0 && both[segment] === 0) ? both : foreign;
  });

  function foreignByExport(counts: Int32Array, chance: Applicability): Uint8Array | undefined {
    if (chance.toAll >= LARGEST_FOREIGN_SHARE) return undefined;
    const foreign = Uint8Array.from(chance.applies, (chance) => (chance < LEAST_APPLYING ? 1 : 0));
    const has = Array.from(counts, (count, segment) => count > 0 && foreign[segment] === 0);
    const isPresent = Array.from(sizes, (size) => size > 0);
    if (!has.includes(true) || isMost(has, isPresent)) return undefined;
    for (const family of families)
      if (isMost(at(has, family), at(isPresent, family))) for (const segment of family) foreign[segment] = 0;
    return foreign;
  }
}

/** Whether most of the segments have an attribute: one more gap of the others then, such as the colour of rugs. */
function isMost(has: readonly boolean[], isPresent: readonly boolean[]): boolean {
  const count = (flags: readonly boolean[]) => flags.reduce((sum, flag) => sum + Number(flag), 0);
  return count(has) >= MOST_SEGMENTS * count(isPresent);
}

const at = (flags: readonly boolean[], indices: readonly number[]) => indices.map((index) => flags[index]);

/**
 * Whether an attribute may apply to hardly any of the products of which it is asked, by the bound that tells segments: the
 * upper 95 % bound of its recorded share. What the owner declares is sure.
 */
function untold(
  attributes: readonly Attribute[],
  segmentOf: Int32Array,
  sure: ReadonlySet<string>,
  applies: (attribute: number, segment: number) => boolean,
): (attribute: number) => boolean {
  return (attribute) => {
    const { name, cell } = attributes[attribute];
    if (sure.has(name.toLowerCase())) return false;
    let applicable = 0;
    let recorded = 0;
    for (let product = 0; product < cell.length; product++) {
      if (!applies(attribute, segmentOf[product])) continue;
      applicable++;
      recorded += isRecorded(cell[product]);
    }
    return upperShare(recorded, applicable) < LARGEST_FOREIGN_SHARE;
  };
}
