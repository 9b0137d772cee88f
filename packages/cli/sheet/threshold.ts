import { type Grade, gradeOf } from '@decidable/engine/audit';
import { InvalidArgumentError } from 'commander';
import { answered } from '../report/wording.ts';

const GRADES: readonly Grade[] = ['A', 'B', 'C', 'D', 'E'];

/** The least that a grading must reach: a grade, or a share of answered bits. */
export type Threshold = { readonly grade: Grade } | { readonly share: number };

/** Reads `B`, `0.75` or `75%`. */
export function threshold(text: string): Threshold {
  const grade = GRADES.find((each) => each === text.trim().toUpperCase());
  if (grade !== undefined) return { grade };
  const [, digits, percent] = /^\s*(\d+(?:\.\d+)?)\s*(%?)\s*$/.exec(text) ?? [];
  const share = Number(digits) / (percent === '%' ? 100 : 1);
  if (digits === undefined || !(share > 0 && share <= 1)) {
    throw new InvalidArgumentError('Give a grade from A to E, or a share such as 0.75 or 75%.');
  }
  return { share };
}

/**
 * Why a grading is below a threshold, as a clause; undefined where it is not. A grading that has no grade has not
 * reached one.
 */
export function below(
  least: Threshold,
  { grade, share }: { readonly grade?: Grade | null; readonly share: number | null },
): string | undefined {
  if ('share' in least) {
    if (share !== null && share >= least.share) return undefined;
    return `${share === null ? 'there is no share of answered bits' : `${answered(share)} of the bits are answered`}, below the ${answered(least.share)} of --fail-under`;
  }
  const own = grade === undefined ? (share === null ? null : gradeOf(share)) : grade;
  if (own !== null && own <= least.grade) return undefined;
  return `${own === null ? 'there is no grade' : `the grade is ${own}`}, below the ${least.grade} of --fail-under`;
}
