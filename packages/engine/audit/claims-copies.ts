import type { Attribute } from '../catalogue/types.ts';
import { comparedIn } from './claims-effort.ts';
import type { Surroundings } from './claims-traits.ts';
import { percent } from './claims-words.ts';
import type { Pair } from './verify-pairing.ts';

/** Standard errors by which new cells must repeat a column more often than the recorded ones do. */
const STANDARD_ERRORS = 3.5;
/** Cohen's kappa from which two columns agree by more than that both say the same of most products. */
const BY_NO_CHANCE = 0.8;

/** A column that the new cells repeat, although the recorded ones do not. */
export function copiedFrom(
  pair: Pair,
  index: number,
  all: readonly number[],
  claims: number,
  surroundings: Surroundings,
): string | undefined {
  if (all.length < 5) return undefined;
  const most = comparedIn(claims, pair.attributes.length);
  const touched = all.slice(0, most);
  const { before, after } = pair.attributes[index];
  const own = surroundings.keysOf(after);
  const recorded = recordedProducts(before).slice(0, most);
  for (let other = 0; other < pair.attributes.length; other++) {
    if (other === index) continue;
    // A column that is gone may have been renamed: nothing was found out then.
    const { inAfter, before: earlierSource, after: laterSource } = pair.attributes[other];
    const source = inAfter ? laterSource : earlierSource;
    const keys = surroundings.keysOf(source);
    // Most columns differ at once.
    const now = agreement(touched, after.cell, own, source.cell, keys, 0.1 * touched.length);
    // Both must speak of enough products; a column that is mostly empty cannot have been copied.
    if (now.compared < 0.8 * touched.length || now.share < 0.9) continue;
    const earlier = agreement(recorded, before.cell, own, source.cell, keys);
    const error = Math.sqrt((earlier.share * (1 - earlier.share) + 0.25 / now.compared) / now.compared);
    if (now.share - earlier.share < Math.max(0.2, STANDARD_ERRORS * error)) continue;
    const chance = chanceOf(touched, after.cell, own, source.cell, keys, surroundings.keys);
    if (now.share - chance < BY_NO_CHANCE * (1 - chance) || chance === 1) continue;
    return (
      `The new cells repeat "${pair.attributes[other].name}"${inAfter ? '' : ', which the later export lacks,'} in ${percent(now.share)} of the products; ` +
      `the recorded ones do in ${percent(earlier.share)}.`
    );
  }
  return undefined;
}

function recordedProducts({ cell }: Attribute): number[] {
  const products: number[] = [];
  for (let product = 0; product < cell.length; product++) if (cell[product] >= 0) products.push(product);
  return products;
}

function agreement(
  products: readonly number[],
  own: Int32Array,
  ownKeys: Int32Array,
  other: Int32Array,
  otherKeys: Int32Array,
  mostDiffering = Infinity,
): { compared: number; share: number } {
  let compared = 0;
  let alike = 0;
  for (const product of products) {
    if (own[product] < 0 || other[product] < 0) continue;
    compared++;
    if (ownKeys[own[product]] === otherKeys[other[product]]) alike++;
    else if (compared - alike > mostDiffering) break;
  }
  return { compared, share: compared === 0 ? 0 : alike / compared };
}

/** How often two columns would agree if the cells of either were shuffled. */
function chanceOf(
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
