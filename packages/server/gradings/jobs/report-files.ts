import type { AuditResult, VerifyResult } from '@decidable/engine/audit';
import { writeCsv } from '@decidable/engine/catalogue';
import { auditPage, verifyPage } from '@decidable/report/html';
import { wireShape } from '@decidable/report/wire-shape';
import { type DetailsIndex, readAttribute, readProducts, sectionOf } from './details-reading.ts';
import type { Jobs } from './jobs.ts';

/** A kept grading as a file to hand on, in UTF-8. */
export const reportFile = (job: Jobs['report']['job']): Uint8Array<ArrayBuffer> =>
  new TextEncoder().encode(textOf(job));

function textOf({ as, kind, names, result, id, details }: Jobs['report']['job']): string {
  if (kind === 'comparison') {
    const compared = JSON.parse(result) as VerifyResult;
    const [before = '', after = ''] = names;
    if (as === 'html') return verifyPage(compared, before, after);
    return as === 'csv' ? comparisonCsv(compared) : json(compared, id);
  }
  const { audited, titles } = withLists(JSON.parse(result) as AuditResult, details);
  if (as === 'html') return auditPage(audited, names[0] ?? 'catalogue', titles);
  return as === 'csv' ? auditCsv(audited) : json(audited, id);
}

const json = (result: AuditResult | VerifyResult, id: string): string =>
  `${JSON.stringify(wireShape(result, { stored: true, id }), null, 2)}\n`;

/** The result with all affected products, and their titles. */
function withLists(
  result: AuditResult,
  details: { readonly bytes: Uint8Array; readonly index: DetailsIndex } | undefined,
): { readonly audited: AuditResult; readonly titles: ReadonlyMap<string, string> } {
  if (details === undefined) return { audited: result, titles: new Map() };
  const { bytes, index } = details;
  const { ids, titles } = readProducts(sectionOf(bytes, index.products));
  const attributes = result.attributes.map((attribute, at) => {
    const { affected } = readAttribute(sectionOf(bytes, index.attributes[at]));
    return { ...attribute, affectedProducts: affected.map((place) => ids[place]) };
  });
  return {
    audited: { ...result, attributes },
    titles: new Map(ids.flatMap((id, place) => (titles[place] === '' ? [] : [[id, titles[place]] as const]))),
  };
}

const auditCsv = ({ attributes }: AuditResult): string =>
  writeCsv([
    [
      'attribute',
      'kind',
      'worth_bits',
      'bits_now',
      'bits_complete',
      'recorded',
      'missing',
      'derivable',
      'derivable_from',
      'break_even_sessions',
      'action',
      'three_question_bits',
    ],
    ...attributes.map(
      ({
        attribute,
        kind,
        priority,
        threeQuestionGain,
        bits,
        recorded,
        missing,
        derivable,
        breakEvenSessions,
        action,
      }) => [
        attribute,
        kind,
        priority ?? '',
        bits.now,
        bits.complete,
        recorded,
        missing,
        derivable?.products ?? 0,
        derivable?.from ?? '',
        breakEvenSessions ?? '',
        action ?? '',
        threeQuestionGain ?? '',
      ],
    ),
  ]);

function comparisonCsv({ attributes, claims = [] }: VerifyResult): string {
  const claimOf = new Map(claims.map((claim) => [claim.attribute.toLowerCase(), claim]));
  return writeCsv([
    [
      'attribute',
      'status',
      'bits_before',
      'bits_after',
      'recorded_before',
      'recorded_after',
      'filled',
      'changed',
      'cleared',
      'verdict',
      'bits_gained',
    ],
    ...attributes.map(({ attribute, status, bits, recorded, cells }) => {
      const claim = claimOf.get(attribute.toLowerCase());
      return [
        attribute,
        status,
        bits.before,
        bits.after,
        recorded.before,
        recorded.after,
        cells.filled,
        cells.changed,
        cells.cleared,
        claim?.verdict ?? '',
        claim?.bitsGained ?? '',
      ];
    }),
  ]);
}
