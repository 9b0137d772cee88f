import { LEAST_USEFUL_BITS } from '../constants.ts';
import type { Action } from '../result.ts';

export interface RecordingProspect {
  /** Bits that recording adds for a shopper who asks the attribute. */
  readonly priority: number;
  readonly missing: number;
  /** Missing cells that another attribute predicts. */
  readonly derivable: number;
  /** Bits that must be found out for one cell: entropy of the missing values, given the best substitute. */
  readonly unknown: number;
}

/** Sessions asking the attribute after which recording it has paid; undefined where it never does. */
export function breakEvenSessions({ priority, missing, unknown }: RecordingProspect): number | undefined {
  return priority > 0 ? (missing * unknown) / priority : undefined;
}

export function recommendedAction(prospect: RecordingProspect, horizon: number): Action {
  if (prospect.missing === 0 || prospect.priority < LEAST_USEFUL_BITS) return 'leave';
  if (prospect.derivable * 2 >= prospect.missing) return 'derive';
  return horizon >= (breakEvenSessions(prospect) ?? Number.POSITIVE_INFINITY) ? 'record' : 'ask';
}
