import type { AuditedAttribute, AuditResult } from '@decidable/engine/audit';
import { askedOf, productsLeft } from './plain-words.ts';
import type { Surface } from './warnings.ts';
import { bits, count, counted, listed, sorted } from './wording.ts';

/** Names in an example of the setting. Set by hand. */
const NAMED = 4;

/** `Does an empty cell of vegan or organic mean no?`; undefined where no empty cell may mean it. */
export function emptyQuestion(result: AuditResult): string | undefined {
  const { yesOnly } = sorted(result);
  if (yesOnly.length === 0) return undefined;
  return `Does an empty cell of ${listed(
    yesOnly.map(({ attribute }) => attribute),
    3,
    'or',
  )} mean no?`;
}

/** `"yes" for 173 of 400 products, and nothing for the others. If that means no, saying so is worth 0.53 bits.` */
export function yesOnlyInWords(attribute: AuditedAttribute, products: number): string {
  const { says, threeQuestionGain } = attribute.emptyMayMeanNo!;
  const of = counted(askedOf(attribute, products), 'product');
  return `"${says}" for ${count(attribute.recorded)} of ${of}, and nothing for the others. If that means no, saying so is worth ${bits(threeQuestionGain)} bits.`;
}

/** The grade if empty cells mean no, beside that as it stands: `The grade is C as it stands, and B if empty means no.` */
export function gradeIfNo({ grade, remaining, ifEmptyMeansNo }: AuditResult): string | undefined {
  if (ifEmptyMeansNo === undefined || remaining === undefined) return undefined;
  const { grade: other, remaining: left } = ifEmptyMeansNo;
  if (other === null) return undefined;
  const [now, then] = [productsLeft(remaining.now), productsLeft(left.now)];
  if (grade !== null && now === then)
    return `Either way the grade is ${grade}: three answers leave ${now} products.`;
  const letters =
    grade === null
      ? `There is no grade as it stands, and ${other} if empty means no`
      : grade === other
        ? `The grade is ${grade} either way`
        : `The grade is ${grade} as it stands, and ${other} if empty means no`;
  return `${letters}: three answers leave ${now} products today, ${then} if empty means no.`;
}

/** How the question is answered, once. */
export function howToAnswer({ ifEmptyMeansNo }: AuditResult, surface: Surface): string {
  const names = ifEmptyMeansNo?.attributes ?? [];
  const list = JSON.stringify(names.slice(0, NAMED)).replace(/\]$/u, names.length > NAMED ? ', …]' : ']');
  return surface === 'command line'
    ? `Say it once, in decidable.json: "emptyMeansNo": ${list}, or "emptyMeansUnknown" where nobody knows; or with --empty-means-no and --empty-means-unknown.`
    : 'Choose “Grade again”, and say there what empty cells mean.';
}
