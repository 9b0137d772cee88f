import { type EncodedAttribute, encode } from '../../information/encoding.ts';
import { predictedShare } from '../../information/predicted-share.ts';
import { isRecoding, usualCell } from '../../information/recoding.ts';
import { isRecorded, recordedCells } from '../../primitives/cell-counts.ts';
import { compare } from '../canonical-order.ts';
import { FEWEST_COMPARED, SAME_BITS, TOLD_IN_ALL } from '../constants.ts';
import { percent } from '../message-format.ts';
import type { GradedClaim } from '../result.ts';
import { cellChanges, isTouched } from '../verify/cell-changes.ts';
import type { ExportPair } from '../verify/export-pairing.ts';
import { pairedBits } from '../verify/paired-bits.ts';
import type { JudgedChange } from './judged-changes.ts';

type Reason = GradedClaim['reasons'][number];

/** What of a change's gain nothing else says. */
export interface GainBeyond {
  readonly bits: number;
  /** The column that says the rest; undefined where none does. */
  readonly toldBy?: string;
  /** Why, to whoever claims the change. */
  readonly reason?: Reason;
}

/**
 * What each change adds to those before it, by the name of its attribute: first those that are claimed, in the order of the
 * claims, then the others, from the largest gain on.
 *
 * @param claimed names of attributes; those that have no change are passed over
 */
export function gainsInTurn(
  pair: ExportPair,
  changes: ReadonlyMap<string, JudgedChange>,
  claimed: Iterable<string | undefined>,
  trust: number,
): ReadonlyMap<string, GainBeyond> {
  const largestFirst = [...changes].sort(
    ([left, { bitsGained: own }], [right, { bitsGained: other }]) => other - own || compare(left, right),
  );
  const order = new Set([...claimed, ...largestFirst.map(([name]) => name)]);
  const inTurn = new GainsInTurn(pair, trust, changes.size);
  const gains = new Map<string, GainBeyond>();
  for (const name of order) {
    const change = name === undefined ? undefined : changes.get(name);
    if (name !== undefined && change !== undefined) gains.set(name, inTurn.credit(change));
  }
  return gains;
}

/**
 * Credits changes in turn, so that what they gain can be had together: what a credited one already says, or an untouched
 * column in other words, adds nothing.
 */
class GainsInTurn {
  readonly #pair: ExportPair;
  readonly #trust: number;
  readonly #columns: (readonly EncodedAttribute[] | undefined)[] = [];
  /** Attributes of the changes that gained something, by their index. */
  readonly #credited: number[] = [];
  /** The fullest first: of recodings that one says most. */
  readonly #untouched: readonly number[];

  /** Products by which changes are compared with each other: the first in canonical order are a random sample. */
  readonly #sample: number;

  /**
   * @param trust in new and changed cells, as the bits of the changes have it
   * @param changes how many there are
   */
  constructor(pair: ExportPair, trust: number, changes: number) {
    this.#pair = pair;
    this.#trust = trust;
    this.#sample = Math.max(FEWEST_COMPARED, Math.floor(TOLD_IN_ALL / changes ** 2));
    const recorded = pair.attributes.map(({ after }) => recordedCells(after.cell));
    this.#untouched = pair.attributes
      .flatMap((attribute, index) =>
        attribute.after.notQuestion === undefined && attribute.inAfter && !isTouched(cellChanges(attribute))
          ? [index]
          : [],
      )
      .sort((left, right) => recorded[right] - recorded[left] || left - right);
  }

  /** The bits of a change that no column before it says. */
  credit({ difference, bitsGained }: JudgedChange): GainBeyond {
    if (bitsGained <= 0) return { bits: bitsGained };
    const { index } = difference;
    const { share, other, isRecoded } = this.#saidBy(index);
    const rest = other === undefined ? 1 : 1 - share * (1 - this.#restBeyond(index, other));
    this.#credited.push(index);
    if (other === undefined || 1 - rest < SAME_BITS) return { bits: bitsGained };
    const { name } = this.#pair.attributes[other];
    return {
      bits: rest * bitsGained,
      toldBy: name,
      reason: isRecoded ? recodes(name) : told(name, 1 - rest),
    };
  }

  /**
   * The column that says most of an attribute: an untouched one that is its recoding, or a credited one. The
   * cells that were recorded before tell as well as all of them do, so that a false repair gains no more than a true one.
   */
  #saidBy(index: number): { readonly share: number; readonly other?: number; readonly isRecoded: boolean } {
    const own = this.#sides(index);
    const tried = this.#pair.attributes.length;
    const usual = own.map(usualCell);
    const isRecodedBy = (other: number) =>
      own.some((side, at) => isRecoding(side, this.#sides(other)[1], tried, usual[at]));
    const [recoded] = [this.#credited, this.#untouched]
      .flatMap((others) => others.find((other) => other !== index && isRecodedBy(other)) ?? [])
      .sort((left, right) => this.#restBeyond(index, left) - this.#restBeyond(index, right));
    if (recoded !== undefined) return { share: 1, other: recoded, isRecoded: true };
    let best: { readonly share: number; readonly other?: number } = { share: 0 };
    const sampled = own.map((side) => this.#sampled(side));
    for (const other of this.#credited) {
      const says = this.#sampled(this.#sides(other)[1]);
      const share = Math.max(...sampled.map((side) => predictedShare(side, says, tried)));
      if (share > best.share) best = { share, other };
    }
    return { ...best, isRecoded: false };
  }

  /** The share of the bits moved that is left where only cells count of which the other column says nothing. */
  #restBeyond(index: number, other: number): number {
    const { attributes } = this.#pair;
    const { before, after } = attributes[index];
    const says = attributes[other].after.cell;
    const cell = before.cell.map((own, product) =>
      isRecorded(says[product]) === 1 && isRecorded(after.cell[product]) === 1 ? after.cell[product] : own,
    );
    const changed = attributes.map((own, at) =>
      at === index ? { ...own, before: { ...before, cell } } : own,
    );
    const all = pairedBits(this.#pair, index, this.#trust);
    const beyond = pairedBits({ ...this.#pair, attributes: changed }, index, this.#trust);
    const gained = all.after - all.before;
    return gained <= SAME_BITS ? 1 : Math.min(1, Math.max(0, (beyond.after - beyond.before) / gained));
  }

  #sampled({ cell, start }: EncodedAttribute): Pick<EncodedAttribute, 'cell' | 'start'> {
    return { cell: cell.subarray(0, this.#sample), start };
  }

  /** An attribute in each export by itself: new numbers do not cut the ranges of those that were recorded before. */
  #sides(index: number): readonly EncodedAttribute[] {
    const { before, after } = this.#pair.attributes[index];
    this.#columns[index] ??= [before, after].flatMap((side) => encode([side]));
    return this.#columns[index];
  }
}

const recodes = (name: string): Reason => ({
  code: 'recoding',
  message: `It says in other words what "${name}" says: a shopper who was told one learns nothing from the other, so that it adds nothing where both are recorded.`,
});

const told = (name: string, share: number): Reason => ({
  code: 'told_by_claim',
  message: `The claim of "${name}" already tells ${percent(share)} of it: only the rest is added.`,
});
