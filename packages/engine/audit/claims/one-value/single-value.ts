import type { Attribute } from '../../../catalogue/types.ts';
import {
  EXCEPTIONS,
  HARDLY_RECORDED,
  LARGEST_ONE,
  LEAST_DISTINCT,
  LEAST_LIKE,
  MOST_JUDGED,
  SUPPORTING_EVIDENCE,
} from '../../constants.ts';
import type { ExportPair } from '../../verify/export-pairing.ts';
import { AssociationTest, robustLogRatio } from '../association.ts';
import { type ProductContext, wordsIn } from '../product-features.ts';
import { isCatchAll } from './catch-all.ts';
import { standsElsewhere } from './stands-elsewhere.ts';

/** A claim that filled all of its cells with one value. */
export interface OneValueClaim {
  readonly pair: ExportPair;
  /** Index of the attribute in the pair. */
  readonly index: number;
  /** Products with the one new value. */
  readonly touched: readonly number[];
  /** Products with recorded cells. */
  readonly trusted: readonly number[];
  /** Claims that are judged together, which bounds the work for each. */
  readonly claims: number;
  readonly context: ProductContext;
}

/** The column as it is now, and the one new value as its cell. */
function newValueOf({ pair, index, touched }: OneValueClaim): {
  readonly after: Attribute;
  readonly cell: number;
} {
  const { after } = pair.attributes[index];
  return { after, cell: after.cell[touched[0]] };
}

/** Products with recorded cells of other values. */
function othersOf(claim: OneValueClaim): number[] {
  const { after, cell } = newValueOf(claim);
  return claim.trusted.filter((product) => after.cell[product] !== cell);
}

/**
 * Whether the products that were filled with one value are of a kind of their own: a true repair can fill only the
 * black products, or a whole brand that was never recorded. Then their texts name the value, where those of the other
 * products do not; or they look like the products that were recorded with it. Cells filled with one value regardless of
 * the product are told by neither.
 */
export function areOfOneKind(claim: OneValueClaim): boolean {
  const { after, cell } = newValueOf(claim);
  const naming = namingOf(claim);
  const isCatchAll = isCatchAllCell(after, cell);
  // The single words of "see description" stand in any text.
  if (naming === 'named') return !isCatchAll || wordsOfCell(after, cell).length === 1;
  return naming === 'untold' && !isCatchAll && areLikeRecorded(claim);
}

/**
 * Whether one value for all filled products may be true although nothing tells them: the products of one value can be
 * those that were missing. It must be a particular value, and not the commonest of all afterwards, which
 * is what somebody takes who fills every gap alike. Where other cells of the column can be told, these products must be
 * alike.
 *
 * @param isTold whether other cells of the column can be told from what the export says of their products
 */
export function mayBeOneKind(claim: OneValueClaim, isTold: boolean): boolean {
  const { pair, index, touched, trusted, context } = claim;
  const { after, cell } = newValueOf(claim);
  const counts = new Map<number, number>();
  for (const product of [...trusted, ...touched])
    counts.set(after.cell[product], (counts.get(after.cell[product]) ?? 0) + 1);
  const own = counts.get(cell)!;
  counts.delete(cell);
  const isRare = own <= (1 + HARDLY_RECORDED) * touched.length;
  if (own > (isRare ? LARGEST_ONE : 1) * Math.max(0, ...counts.values())) return false;
  if (isCatchAllCell(after, cell)) return false;
  if (standsElsewhere(pair, index, touched, othersOf(claim), context)) return false;
  if (namingOf(claim) === 'unnamed') return false;
  return !isTold || areAlike(claim);
}

/** Whether a cell says what fits every product. */
export function isCatchAllCell({ cells, values }: Attribute, cell: number): boolean {
  return cells[cell].some((value) => isCatchAll(values[value].label));
}

function wordsOfCell({ cells, values }: Attribute, cell: number): string[] {
  return cells[cell].flatMap((value) => wordsIn(values[value].label));
}

/** Whether the filled products are told from all others, by what the others of them have. */
function areAlike(claim: OneValueClaim): boolean {
  const { pair, index, touched, claims, context } = claim;
  const others = othersOf(claim);
  const groups = new Int32Array(pair.ids.length).fill(-1);
  for (const product of others) groups[product] = 0;
  for (const product of touched) groups[product] = 1;
  const learned = [...touched, ...others].sort((left, right) => left - right);
  const ratios = new AssociationTest(pair, index, claims, context, groups).ratios(learned, touched);
  return ratios !== undefined && robustLogRatio(ratios) >= SUPPORTING_EVIDENCE;
}

/**
 * Whether texts name the value for the filled products as often as they name recorded values, and not for others; and
 * `unnamed` where they name most recorded values, but not this one.
 */
function namingOf(claim: OneValueClaim): 'named' | 'unnamed' | 'untold' {
  const { touched, context } = claim;
  const { after, cell } = newValueOf(claim);
  const others = othersOf(claim);
  const wordsOf = (cell: number) => wordsOfCell(after, cell);
  const names = (product: number, words: readonly string[]) =>
    words.length > 0 && words.every((word) => context.mentions(product, word));
  const words = wordsOf(cell);
  const own = share(touched, (product) => names(product, words));
  const foreign = share(others, (product) => names(product, words));
  const usual = share(others, (product) => names(product, wordsOf(after.cell[product])));
  if (usual.share >= 0.5 && own.share < 0.5 * usual.share) return 'unnamed';
  if (own.share < (1 - EXCEPTIONS) * usual.share || own.share <= foreign.share) return 'untold';
  // Likelihood ratio of two shares against one.
  const pooled = (own.held + foreign.held) / Math.max(1, own.count + foreign.count);
  const ratio =
    binomial(own, own.share) +
    binomial(foreign, foreign.share) -
    binomial(own, pooled) -
    binomial(foreign, pooled);
  return ratio >= SUPPORTING_EVIDENCE && own.share >= 0.5 && foreign.share <= 0.5 * own.share
    ? 'named'
    : 'untold';
}

interface Share {
  readonly held: number;
  readonly count: number;
  readonly share: number;
}

function share(products: readonly number[], holds: (product: number) => boolean): Share {
  const sample = products.slice(0, MOST_JUDGED);
  const held = sample.filter(holds).length;
  return { held, count: sample.length, share: held / Math.max(1, sample.length) };
}

function binomial({ held, count }: Share, share: number): number {
  const term = (times: number, of: number) => (times === 0 ? 0 : times * Math.log(of));
  return term(held, share) + term(count - held, 1 - share);
}

/**
 * Whether the recorded products with the value look like the filled ones, where these can be told from products with
 * other values at all: nearly each filled one, and those with the value. If none was recorded with it, the filled ones
 * must be told without mistakes. Where the cells of some group were missing, the recorded products with the value are of
 * any group.
 */
function areLikeRecorded(claim: OneValueClaim): boolean {
  const { pair, index, touched, trusted, claims, context } = claim;
  const { after, cell } = newValueOf(claim);
  const alike = trusted.filter((product) => after.cell[product] === cell);
  const others = othersOf(claim);
  if (others.length === 0) return false;
  const groups = new Int32Array(after.cell.length).fill(-1);
  for (const product of others) groups[product] = 0;
  for (const product of [...touched, ...alike]) groups[product] = 1;
  const learned = [...touched, ...others].sort((left, right) => left - right);
  const test = new AssociationTest(pair, index, claims, context, groups);
  const own = test.ratios(learned, touched);
  if (own === undefined) return false;
  if (test.between(learned, alike).ratio >= SUPPORTING_EVIDENCE)
    return own.filter((ratio) => ratio > 0).length >= LEAST_LIKE * own.length;
  if (alike.length > 0) return false;
  // A kind that was never recorded is another than all recorded ones.
  const share = touched.length / learned.length;
  const told = own.filter((ratio) => share * Math.exp(ratio) > 0.5).length;
  const foreign = test.ratios(learned, others) ?? [];
  const mistaken = foreign.filter((ratio) => (1 - share) * Math.exp(ratio) < 0.5).length;
  const mistakenOfAll = (mistaken / Math.max(1, foreign.length)) * others.length;
  return told >= LEAST_DISTINCT * own.length && mistakenOfAll <= (1 - LEAST_DISTINCT) * touched.length;
}
