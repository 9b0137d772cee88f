import { KIND_WARNINGS } from '../../catalogue/kinds/kind-choices.ts';
import type { Catalogue, Warning } from '../../catalogue/types.ts';
import { compare } from '../canonical-order.ts';
import { gradeClaims } from '../claims/claim-verdicts.ts';
import { type GainBeyond, gainsInTurn } from '../claims/gains-in-turn.ts';
import { type JudgedChange, judgedChanges } from '../claims/judged-changes.ts';
import { SOURCE_TRUST } from '../constants.ts';
import { changedCells } from '../display/changed-cells.ts';
import { withEmptyCellsSaid } from '../grade/empty/empty-cells.ts';
import { counted, percent } from '../message-format.ts';
import type { VerifyOptions, VerifyResult } from '../result.ts';
import { toldFigure } from '../told-figure.ts';
import { type AttributeComparison, compareAttributes } from './attribute-comparison.ts';
import {
  type ExportPair,
  idsChangedMessage,
  type PairedAttribute,
  pairExports,
  resolveAttributeName,
} from './export-pairing.ts';
import { headline } from './headline.ts';
import type { Damage } from './overwritten-cells.ts';

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
    answerability: headline(both, compared, changes, trust),
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
