import type { Grade } from '@decidable/engine/audit';
import { answered } from '@decidable/report/wording';
import { InvalidArgumentError } from 'commander';

const GRADES: readonly Grade[] = ['A', 'B', 'C', 'D', 'E'];

/** The least that a grading must reach: a grade, or the share that its report tells. */
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

/** Reads a share alone: a comparison of two exports has no grade. */
export function shareThreshold(text: string): Threshold {
  const least = threshold(text);
  if ('share' in least) return least;
  throw new InvalidArgumentError(
    'Give a share such as 0.75 or 75%. Grades are of audits: "decidable audit AFTER --fail-under B".',
  );
}

/** What a grading reached: its grade, and the share that its report tells, with what it is a share of. */
interface Reached {
  readonly grade?: Grade | null;
  readonly share: number | null;
  readonly what: string;
}

/**
 * Why a grading is below a threshold, as a clause; undefined where it is not. A grading that has no grade has not
 * reached one.
 */
export function below(least: Threshold, { grade = null, share, what }: Reached): string | undefined {
  if ('share' in least) {
    if (share !== null && share >= least.share) return undefined;
    return `${share === null ? 'there is no share' : `it is ${answered(share)} ${what}`}, below the ${answered(least.share)} of --fail-under`;
  }
  if (grade !== null && grade <= least.grade) return undefined;
  return `${grade === null ? 'there is no grade' : `the grade is ${grade}`}, below the ${least.grade} of --fail-under`;
}
