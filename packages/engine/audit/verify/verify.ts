import { KIND_WARNINGS } from '../../catalogue/kinds/kind-choices.ts';
import type { Catalogue, Warning } from '../../catalogue/types.ts';
import { compare } from '../canonical-order.ts';
import { gradeClaims } from '../claims/claim-verdicts.ts';
import { type GainBeyond, gainsInTurn } from '../claims/gains-in-turn.ts';
import { type JudgedChange, judgedChanges } from '../claims/judged-changes.ts';
import { SOURCE_TRUST } from '../constants.ts';
import { changedCells } from '../display/changed-cells.ts';
import { answerability } from '../grade/answerability.ts';
import { withEmptyCellsSaid } from '../grade/empty/empty-cells.ts';
import { counted, percent } from '../message-format.ts';
import type { VerifyOptions, VerifyResult } from '../result.ts';
import { toldFigure } from '../told-figure.ts';
import { type AttributeComparison, compareAttributes } from './attribute-comparison.ts';
import { withBelievedCells } from './believed-cells.ts';
import {
  type ExportPair,
  idsChangedMessage,
  type PairedAttribute,
  pairExports,
  resolveAttributeName,
} from './export-pairing.ts';
import { withPairMerged } from './merged-pair.ts';
import type { Damage } from './overwritten-cells.ts';
import { type PairedFact, pairedAnswerability } from './paired-answerability.ts';
import { pairedBits } from './paired-bits.ts';

/**
 * Compares an export from before a repair with one from after it: the change of each attribute in bits of
 * decision information. With `repairs`, each claim is graded against the changes. Only common products are
 * compared; added and removed products are listed.
 *
 * @param before and `after` must come from `interpretTogether`, so that they share values and cells
 *
 * @example
 * verify(...interpretTogether(readTable(old), readTable(mended)), { repairs: [{ attribute: 'material' }]
 * }).claims;
 */
export function verify(before: Catalogue, after: Catalogue, options: VerifyOptions = {}): VerifyResult {
  const source = options.source ?? 'merchant';
  const trust = SOURCE_TRUST[source];
  const both = pairExports(...withEmptyCellsSaid([before, after] as const, options));
  const compared = compareAttributes(both, trust);
  const claimed = new Set(options.repairs?.map(({ attribute }) => resolveAttributeName(both, attribute)));
  const changes = judgedChanges(both, compared, claimed, trust);
  const gains = gainsInTurn(both, changes, claimed, trust);
  const examplesOf = changedCells(both.ids, [after, before]);
  const attributes = compared
    .map((each) => ({
      ...moved(each, changes.get(each.attribute.name), gains.get(each.attribute.name)),
      ...examplesOf(each.attribute),
    }))
    .sort(
      (left, right) =>
        Math.abs(right.bits.moved) - Math.abs(left.bits.moved) || compare(left.attribute, right.attribute),
    );
  const mode = options.repairs === undefined ? 'monitor' : 'verification';
  const warnings = [...warningsOf(before, after, both), ...overwrittenWarnings(changes)];
  return {
    mode,
    products: {
      before: both.productsBefore,
      after: both.productsAfter,
      common: both.ids.length,
      added: both.added,
      removed: both.removed,
    },
    answerability: answerabilities(both, compared, changes, trust),
    attributes,
    ...(options.repairs === undefined
      ? {}
      : {
          claims: gradeClaims(both, changes, gains, options.repairs),
          unclaimed: attributes
            .filter((each) => each.status !== 'unchanged' && !claimed.has(each.attribute))
            .map(({ attribute }) => attribute),
        }),
    source,
    trust,
    ...(options.category === undefined ? {} : { category: options.category }),
    ...(warnings.length === 0 ? {} : { warnings }),
  };
}

function moved(
  { attribute, cells, bits }: AttributeComparison,
  change: JudgedChange | undefined,
  gain: GainBeyond | undefined,
): VerifyResult['attributes'][number] {
  const difference = bits.after - bits.before;
  const bitsMoved = toldFigure(difference);
  const added = gain?.bits;
  return {
    attribute: attribute.name,
    ...(attribute.after.header === undefined ? {} : { header: attribute.after.header }),
    status: statusOf(attribute, change, bitsMoved),
    bits: {
      before: bits.before,
      after: bits.after,
      moved: bitsMoved,
      ...(added === undefined || added === bitsMoved ? {} : { believed: added }),
      ...(gain?.toldBy === undefined ? {} : { toldBy: gain.toldBy }),
    },
    recorded: { before: cells.recordedBefore, after: cells.recordedAfter },
    cells: {
      filled: cells.filled.length,
      cleared: cells.cleared,
      changed: cells.changed.length,
      placeholders: cells.placeholders,
    },
  };
}

function statusOf(
  { inBefore, inAfter }: PairedAttribute,
  change: JudgedChange | undefined,
  bitsMoved: number,
): VerifyResult['attributes'][number]['status'] {
  if (!inBefore) return 'added';
  if (!inAfter) return 'removed';
  if (change === undefined) return 'unchanged';
  if (bitsMoved === 0 && !change.believed.isDamaged) return 'unchanged';
  if (bitsMoved < 0 || change.believed.isDamaged) return 'worsened';
  return change.verdict === 'verified' || change.verdict === 'partial' ? 'improved' : 'unproven';
}

/**
 * The answerability of both exports by the questions of either. Less trust in new and changed cells lowers the bits of their
 * attribute in the proportion in which it lowers those of the comparison. A change that counts in part answers what as many
 * cells like the recorded ones would, and no more than its share of what it says where not all of its cells are believed.
 */
function answerabilities(
  pair: ExportPair,
  compared: readonly AttributeComparison[],
  changes: ReadonlyMap<string, JudgedChange>,
  trust: number,
): VerifyResult['answerability'] {
  const { pair: merged, repeats } = withPairMerged(withBelievedCells(pair, changes));
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

const LOOKS: Readonly<Record<Damage, string>> = {
  mojibake: 'letters with accents were read in another encoding',
  scientific: 'long numbers became powers of ten, and lost digits',
  dates: 'they became dates, as spreadsheets make of sizes and fractions',
  'cut off': 'they are cut off',
  rounded: 'they are rounded',
  moved: 'the same values stand at other products, as where one column was sorted or shifted alone',
};

function overwrittenWarnings(changes: ReadonlyMap<string, JudgedChange>): Warning[] {
  return [...changes].flatMap(([name, { overwritten }]): Warning[] => {
    if (overwritten === undefined) return [];
    const { cells, share, damage } = overwritten;
    const looks = damage === undefined ? 'nothing in the export tells the new ones' : LOOKS[damage];
    const message = `${counted(cells, 'recorded cell', 'recorded cells')} of "${name}" (${percent(share)}) hold another value than before: ${looks}.`;
    return [{ code: 'overwritten', field: 'after', message }];
  });
}

function nothingBelow(field: 'before' | 'after', products: number): Warning[] {
  const message = 'There are no products: this export has a header row and nothing below it.';
  return products === 0 ? [{ code: 'no_products', field, message }] : [];
}

function warningsOf(
  before: Catalogue,
  after: Catalogue,
  both: ExportPair,
): NonNullable<VerifyResult['warnings']> {
  const renumbered = idsChangedMessage(both);
  const told = new Set(before.warnings.map(({ message }) => message));
  return [
    ...nothingBelow('before', both.productsBefore),
    ...nothingBelow('after', both.productsAfter),
    ...(renumbered === undefined ? [] : [{ code: 'ids_changed', message: renumbered, field: 'after' }]),
    ...before.warnings.map((warning) => ({ ...warning, field: 'before' })),
    ...after.warnings
      .filter(({ code, message }) => !(KIND_WARNINGS.has(code) && told.has(message)))
      .map((warning) => ({ ...warning, field: 'after' })),
  ];
}
