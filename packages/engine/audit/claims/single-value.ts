import { EXCEPTIONS, LEAST_SHARE, MOST_JUDGED, SUPPORTING_EVIDENCE } from '../constants.ts';
import type { ExportPair } from '../verify/export-pairing.ts';
import { AssociationTest } from './association.ts';
import { type ProductContext, wordsIn } from './product-features.ts';

/**
 * Whether the products that were filled with one value are of a kind of their own: a true repair can fill only the
 * black products, or a whole brand that was never recorded. Then their texts name the value, where those of the other
 * products do not; or their texts and other columns tell them from the products with other values. Cells filled with
 * one value regardless of the product are told by neither.
 *
 * @param touched products with the one new value
 * @param trusted products with recorded cells
 */
export function areOfOneKind(
  pair: ExportPair,
  index: number,
  touched: readonly number[],
  trusted: readonly number[],
  claims: number,
  context: ProductContext,
): boolean {
  const { after } = pair.attributes[index];
  const cell = after.cell[touched[0]];
  const others = trusted.filter((product) => after.cell[product] !== cell);
  return (
    areNamed(pair, index, touched, others, context) ||
    areToldApart(pair, index, touched, trusted, claims, context)
  );
}

/** Recorded products with the value, at least. Set by hand. */
const FEWEST_ALIKE = 3;

/** Whether texts name the value for the filled products as often as they name recorded values, and not for others. */
function areNamed(
  pair: ExportPair,
  index: number,
  touched: readonly number[],
  others: readonly number[],
  context: ProductContext,
): boolean {
  const { after } = pair.attributes[index];
  const wordsOf = (cell: number) => after.cells[cell].flatMap((value) => wordsIn(after.values[value].label));
  const names = (product: number, words: readonly string[]) =>
    words.length > 0 && words.every((word) => context.mentions(product, word));
  const words = wordsOf(after.cell[touched[0]]);
  const own = share(touched, (product) => names(product, words));
  const foreign = share(others, (product) => names(product, words));
  const usual = share(others, (product) => names(product, wordsOf(after.cell[product])));
  if (own.share < (1 - EXCEPTIONS) * usual.share || own.share <= foreign.share) return false;
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
 * Whether the rest of the export tells products with the value from those with others: the few that were recorded with
 * it look like the filled ones, and hardly any other does. Where it was simply the cells of some group that were
 * missing, the recorded products of that group would look like the filled ones and have other values.
 */
function areToldApart(
  pair: ExportPair,
  index: number,
  touched: readonly number[],
  trusted: readonly number[],
  claims: number,
  context: ProductContext,
): boolean {
  const { after } = pair.attributes[index];
  const cell = after.cell[touched[0]];
  const groups = new Int32Array(after.cell.length).fill(-1);
  for (const product of trusted) groups[product] = after.cell[product] === cell ? 1 : 0;
  for (const product of touched) groups[product] = 1;
  const all = [...trusted, ...touched].sort((left, right) => left - right);
  const others = trusted.filter((product) => groups[product] === 0);
  const test = new AssociationTest(pair, index, claims, context, groups);
  const alike = trusted.filter((product) => groups[product] === 1);
  if (alike.length < FEWEST_ALIKE || others.length === 0) return false;
  const own = test.ratios(all, touched);
  if (own === undefined) return false;
  const known = test.ratios(all, alike) ?? [];
  const foreign = test.ratios(all, others) ?? [];
  const share = (all.length - others.length) / all.length;
  const isTold = (ratio: number) => share * Math.exp(ratio) > 0.5;
  const told = own.filter(isTold).length;
  const mistaken = foreign.filter((ratio) => (1 - share) * Math.exp(ratio) < 0.5).length;
  // In numbers of products, since of both groups only samples were judged.
  const mistakenOfAll = (mistaken / Math.max(1, foreign.length)) * others.length;
  const toldOfAll = (told / own.length) * touched.length;
  return (
    told >= LEAST_SHARE * own.length &&
    known.filter(isTold).length >= 0.5 * known.length && mistakenOfAll <= (EXCEPTIONS / 2) * toldOfAll
  );
}
