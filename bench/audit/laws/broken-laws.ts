import { audit, type VerifyResult, verify } from '@decidable/engine/audit';
import { interpret, interpretTogether, isRecordable, readTable, writeCsv } from '@decidable/engine/catalogue';
import { chance } from '../chance.ts';
import { EDITS, type Edit, edited, type Sheet } from './edits.ts';

/** Beyond rounding of sums. */
const ROUNDING = 1e-9;
/** By which a headline may differ where draws are seeded by other names. */
const DRAWS = 0.005;

/** An edit after which a law did not hold. */
export interface Broken {
  readonly law: string;
  readonly edit: Edit;
  readonly column: string;
  readonly found: string;
}

/** What one edit says of the laws of grading, by their names. */
export interface Held {
  readonly tried: number;
  readonly broken: readonly Broken[];
}

const tableOf = ({ names, rows }: Sheet) => readTable(writeCsv([names, ...rows]), { tolerant: true });

/** Edits some columns of an export in every way, and tells which laws do not hold of the comparisons. */
export function heldLaws(own: Sheet, seed: number, columns: number): Held {
  const random = chance(seed);
  const table = tableOf(own);
  const asked = interpret(table).attributes.filter(isRecordable);
  const chosen = asked.filter(
    (_, at) => at % Math.ceil(asked.length / columns) === seed % Math.ceil(asked.length / columns),
  );
  const broken: Broken[] = [...ofOneExport(own)];
  let tried = 1;
  for (const { name } of chosen) {
    const column = own.names.indexOf(name);
    if (column < 1) continue;
    for (const edit of EDITS) {
      const { before, after } = edited(edit, own, column, random);
      const result = verify(...interpretTogether(tableOf(before), tableOf(after)), {
        ...(edit === 'overwrite' || edit === 'fill' ? { repairs: [{ attribute: name }] } : {}),
      });
      tried++;
      for (const [law, found] of brokenBy(edit, name, result))
        broken.push({ law, edit, column: name, found });
    }
  }
  return { tried, broken };
}

/** What holds of an export beside itself: one measure, and worths that can be had together. */
function ofOneExport(own: Sheet): Broken[] {
  const catalogue = interpret(tableOf(own));
  const { answerability, attributes, shelfBits } = audit(catalogue);
  const beside = verify(...interpretTogether(tableOf(own), tableOf(own)));
  const together = attributes.reduce((sum, { priority }) => sum + (priority ?? 0), 0);
  const broken = (law: string, found: string): Broken => ({ law, edit: 'reorder', column: '', found });
  return [
    ...(Math.abs((beside.answerability.before ?? 0) - (answerability ?? 0)) <= ROUNDING &&
    beside.answerability.moved === 0
      ? []
      : [broken('G8', `${answerability} in an audit, ${JSON.stringify(beside.answerability)}`)]),
    ...(together <= shelfBits + ROUNDING ? [] : [broken('G5', `${together} of ${shelfBits} bits`)]),
  ];
}

/** The laws that do not hold of a comparison, with what it says. */
function brokenBy(edit: Edit, name: string, result: VerifyResult): [string, string][] {
  const { moved } = result.answerability;
  const own = result.attributes.find(({ attribute, header }) => attribute === name || header === name);
  const [claim] = result.claims ?? [];
  const told = JSON.stringify({ moved, status: own?.status, bits: own?.bits, verdict: claim?.verdict });
  const found: [string, boolean][] = [];
  if (edit === 'drop' || edit === 'empty') found.push(['G1', moved <= ROUNDING]);
  if (edit === 'fill' || edit === 'begin') found.push(['G1', moved >= -ROUNDING]);
  if (edit === 'overwrite') {
    const isAccepted = claim.verdict === 'verified' || claim.verdict === 'partial';
    found.push(['G2', !isAccepted && moved <= ROUNDING]);
  }
  if (claim !== undefined) {
    const isPaid =
      claim.verdict === 'verified' || claim.verdict === 'partial' || claim.verdict === 'doubtful';
    found.push(['G2', isPaid || claim.bitsGained <= 0]);
    found.push(['G3', claim.bitsGained <= Math.max(0, own?.bits.moved ?? 0) + ROUNDING]);
    found.push(['G8', claim.bitsGained === (own?.bits.believed ?? own?.bits.moved)]);
  }
  if (edit === 'copy') found.push(['G5', moved <= DRAWS]);
  // A column with few cells is not known again under another name: then it left, and another came.
  const isKnown =
    edit !== 'rename' || result.warnings?.some(({ code }) => code === 'column_renamed') === true;
  if (!isKnown) found.push(['G1', moved <= ROUNDING]);
  if (edit === 'recase' || edit === 'signs' || edit === 'reorder' || (edit === 'rename' && isKnown)) {
    const isSame = result.attributes.every(
      ({ status, recorded }) => status === 'unchanged' || recorded.before + recorded.after === 0,
    );
    found.push(['G4', isSame && Math.abs(moved) <= ROUNDING]);
  }
  return found.flatMap(([law, holds]): [string, string][] => (holds ? [] : [[law, told]]));
}
