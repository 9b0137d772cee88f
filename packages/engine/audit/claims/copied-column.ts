import type { Attribute } from '../../catalogue/types.ts';
import {
  COPY_EARLY_EXIT,
  COPY_STANDARD_ERRORS,
  FEWEST_COMPARED_BEGINNINGS,
  LEAST_KAPPA,
  PARTIAL_COPY,
} from '../constants.ts';
import { percent } from '../message-format.ts';
import type { ExportPair } from '../verify/export-pairing.ts';
import type { ProductContext } from './product-features.ts';
import { comparedCells } from './work-budget.ts';

/** Number of products that have both columns recorded, and the share of them with equal values. */
interface Agreement {
  readonly compared: number;
  readonly share: number;
}

interface CellAgreement extends Agreement {
  /** The share without the most frequent common value. */
  readonly withoutCommonest: number;
}

/** A message if the new cells repeat another column although the recorded cells do not. */
export function copyMessage(
  pair: ExportPair,
  index: number,
  all: readonly number[],
  claims: number,
  context: ProductContext,
): string | undefined {
  if (all.length < 5) return undefined;
  const most = comparedCells(claims, pair.attributes.length);
  const touched = all.slice(0, most);
  const { before, after } = pair.attributes[index];
  const own = context.keysOf(after);
  const recorded = recordedProducts(before).slice(0, most);
  for (let other = 0; other < pair.attributes.length; other++) {
    if (other === index) continue;
    // A column that is missing from the later export may have been renamed, which is no repair.
    const { inAfter, before: earlierSource, after: laterSource } = pair.attributes[other];
    const source = inAfter ? laterSource : earlierSource;
    const keys = context.keysOf(source);
    const now = agreement(touched, after.cell, own, source.cell, keys, PARTIAL_COPY);
    // Enough products must have both columns recorded: a mostly empty column cannot be the source of a copy.
    const isLike = now.compared >= 0.8 * touched.length && now.share >= PARTIAL_COPY;
    const isWhole = isLike && now.share >= 0.9;
    if (!isWhole) {
      const cut = beginningMessage(pair, index, other, touched, recorded);
      if (cut !== undefined) return cut;
    }
    if (!isLike) continue;
    const earlier = agreement(recorded, before.cell, own, source.cell, keys);
    if (!exceedsEarlier(now, earlier)) continue;
    const chance = chanceAgreementOf(touched, after.cell, own, source.cell, keys, context.keys);
    const isCopied = isWhole
      ? now.share - chance >= LEAST_KAPPA * (1 - chance) && chance < 1
      : now.withoutCommonest - Math.max(chance, earlier.share) >= PARTIAL_COPY;
    if (!isCopied) continue;
    return (
      `The new cells repeat "${pair.attributes[other].name}"${inAfter ? '' : ', which the later export lacks,'} in ${percent(now.share)} of the products; ` +
      `the recorded ones do in ${percent(earlier.share)}.`
    );
  }
  return undefined;
}

/**
 * A message if the new cells repeat the beginning of titles or descriptions although the recorded cells do
 * not.
 */
function beginningMessage(
  { attributes }: ExportPair,
  index: number,
  other: number,
  touched: readonly number[],
  recorded: readonly number[],
): string | undefined {
  const { before, after } = attributes[index];
  const { name, after: text } = attributes[other];
  if (text.notQuestion !== 'identifier' && text.notQuestion !== 'text') return undefined;
  const now = beginnings(touched, after, text);
  if (now.compared < 0.8 * touched.length || now.share < 0.9) return undefined;
  const earlier = beginnings(recorded, before, text);
  if (earlier.compared < FEWEST_COMPARED_BEGINNINGS || !exceedsEarlier(now, earlier)) return undefined;
  const shuffled = beginnings(touched, after, text, Math.ceil(touched.length / 2));
  if (now.share - shuffled.share < LEAST_KAPPA * (1 - shuffled.share) || shuffled.share === 1)
    return undefined;
  return (
    `The new cells repeat the beginning of "${name}" in ${percent(now.share)} of the products; ` +
    `the recorded ones do in ${percent(earlier.share)}.`
  );
}

/**
 * How often a text begins with the cell of its product, or with the cell of the product `shift` places later.
 */
function beginnings(products: readonly number[], own: Attribute, text: Attribute, shift = 0): Agreement {
  let compared = 0;
  let alike = 0;
  products.forEach((product, at) => {
    const cell = own.cell[products[(at + shift) % products.length]];
    if (cell < 0 || text.cell[product] < 0) return;
    compared++;
    const [value] = own.cells[cell];
    const begun = `${own.values[value].label} `;
    const [whole] = text.cells[text.cell[product]];
    const begins = `${text.values[whole].label.slice(0, begun.length)} `.slice(0, begun.length);
    if (begins.toLowerCase() === begun.toLowerCase()) alike++;
  });
  return { compared, share: compared === 0 ? 0 : alike / compared };
}

/** Whether the new cells agree with a column significantly more often than the recorded cells do. */
function exceedsEarlier(now: Agreement, earlier: Agreement): boolean {
  const error = Math.sqrt((earlier.share * (1 - earlier.share) + 0.25 / now.compared) / now.compared);
  return now.share - earlier.share >= Math.max(0.2, COPY_STANDARD_ERRORS * error);
}

function recordedProducts({ cell }: Attribute): number[] {
  const products: number[] = [];
  for (let product = 0; product < cell.length; product++) if (cell[product] >= 0) products.push(product);
  return products;
}

/** @param least share of the products that must agree; the comparison stops once this cannot be reached */
function agreement(
  products: readonly number[],
  own: Int32Array,
  ownKeys: Int32Array,
  other: Int32Array,
  otherKeys: Int32Array,
  least = 0,
): CellAgreement {
  const shared = new Map<number, number>();
  const mostDiffering = (1 - least) * products.length;
  let compared = 0;
  let alike = 0;
  let commonest = 0;
  for (const product of products) {
    if (own[product] < 0 || other[product] < 0) continue;
    compared++;
    const key = ownKeys[own[product]];
    if (key === otherKeys[other[product]]) {
      alike++;
      const count = (shared.get(key) ?? 0) + 1;
      shared.set(key, count);
      commonest = Math.max(commonest, count);
    } else if (
      compared - alike > mostDiffering ||
      (compared >= COPY_EARLY_EXIT && alike < 0.5 * least * compared)
    )
      break;
  }
  return compared === 0
    ? { compared, share: 0, withoutCommonest: 0 }
    : { compared, share: alike / compared, withoutCommonest: (alike - commonest) / compared };
}

/** How often two columns agree by chance: the expected agreement if one of them is shuffled. */
function chanceAgreementOf(
  products: readonly number[],
  own: Int32Array,
  ownKeys: Int32Array,
  other: Int32Array,
  otherKeys: Int32Array,
  kinds: number,
): number {
  const counts = new Int32Array(kinds);
  const both = products.filter((product) => own[product] >= 0 && other[product] >= 0);
  for (const product of both) counts[ownKeys[own[product]]]++;
  let sum = 0;
  for (const product of both) sum += counts[otherKeys[other[product]]];
  return both.length === 0 ? 0 : sum / both.length ** 2;
}
