import { ProductGroups } from '../../information/product-groups.ts';
import { COUNTED_DRAWS, NEAR_COPY, SAME_BITS } from '../constants.ts';
import type { ImputedSegment } from './imputed-segment.ts';

/** A question with gaps, as it is valued by itself. */
export interface SingleWorth {
  /** Bits that recording adds to the first answer; 0 for a question that is not to be valued. */
  readonly recoverable: number;
  /** Bits that are left of them after its best substitute. */
  readonly left?: number | undefined;
}

/**
 * What recording each question adds to those that add more: the bits of its answer for a shopper who knows what all of
 * them say, on the imputed segment. The sum can be had together: it is what the answers to all of them narrow once
 * everything is recorded, less what each of them narrows today after those before it.
 *
 * The order is greedy. With trust 1 and one answer a cell a gain never grows as more questions are chosen, so that only those
 * are valued again which may be the next one (Minoux 1978); else gains are capped at what they were, and the order is nearly
 * greedy.
 *
 * @param wanted the questions that add most are valued, so many of them
 * @returns per question its bits, at most `recoverable`; 0 for one that is not among them
 */
export function jointGains(
  segment: ImputedSegment,
  worths: readonly SingleWorth[],
  trust: number,
  wanted = worths.length,
): number[] {
  const valued = new Valuation(segment, worths, trust);
  const most = worths.map((_, index) => valued.beyondComplete(index));
  const joint = worths.map(() => 0);
  let groups = valued.undivided;
  // Those that were valued after all that are chosen so far.
  let isCurrent = new Uint8Array(most.length).fill(1);
  let chosen = 0;
  while (chosen < wanted && !groups.every((own) => own.areAllTold)) {
    const next = largest(most, worths);
    if (next < 0 || most[next] < SAME_BITS) break;
    if (isCurrent[next] === 0) {
      most[next] = Math.min(most[next], valued.gain(next, groups));
      isCurrent[next] = 1;
      continue;
    }
    joint[next] = most[next];
    most[next] = 0;
    chosen++;
    groups = valued.splitBy(next, groups);
    isCurrent = new Uint8Array(most.length);
  }
  return joint;
}

/** Values questions in the groups of each draw. Of a large segment few draws are counted. */
class Valuation {
  /** Per draw all products in one group. */
  readonly undivided: readonly ProductGroups[];
  readonly #segment: ImputedSegment;
  readonly #worths: readonly SingleWorth[];
  readonly #trust: number;
  /** Per question what is gained on all draws, relative to those that are counted. */
  readonly #ratio: (number | undefined)[] = [];

  constructor(segment: ImputedSegment, worths: readonly SingleWorth[], trust: number) {
    const { draws, products } = segment;
    const counted = draws.slice(0, Math.max(1, Math.floor(COUNTED_DRAWS / products)));
    this.undivided = counted.map(() => ProductGroups.ofAll(products));
    this.#segment = segment;
    this.#worths = worths;
    this.#trust = trust;
  }

  splitBy(index: number, groups: readonly ProductGroups[]): readonly ProductGroups[] {
    return groups.map((own, draw) => own.splitBy(this.#segment.draws[draw][index]));
  }

  /** Bits that recording a question adds for shoppers who know the groups. */
  gain(index: number, groups: readonly ProductGroups[]): number {
    this.#ratio[index] ??=
      groups.length === this.#segment.draws.length
        ? 1
        : this.#worths[index].recoverable / Math.max(SAME_BITS, this.#counted(index, this.undivided));
    return this.#ratio[index] * this.#counted(index, groups);
  }

  #counted(index: number, groups: readonly ProductGroups[]): number {
    const { draws } = this.#segment;
    return (
      groups.reduce((sum, own, draw) => sum + own.gain(draws[draw][index], this.#trust), 0) / groups.length
    );
  }

  /**
   * What recording a question adds to the complete attributes: what one of them leaves that tells nearly all of it and
   * predicts its recorded values, else all. A value that no other product confirms is told by chance.
   */
  beyondComplete(index: number): number {
    const { recoverable, left } = this.#worths[index];
    const nearCopy = (1 - NEAR_COPY) * recoverable;
    if (left === undefined || left > nearCopy) return recoverable;
    const { products, recorded, predictors } = this.#segment;
    const leftBy = predictors[index].chain
      .filter((link) => recorded[link] === products)
      .map((link) => this.gain(index, this.splitBy(link, this.undivided)));
    const least = Math.min(recoverable, ...leftBy);
    return least <= nearCopy ? least : recoverable;
  }
}

/** The index of the largest bound; of equal ones that which is worth most alone. */
function largest(bounds: readonly number[], worths: readonly SingleWorth[]): number {
  let best = -1;
  for (let index = 0; index < bounds.length; index++) {
    if (best < 0 || bounds[index] > bounds[best]) best = index;
    else if (bounds[index] === bounds[best] && worths[index].recoverable > worths[best].recoverable)
      best = index;
  }
  return best;
}
