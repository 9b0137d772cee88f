import { audit } from '@decidable/engine/audit';
import { interpret, readTable } from '@decidable/engine/catalogue';
import { type Blanking, blankCells, blankedCsv, type Pattern } from './blanking.ts';
import { chance } from './chance.ts';
import { bitsPerCell } from './filling.ts';
import { absoluteError, rankCorrelation } from './measures.ts';
import { worthAmongThree, worthAsked } from './shoppers.ts';
import type { Truth } from './truth.ts';

/** The quality of one ranking of attributes on one blanked copy. */
export interface Fared {
  /** Spearman, with the realised gains at K = 3. */
  readonly correlation: number;
  /** Area under "bits decided per cell recorded" when attributes are filled in this order, best order = 1. */
  readonly area: number;
}

export interface Quality {
  readonly pattern: Pattern;
  readonly seed: number;
  readonly attributes: number;
  /** Attributes with gaps that the audit left without a priority; they count as predicted 0. */
  readonly unranked: number;
  /** Σ |recoverable − realised at K = 1|, and Σ realised: their quotient is the calibration error. */
  readonly one: { readonly error: number; readonly realised: number };
  /** Likewise `threeQuestionGain` at K = 3. */
  readonly three: { readonly error: number; readonly realised: number };
  /** With realised gains at K = 1. */
  readonly correlationAtOne: number;
  readonly audit: Fared;
  readonly emptiest: Fared;
  readonly entropy: Fared;
}

/** All runs of one catalogue. */
export interface Graded {
  readonly file: string;
  readonly products: number;
  readonly columns: number;
  readonly runs: readonly Quality[];
}

/** Blanks a truth, reads, interprets and audits the copy, and compares the result with simulated shoppers. */
export function quality(truth: Truth, pattern: Pattern, seed: number, shoppers: number): Quality {
  const random = chance(seed * 7919 + (pattern === 'tied' ? 1 : 0));
  const blanking = blankCells(truth, pattern, random);
  const result = audit(interpret(readTable(blankedCsv(truth, blanking))));
  const graded = new Map(result.attributes.map((attribute) => [attribute.attribute, attribute]));
  const attributes = truth.columns.map(({ name }) => graded.get(name));
  const recoverable = attributes.map((attribute) =>
    attribute === undefined || attribute.priority === null ? 0 : attribute.bits.recoverable,
  );
  const ofThree = attributes.map((attribute) => attribute?.threeQuestionGain ?? 0);
  const one = worthAsked(truth, blanking);
  const three = worthAmongThree(truth, blanking, shoppers, random);
  const fared = (scores: readonly number[], order = scores): Fared => ({
    correlation: rankCorrelation(scores, three),
    area: bitsPerCell(truth, blanking, order, three),
  });
  const missing = missingCells(blanking);
  return {
    pattern,
    seed,
    attributes: truth.columns.length,
    unranked: truth.columns.filter(
      (_, column) => blanking.rates[column] > 0 && (attributes[column]?.priority ?? null) === null,
    ).length,
    one: { error: absoluteError(recoverable, one), realised: one.reduce((sum, bits) => sum + bits, 0) },
    three: { error: absoluteError(ofThree, three), realised: three.reduce((sum, bits) => sum + bits, 0) },
    correlationAtOne: rankCorrelation(recoverable, one),
    audit: fared(
      ofThree,
      ofThree.map((bits, column) => (missing[column] === 0 ? 0 : bits / missing[column])),
    ),
    emptiest: fared(missing),
    entropy: fared(recordedEntropy(truth, blanking)),
  };
}

/** "Most empty first". */
function missingCells({ blank }: Blanking): number[] {
  return blank.map((mask) => mask.reduce((count, gone) => count + gone, 0));
}

/** Plain entropy of the recorded values, for columns with gaps. */
function recordedEntropy({ columns }: Truth, { blank }: Blanking): number[] {
  return columns.map(({ answers }, column) => {
    if (!blank[column].includes(1)) return 0;
    const counts = new Map<number, number>();
    let total = 0;
    answers.forEach((held, product) => {
      if (blank[column][product] === 1) return;
      for (const answer of held) {
        counts.set(answer, (counts.get(answer) ?? 0) + 1);
        total++;
      }
    });
    let bits = 0;
    for (const count of counts.values()) bits -= (count / total) * Math.log2(count / total);
    return bits;
  });
}
