import { MIN_LIKE_RECORDED } from '../constants.ts';
import type { Verdict } from '../result.ts';
import { toldFigure } from '../told-figure.ts';
import type { AttributeComparison } from '../verify/attribute-comparison.ts';
import type { Believed } from '../verify/believed-cells.ts';
import { believedGain } from '../verify/believed-gain.ts';
import { isTouched } from '../verify/cell-changes.ts';
import type { ExportPair } from '../verify/export-pairing.ts';
import { type OverwrittenCells, overwrittenCells } from '../verify/overwritten-cells.ts';
import { type Evidence, evidenceOf } from './evidence.ts';
import { ProductContext } from './product-features.ts';

/** What the changes of one attribute are worth. */
export interface JudgedChange {
  readonly difference: AttributeComparison;
  readonly evidence: Evidence;
  readonly verdict: Verdict;
  /** The bits that count as gained: at most those that the attribute moved by. */
  readonly bitsGained: number;
  /** What as many of the recorded cells would gain; the bits that it moved by, where nothing was recorded. */
  readonly bitsAsRecorded: number;
  /** How the new cells count in the headline. */
  readonly believed: Believed;
  /** Recorded cells that hold another value now, where they are many and nothing tells the new ones. */
  readonly overwritten?: OverwrittenCells;
}

/**
 * Judges every attribute that is claimed or whose cells differ, by its name: what nobody claims is in the headline, too.
 */
export function judgedChanges(
  pair: ExportPair,
  compared: readonly AttributeComparison[],
  claimed: ReadonlySet<string | undefined>,
  trust: number,
): ReadonlyMap<string, JudgedChange> {
  const own = compared.filter(({ attribute, cells }) => claimed.has(attribute.name) || isTouched(cells));
  const context = new ProductContext(pair);
  return new Map(
    own.map((difference) => {
      const evidence = evidenceOf(pair, difference, own.length, context);
      return [difference.attribute.name, judged(pair, difference, evidence, trust)];
    }),
  );
}

function judged(
  pair: ExportPair,
  difference: AttributeComparison,
  evidence: Evidence,
  trust: number,
): JudgedChange {
  const { cells, bits } = difference;
  const gained = bits.after - bits.before;
  const bitsMoved = toldFigure(gained);
  const verdict = verdictOf(difference, evidence, bitsMoved);
  const overwritten = evidence.isSupported ? undefined : overwrittenCells(difference.attribute, cells);
  const counts = verdict === 'verified' || verdict === 'partial' || isPartlyTold(verdict, evidence);
  const gain = counts
    ? gainOf(pair, difference, evidence, bitsMoved, trust)
    : { bitsGained: verdict === 'regressed' ? bitsMoved : 0, bitsAsRecorded: bitsMoved };
  return {
    difference,
    evidence,
    verdict,
    ...gain,
    believed: {
      share: counts || verdict === 'regressed' ? evidence.believed : 0,
      isDamaged: overwritten?.damage !== undefined && overwritten.damage !== 'rounded',
    },
    ...(overwritten === undefined ? {} : { overwritten }),
  };
}

/** Whether something tells that a part of doubtful cells is true. */
function isPartlyTold(verdict: Verdict, { isSupported }: Evidence): boolean {
  return verdict === 'doubtful' && isSupported;
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
  if (!evidence.isSupported) return 'unproven';
  if (cells.cleared > 0 || cells.filled.length < 0.5 * attribute.missingBefore) return 'partial';
  return 'verified';
}

/**
 * The bits that count as gained: those of the believed cells, and no more than as many of the recorded ones would gain, so that
 * what false cells say does not make them worth more than true ones.
 */
function gainOf(
  pair: ExportPair,
  { index, cells: { filled, changed, recordedBefore } }: AttributeComparison,
  { believed, isDoubtful }: Evidence,
  bitsMoved: number,
  trust: number,
): Pick<JudgedChange, 'bitsGained' | 'bitsAsRecorded'> {
  const bitsAsRecorded = toldFigure(believedGain(pair, index, trust, 1).asRecorded) || bitsMoved;
  const gain = believedGain(pair, index, trust, believed);
  const said = believed === 1 ? bitsMoved : Math.min(gain.asSaid, believed * bitsMoved);
  if (isDoubtful) {
    const most = recordedBefore > 0 ? Math.min(said, gain.asRecorded) : said;
    return { bitsGained: toldFigure(Math.max(0, most)), bitsAsRecorded };
  }
  // Corrections count like filled cells; where all are corrections, nothing is like them.
  const like = filled.length === 0 ? 0 : toldFigure(gain.asRecorded * (1 + changed.length / filled.length));
  return {
    bitsGained: toldFigure(like > 0 && like < MIN_LIKE_RECORDED * said ? like : said),
    bitsAsRecorded,
  };
}
