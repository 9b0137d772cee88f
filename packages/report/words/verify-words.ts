import type { GradedClaim, VerifyResult } from '@decidable/engine/audit';
import { bits, count, counted, fileName, listed, moved, nothingCompared, pointsMoved } from './wording.ts';

type Compared = VerifyResult['attributes'][number];

/** The names of the two files by the `field` of a warning. Two files of one name are told apart. */
export function filesOf(before: string, after: string): Readonly<Record<string, string>> {
  const called = (file: string) => (file === '-' ? 'standard input' : fileName(file));
  return called(before) === called(after)
    ? { before: `${called(before)} (before)`, after: `${called(after)} (after)` }
    : { before: called(before), after: called(after) };
}

/** What a repair did to the whole shelf, in a sentence or two: the first thing that a report of a comparison says. */
export function headlineSentence(result: VerifyResult): string {
  const { answerability, attributes } = result;
  if (answerability.before === null || answerability.after === null) return nothingCompared(result);
  const points = pointsMoved({ after: answerability.after, moved: answerability.moved });
  const said =
    points === undefined
      ? 'The share of questions that the shelf answers did not move.'
      : `The shelf answers ${points} of what a complete one would.`;
  const named = (status: Compared['status']) =>
    attributes.flatMap((own) =>
      own.status === status && own.recorded.before + own.recorded.after > 0 ? [own.attribute] : [],
    );
  const come = named('added');
  const gone = named('removed');
  const facts = [
    come.length > 0 ? `${listed(come)} ${come.length === 1 ? 'is' : 'are'} new` : '',
    gone.length > 0 ? `${listed(gone)} ${gone.length === 1 ? 'is' : 'are'} gone` : '',
  ].filter((fact) => fact !== '');
  return facts.length === 0
    ? said
    : `${said} Both are measured by the questions of either: ${facts.join(', and ')}.`;
}

const comparedWith = (claim: GradedClaim, result: VerifyResult): Compared | undefined =>
  result.attributes.find(
    ({ attribute, header }) =>
      attribute.toLowerCase() === claim.attribute.toLowerCase() || header === claim.attribute,
  );

/** The bits that an attribute gained as far as they count; undefined where that is all of them. */
export function believedBits({ bits: { moved: by, believed } }: Compared): number | undefined {
  return believed === undefined || by - believed <= 0.005 ? undefined : Math.max(0, believed);
}

/** `0.02 of it believed`, `none of it beyond sole`. */
export const believedInWords = (believed: number, { bits: { toldBy } }: Compared, of = 'it'): string =>
  `${believed < 0.005 ? 'none' : bits(believed)} of ${of} ${toldBy === undefined ? 'believed' : `beyond ${toldBy}`}`;

/** The bits that a claim gained, beside those that its attribute moved by where not all of them count. */
export function gainInWords(claim: GradedClaim, result: VerifyResult): string {
  const compared = comparedWith(claim, result);
  const believed = compared && believedBits(compared);
  return compared === undefined || believed === undefined
    ? `${moved(claim.bitsGained)} bits`
    : believedInWords(believed, compared, `${moved(compared.bits.moved)} bits`);
}

/** What a verdict means for this claim, with its own figures; undefined where its reasons say all of it. */
export function verdictSentence(claim: GradedClaim, result: VerifyResult): string | undefined {
  if (claim.verdict === 'not_found') return 'Neither export has a column of this name.';
  if (claim.verdict === 'empty' && claim.reasons.length > 0) return undefined;
  const compared = comparedWith(claim, result);
  if (compared === undefined) return undefined;
  const { cells, recorded } = compared;
  const gaps = result.products.common - recorded.before;
  const filled = `${count(cells.filled)} of ${counted(gaps, 'empty cell')} ${cells.filled === 1 ? 'was' : 'were'} filled`;
  const facts = [
    cells.filled > 0 ? filled : '',
    cells.changed > 0 ? `${counted(cells.changed, 'value')} changed` : '',
    cells.cleared > 0 ? `${counted(cells.cleared, 'value')} went missing` : '',
    cells.placeholders > 0
      ? `${counted(cells.placeholders, 'cell')} now ${cells.placeholders === 1 ? 'holds' : 'hold'} a placeholder`
      : '',
  ].filter((fact) => fact !== '');
  const done = facts.length === 0 ? 'No cell differs between the two exports' : facts.join(', ');
  switch (claim.verdict) {
    case 'verified':
      return `${done}, and the rest of the export tells the new values as well as those recorded before.`;
    case 'doubtful':
      return `${done}, but the new values, or a part of them, do not behave like those recorded before.`;
    case 'empty':
      return `${done}; a shopper can decide nothing more by it.`;
    case 'regressed':
      return `${done}; an answer tells less than before (${moved(compared.bits.moved)} bits).`;
    default:
      return `${done}.`;
  }
}

/** `LG 27UK850 (monitor-7): nothing → 144 Hz`. */
export function changedCell({ id, title, before, after }: NonNullable<Compared['examples']>[number]): string {
  const product = title === undefined ? id : `${title} (${id})`;
  return `${product}: ${before ?? 'nothing'} → ${after ?? 'nothing'}`;
}

/** What became of an attribute, in a word or two; nothing where a verdict on a claim or a believed part says it. */
export function statusInWords({ attribute, status, bits }: Compared, result: VerifyResult): string {
  if (status === 'added') return 'new column';
  if (status === 'removed') return 'column is gone';
  const isJudged = result.claims !== undefined && result.unclaimed?.includes(attribute) !== true;
  return status === 'unproven' && !isJudged && (bits.believed ?? bits.moved) === 0 ? 'unproven' : '';
}

/** What happened to the cells of an attribute, fact by fact. */
export function cellFacts(compared: Compared, result: VerifyResult): string[] {
  const { attribute, recorded, cells } = compared;
  return [
    statusInWords(compared, result),
    `recorded ${count(recorded.before)} → ${count(recorded.after)}`,
    cells.filled > 0 ? `${count(cells.filled)} filled` : '',
    cells.changed > 0 ? `${count(cells.changed)} changed` : '',
    cells.cleared > 0 ? `${count(cells.cleared)} cleared` : '',
    cells.placeholders > 0 ? `${count(cells.placeholders)} filled with a placeholder` : '',
    result.unclaimed?.includes(attribute) ? 'without a claim' : '',
  ].filter((fact) => fact !== '');
}
