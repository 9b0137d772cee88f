import { COPY_EARLY_EXIT, LEAST_KAPPA, PARTIAL_COPY } from '../../constants.ts';
import { percent } from '../../message-format.ts';
import type { ExportPair } from '../../verify/export-pairing.ts';
import type { ProductContext } from '../product-features.ts';
import { comparedCells } from '../work-budget.ts';
import { type Agreement, type Copy, exceedsEarlier, recordedProducts } from './agreement.ts';

/**
 * New cells that repeat another column although the recorded cells do not.
 *
 * @param gaps cells that were missing. A repair that fills only the products whose titles name a value repeats titles
 * more often than recorded cells do, but not more often of all gaps.
 */
export function copiedColumn(
  pair: ExportPair,
  index: number,
  all: readonly number[],
  gaps: number,
  claims: number,
  context: ProductContext,
): Copy | undefined {
  if (all.length < 5) return undefined;
  const most = comparedCells(claims, pair.attributes.length);
  const touched = all.slice(0, most);
  const { before, after } = pair.attributes[index];
  const own = context.keysOf(after);
  const recorded = recordedProducts(before).slice(0, most);
  const filledShare = Math.min(1, all.length / Math.max(1, gaps));
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
    if (!isLike) continue;
    const earlier = agreement(recorded, before.cell, own, source.cell, keys);
    const ofGaps = { compared: now.compared, share: now.share * filledShare };
    if (!exceedsEarlier(ofGaps, earlier)) continue;
    const chance = chanceAgreementOf(touched, after.cell, own, source.cell, keys, context.keys);
    const isCopied = isWhole
      ? now.share - chance >= LEAST_KAPPA * (1 - chance) && chance < 1
      : withoutCommonest(touched, after.cell, own, source.cell, keys) - Math.max(chance, earlier.share) >=
        PARTIAL_COPY;
    if (!isCopied) continue;
    return {
      message:
        `The new cells repeat "${pair.attributes[other].name}"${inAfter ? '' : ', which the later export lacks,'} in ${percent(now.share)} of the products; ` +
        `the recorded ones do in ${percent(earlier.share)}.`,
      believed: (1 - now.share) / (1 - earlier.share),
    };
  }
  return undefined;
}

/** @param least share of the products that must agree; the comparison stops once this cannot be reached */
function agreement(
  products: readonly number[],
  own: Int32Array,
  ownKeys: Int32Array,
  other: Int32Array,
  otherKeys: Int32Array,
  least = 0,
): Agreement {
  const mostDiffering = (1 - least) * products.length;
  let compared = 0;
  let alike = 0;
  for (const product of products) {
    if (own[product] < 0 || other[product] < 0) continue;
    compared++;
    if (ownKeys[own[product]] === otherKeys[other[product]]) alike++;
    else if (
      compared - alike > mostDiffering ||
      (compared >= COPY_EARLY_EXIT && alike < 0.5 * least * compared)
    )
      break;
  }
  return { compared, share: compared === 0 ? 0 : alike / compared };
}

/** The share of the products with equal values, without the most frequent common value. */
function withoutCommonest(
  products: readonly number[],
  own: Int32Array,
  ownKeys: Int32Array,
  other: Int32Array,
  otherKeys: Int32Array,
): number {
  const shared = new Map<number, number>();
  let compared = 0;
  for (const product of products) {
    if (own[product] < 0 || other[product] < 0) continue;
    compared++;
    const key = ownKeys[own[product]];
    if (key === otherKeys[other[product]]) shared.set(key, (shared.get(key) ?? 0) + 1);
  }
  const counts = [...shared.values()];
  const alike = counts.reduce((sum, count) => sum + count, 0);
  return (alike - Math.max(0, ...counts)) / Math.max(1, compared);
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
