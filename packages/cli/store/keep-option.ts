import type { AuditResult, VerifyResult } from '@decidable/engine/audit';
import { wireShape } from '@decidable/report/wire-shape';
import type { KeptGrading } from '@decidable/server/storage';
import { Option } from 'commander';

export interface KeepFlags {
  readonly keep?: string;
  readonly data: string;
}

export function keepOption(): Option {
  return new Option('--keep <organization>', 'keep the result in the history of this organization');
}

/** The answer of the service for a grading, kept if that is asked for. */
export async function kept(
  { keep, data }: KeepFlags,
  what: Pick<KeptGrading, 'kind' | 'category'>,
  result: AuditResult | VerifyResult,
): Promise<object> {
  if (keep === undefined) return wireShape(result);
  const { keepGrading } = await import('./keep-grading.ts');
  const answer = await keepGrading({ org: keep, data }, what, (id) =>
    wireShape(result, { stored: true, id }),
  );
  process.stderr.write(`Kept in the history of ${keep}: "decidable history --org ${keep}" lists it.\n`);
  return answer;
}
