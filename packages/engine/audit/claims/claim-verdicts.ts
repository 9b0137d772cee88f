import type { Warning } from '../../catalogue/types.ts';
import { SAME_BITS } from '../constants.ts';
import type { BelievedShare, GradedClaim, RepairClaim, Verdict } from '../result.ts';
import type { AttributeComparison } from '../verify/attribute-comparison.ts';
import type { Believed } from '../verify/believed-catalogue.ts';
import { believedGain } from '../verify/believed-gain.ts';
import { isTouched } from '../verify/cell-changes.ts';
import { type ExportPair, resolveAttributeName } from '../verify/export-pairing.ts';
import { type Evidence, evidenceOf } from './evidence.ts';
import { labelOf } from './merged-values.ts';
import { ProductContext } from './product-features.ts';

type Reasons = GradedClaim['reasons'];

/** Graded claims, and warnings about them. */
export interface GradedClaims {
  readonly claims: GradedClaim[];
  readonly warnings: Warning[];
  /** Per name of a claimed attribute how its new cells count. */
  readonly believed: ReadonlyMap<string, Believed>;
  /** Per name of a claimed attribute the bits that count as gained. */
  readonly gained: ReadonlyMap<string, number>;
}

/** Grades each claim by the actual changes, in the order of the claims. */
export function gradeClaims(
  pair: ExportPair,
  compared: readonly AttributeComparison[],
  repairs: readonly RepairClaim[],
  trust: number,
): GradedClaims {
  const byName = new Map(compared.map((each) => [each.attribute.name, each]));
  const found = new Map<AttributeComparison, Evidence>();
  const context = new ProductContext(pair);
  const names = new Set(repairs.map(({ attribute }) => resolveAttributeName(pair, attribute)));
  const warnings: Warning[] = [];
  const believed = new Map<string, Believed>();
  const gainedBy = new Map<string, number>();
  const claims = repairs.map((claim, at) => {
    const name = resolveAttributeName(pair, claim.attribute);
    const difference = name === undefined ? undefined : byName.get(name);
    if (difference === undefined) return graded(claim, 'not_found', 0, 0, []);
    let evidence = found.get(difference);
    if (evidence === undefined) {
      evidence = evidenceOf(pair, difference, names.size, context);
      found.set(difference, evidence);
    }
    const gained = difference.bits.after - difference.bits.before;
    const bitsMoved = Math.abs(gained) < SAME_BITS ? 0 : gained;
    const verdict = verdictOf(difference, evidence, bitsMoved);
    believed.set(difference.attribute.name, {
      share: believedIn(evidence, verdict),
      isUntold:
        isUntold(difference, evidence) || (evidence.isDoubtful && difference.cells.recordedBefore > 0),
    });
    const bitsGained = bitsGainedBy(pair, difference, evidence, verdict, bitsMoved, trust);
    gainedBy.set(difference.attribute.name, bitsGained);
    if ((verdict === 'verified' || verdict === 'partial') && !evidence.isSupported)
      warnings.push(thinEvidence(claim, at));
    const reasons =
      verdict === 'empty' && evidence.reasons.length === 0 ? sameForAll(difference) : evidence.reasons;
    const share = believedShare(difference, evidence, verdict);
    return graded(claim, verdict, bitsGained, difference.cells.filled.length, reasons, share);
  });
  return { claims, warnings, believed, gained: gainedBy };
}

function thinEvidence({ attribute }: RepairClaim, at: number): Warning {
  return {
    code: 'thin_evidence',
    field: `repairs[${at}].attribute`,
    message:
      `Nothing contradicts the new values of "${attribute}", but little else in the export tells them: values drawn from the column ` +
      'without looking at the products might have passed as well. Check a few of them by hand.',
  };
}

/**
 * The bits that count as gained, so that they follow the verdict: those of the believed cells. Where nothing else in
 * the export tells the values, true ones cannot be told from drawn ones, and any of them count as much as values
 * distributed like the recorded ones would.
 */
function bitsGainedBy(
  pair: ExportPair,
  difference: AttributeComparison,
  evidence: Evidence,
  verdict: Verdict,
  bitsMoved: number,
  trust: number,
): number {
  const { index, cells } = difference;
  const { believed } = evidence;
  if (verdict === 'empty' || verdict === 'unchanged') return 0;
  const isCertain = believed === 1 && evidence.isSupported;
  if (verdict === 'regressed' || (isCertain && !evidence.addsValues)) return bitsMoved;
  const { asSaid, asRecorded } = believedGain(pair, index, trust, believed);
  // Values that were never recorded before spread a column; they gain no more than as many of the recorded ones would.
  if (isCertain) return asRecorded > 0 ? Math.min(bitsMoved, asRecorded) : bitsMoved;
  if (isUntold(difference, evidence)) return asRecorded;
  const most = evidence.isDoubtful && cells.recordedBefore > 0 ? asRecorded : Infinity;
  return Math.max(0, Math.min(asSaid, believed * bitsMoved, most));
}

function believedIn({ believed }: Evidence, verdict: Verdict): number {
  return verdict === 'empty' ? 0 : believed;
}

function believedShare(
  { cells }: AttributeComparison,
  evidence: Evidence,
  verdict: Verdict,
): BelievedShare | undefined {
  if (cells.filled.length + cells.changed.length === 0) return undefined;
  return { share: believedIn(evidence, verdict), ...evidence.bounds };
}

/** Whether cells were filled and nothing tells true values from drawn ones. */
function isUntold({ cells }: AttributeComparison, { isSupported, isDoubtful }: Evidence): boolean {
  return !isDoubtful && !isSupported && cells.recordedBefore > 0 && cells.filled.length > 0;
}

/** Why true cells can decide nothing: all products say the same. */
function sameForAll({ attribute: { after } }: AttributeComparison): Reasons {
  const said = after.cell.find((cell) => cell >= 0);
  if (said === undefined || after.cell.some((cell) => cell >= 0 && cell !== said)) return [];
  const message = `All recorded cells say "${labelOf(after, said)}": a shopper cannot tell products by it.`;
  return [{ code: 'constant', message }];
}

/** The first verdict that applies, in the order of the contract. */
function verdictOf(
  { cells, attribute }: AttributeComparison,
  evidence: Evidence,
  bitsGained: number,
): Verdict {
  if (!isTouched(cells)) return 'unchanged';
  if (bitsGained < 0) return 'regressed';
  if (bitsGained === 0 || evidence.isConstant) return 'empty';
  if (evidence.isDoubtful) return 'doubtful';
  if (cells.cleared > 0 || cells.filled.length < 0.5 * attribute.missingBefore) return 'partial';
  return 'verified';
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
