import type { JudgedChange } from '../claims/judged-changes.ts';
import { answerability } from '../grade/answerability.ts';
import type { VerifyResult } from '../result.ts';
import { toldFigure } from '../told-figure.ts';
import type { AttributeComparison } from './attribute-comparison.ts';
import { withoutDisbelievedCells } from './believed-cells.ts';
import type { ExportPair } from './export-pairing.ts';
import { withPairMerged } from './merged-pair.ts';
import { type PairedFact, pairedAnswerability } from './paired-answerability.ts';
import { pairedBits } from './paired-bits.ts';

/**
 * The answerability of both exports by the questions of either. Less trust in new and changed cells lowers the bits of their
 * attribute in the proportion in which it lowers those of the comparison. A change that counts in part answers what as many
 * cells like the recorded ones would, and no more than its share of what it says where not all of its cells are believed.
 */
export function headline(
  pair: ExportPair,
  compared: readonly AttributeComparison[],
  changes: ReadonlyMap<string, JudgedChange>,
  trust: number,
): VerifyResult['answerability'] {
  const { pair: merged, repeats } = withPairMerged(withoutDisbelievedCells(pair, changes));
  const changesOf = (index: number) =>
    [index, ...(repeats.get(index) ?? [])].flatMap((own) => changes.get(pair.attributes[own].name) ?? []);
  const inPart = new Set(pair.attributes.keys().filter((index) => changesOf(index).some(countsInPart)));
  const facts = pairedAnswerability(merged, inPart);
  const asSaid = new Map(
    inPart.size === 0 ? [] : pairedAnswerability(merged).map((fact) => [fact.attributes[0], fact]),
  );
  const trusted = (index: number): number => {
    const bits = repeats.has(index) ? pairedBits(merged, index, trust) : compared[index].bits;
    return bits.afterCertain > 0 ? bits.after / bits.afterCertain : 1;
  };
  const moveOf = ({ attributes, before, after }: PairedFact, share: number): number => {
    // Trust alone takes no answer away that another column gives.
    const later = Math.max(Math.min(before, after), after * Math.min(...attributes.map(trusted)));
    return later <= before ? later - before : share * (later - before);
  };
  const later = facts.map((fact) => {
    const { attributes, before, certain } = fact;
    const touching = attributes.flatMap(changesOf);
    if (touching.length === 0) return { now: before, certain };
    const gains = touching.some(({ bitsGained }) => bitsGained > 0);
    if (!touching.some(countsInPart)) return { now: before + moveOf(fact, gains ? 1 : 0), certain };
    const like = moveOf(
      fact,
      countedShare(touching, ({ bitsAsRecorded }) => bitsAsRecorded),
    );
    const said = touching.every(({ believed }) => believed.share === 1)
      ? undefined
      : asSaid.get(attributes[0]);
    const most = said === undefined ? like : moveOf(said, countedShare(touching, bitsSaid));
    return { now: before + Math.min(like, most), certain };
  });
  const before = answerability(facts.map((own) => ({ now: own.before, certain: own.certain })));
  const after = answerability(later);
  return { before, after, moved: toldFigure((after ?? 0) - (before ?? 0)) };
}

const bitsSaid = ({ difference: { bits } }: JudgedChange): number => toldFigure(bits.after - bits.before);

/** Whether not all counts of what a change says. */
const countsInPart = (change: JudgedChange): boolean => change.bitsGained < bitsSaid(change);

/** What some changes gain as a share of something that they would gain. */
function countedShare(changes: readonly JudgedChange[], of: (change: JudgedChange) => number): number {
  const sum = (bits: (change: JudgedChange) => number) =>
    changes.reduce((all, change) => all + Math.max(0, bits(change)), 0);
  return sum(of) > 0 ? Math.min(1, sum(({ bitsGained }) => bitsGained) / sum(of)) : 0;
}
