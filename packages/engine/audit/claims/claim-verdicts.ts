import { cellLabel } from '../display/cell-label.ts';
import type { BelievedShare, GradedClaim, RepairClaim, Verdict } from '../result.ts';
import type { AttributeComparison } from '../verify/attribute-comparison.ts';
import { type ExportPair, resolveAttributeName } from '../verify/export-pairing.ts';
import type { GainBeyond } from './gains-in-turn.ts';
import type { JudgedChange } from './judged-changes.ts';

type Reasons = GradedClaim['reasons'];

/**
 * Grades each claim by the changes of its attribute, in the order of the claims. Bits count once: a further claim of the
 * same attribute has none, and what an earlier claim said adds none.
 *
 * @param changes at least those of every claimed attribute, and `gains` what each adds to those before it
 */
export function gradeClaims(
  pair: ExportPair,
  changes: ReadonlyMap<string, JudgedChange>,
  gains: ReadonlyMap<string, GainBeyond>,
  repairs: readonly RepairClaim[],
): GradedClaim[] {
  const claimed = new Set<string>();
  return repairs.map((claim) => {
    const name = resolveAttributeName(pair, claim.attribute);
    if (name === undefined) return graded(claim, 'not_found', 0, 0, []);
    const change = changes.get(name)!;
    const { difference, verdict } = change;
    const isFirst = !claimed.has(name);
    claimed.add(name);
    const { bits, reason } = isFirst ? gains.get(name)! : { bits: 0, reason: CLAIMED_TWICE };
    const reasons = [...reasonsOf(change), ...(reason === undefined ? [] : [reason])];
    return graded(claim, verdict, bits, difference.cells.filled.length, reasons, believedShare(change));
  });
}

const CLAIMED_TWICE: Reasons[number] = {
  code: 'claimed_twice',
  message: 'Another claim names this attribute, too: its bits count there.',
};

const UNPROVEN: Reasons[number] = {
  code: 'unproven',
  message: 'Nothing else in the export shows whether these values are true: check a few of them by hand.',
};

function reasonsOf({ difference, evidence, verdict }: JudgedChange): Reasons {
  if (verdict === 'unproven') return [...evidence.reasons, UNPROVEN];
  return verdict === 'empty' && evidence.reasons.length === 0 ? sameForAll(difference) : evidence.reasons;
}

function believedShare({
  difference: { cells },
  evidence,
  believed,
}: JudgedChange): BelievedShare | undefined {
  if (cells.filled.length + cells.changed.length === 0) return undefined;
  return { share: believed.share, ...evidence.bounds };
}

/** Why true cells can decide nothing: all products say the same. */
function sameForAll({ attribute: { after } }: AttributeComparison): Reasons {
  const said = after.cell.find((cell) => cell >= 0);
  if (said === undefined || after.cell.some((cell) => cell >= 0 && cell !== said)) return [];
  const message = `All recorded cells say "${cellLabel(after, said)}": a shopper cannot tell products by it.`;
  return [{ code: 'constant', message }];
}

function graded(
  claim: RepairClaim,
  verdict: Verdict,
  bitsGained: number,
  cellsFilled: number,
  reasons: Reasons,
  believed?: BelievedShare,
): GradedClaim {
  const { attribute, method, estimatedHours, actualHours } = claim;
  return {
    attribute,
    ...(method === undefined ? {} : { method }),
    verdict,
    bitsGained,
    cellsFilled,
    ...(estimatedHours === undefined ? {} : { estimatedHours }),
    ...(actualHours === undefined ? {} : { actualHours }),
    ...(actualHours === undefined || actualHours === 0 ? {} : { bitsPerHour: bitsGained / actualHours }),
    ...(believed === undefined ? {} : { believed }),
    reasons,
  };
}
