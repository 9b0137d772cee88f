import type { Attribute } from '../../../catalogue/types.ts';
import {
  CONSTANT_EVIDENCE,
  EXCEPTIONS,
  FEWEST_CONSTANT,
  HARDLY_RECORDED,
  LEAST_DISTINCT,
  LEAST_LIKE,
  MAX_KINDS_COMPARED,
  MOST_JUDGED,
  SUPPORTING_EVIDENCE,
} from '../../constants.ts';
import type { ExportPair } from '../../verify/export-pairing.ts';
import { AssociationTest, robustLogRatio } from '../association.ts';
import { type ProductContext, wordsIn } from '../product-features.ts';
import { countsOf } from '../value-distribution.ts';
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
  const isCatchAll = isCatchAllCell(after, cell);
  // The single words of "see description" stand in any text.
  if (isNamedForThese(claim)) return !isCatchAll || wordsOfCell(after, cell).length === 1;
  const { pair, index, touched, context } = claim;
  if (isCatchAll || standsElsewhere(pair, index, touched, othersOf(claim), context)) return false;
  return areLikeRecorded(claim);
}

/**
 * Whether one value for all filled products may be true although nothing tells them: the products of one value can be
 * those that were missing. It must be a particular value, and none that was recorded before and is the commonest of all
 * now, which is what somebody takes who fills every gap alike. Its products need be no more alike than those of the recorded values are, and texts need name
 * it no more often.
 *
 * @param isTold whether other cells of the column can be told from what the export says of their products
 */
export function mayBeOneKind(claim: OneValueClaim, isTold: boolean): boolean {
  const { pair, index, touched, context } = claim;
  const { after, cell } = newValueOf(claim);
  if (becameCommonest(claim) || isCatchAllCell(after, cell)) return false;
  if (standsElsewhere(pair, index, touched, othersOf(claim), context)) return false;
  const others = recordedKinds(claim);
  if (!isNamed(claim) && isUsual(others, isNamed)) return false;
  return !isTold || areAlike(claim) || !isUsual(others, areAlike);
}

/** Whether a value that was more than hardly recorded is the commonest of all now. */
function becameCommonest(claim: OneValueClaim): boolean {
  const { touched, trusted } = claim;
  const { after, cell } = newValueOf(claim);
  const counts = new Map(countsOf(after, trusted, []).recorded);
  const earlier = counts.get(cell) ?? 0;
  counts.delete(cell);
  return (
    earlier > HARDLY_RECORDED * touched.length && earlier + touched.length > Math.max(0, ...counts.values())
  );
}

/**
 * The recorded products of each of some other values, as if a claim had filled these: as many as were filled, or half of
 * them at least.
 */
function recordedKinds(claim: OneValueClaim): OneValueClaim[] {
  const { touched } = claim;
  const { after } = newValueOf(claim);
  return [...Map.groupBy(othersOf(claim), (product) => after.cell[product])]
    .filter(([, { length }]) => length >= Math.max(FEWEST_CONSTANT, touched.length / 2))
    .sort(([left, few], [right, many]) => many.length - few.length || left - right)
    .slice(0, MAX_KINDS_COMPARED)
    .map(([own, products]) => ({
      ...claim,
      touched: products.slice(0, touched.length),
      trusted: claim.trusted.filter((product) => after.cell[product] !== own),
    }));
}

/**
 * Whether something holds of so many recorded values that a further one without it is likelier none of them: the estimate
 * of the share without it is Laplace's.
 */
function isUsual(kinds: readonly OneValueClaim[], holds: (kind: OneValueClaim) => boolean): boolean {
  const without = kinds.filter((kind) => !holds(kind)).length;
  return (without + 1) / (kinds.length + 2) < Math.exp(-CONSTANT_EVIDENCE);
}

/** Whether texts name the value for half of its products. */
function isNamed(claim: OneValueClaim): boolean {
  const words = wordsOfCell(newValueOf(claim).after, newValueOf(claim).cell);
  return share(claim.touched, (product) => areMentioned(words, product, claim.context)).share >= 0.5;
}

const areMentioned = (words: readonly string[], product: number, context: ProductContext): boolean =>
  words.length > 0 && words.every((word) => context.mentions(product, word));

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
 * Whether texts name the value for the filled products as often as they name recorded values, and not for others. Where they
 * name no recorded values, the word of a title is none of the column.
 */
function isNamedForThese(claim: OneValueClaim): boolean {
  const { touched, context } = claim;
  const { after, cell } = newValueOf(claim);
  const others = othersOf(claim);
  const names = (own: number) => (product: number) => areMentioned(wordsOfCell(after, own), product, context);
  const own = share(touched, names(cell));
  const foreign = share(others, names(cell));
  const usual = share(others, (product) => names(after.cell[product])(product));
  if (usual.share < 0.5 || own.share < (1 - EXCEPTIONS) * usual.share) return false;
  // Likelihood ratio of two shares against one.
  const pooled = (own.held + foreign.held) / Math.max(1, own.count + foreign.count);
  const ratio =
    binomial(own, own.share) +
    binomial(foreign, foreign.share) -
    binomial(own, pooled) -
    binomial(foreign, pooled);
  return ratio >= SUPPORTING_EVIDENCE && own.share >= 0.5 && foreign.share <= 0.5 * own.share;
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
