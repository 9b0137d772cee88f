import { LEAST_USEFUL_BITS } from '../constants.ts';
import type { Action } from '../result.ts';

export interface RecordingProspect {
  /** Bits that recording adds for a shopper who asks for the attribute and two others. */
  readonly worth: number;
  readonly missing: number;
  /** Missing cells that another attribute implies. */
  readonly derivable: number;
  /** Bits to find out per missing cell: the entropy of the missing values, given the best substitute. */
  readonly unknown: number;
}

/** Sessions asking for the attribute after which recording it has paid off; undefined where it never does. */
export function breakEvenSessions({ worth, missing, unknown }: RecordingProspect): number | undefined {
  return worth > 0 ? (missing * unknown) / worth : undefined;
}

export function recommendedAction(prospect: RecordingProspect, horizon: number): Action {
  if (prospect.missing === 0 || prospect.worth < LEAST_USEFUL_BITS) return 'leave';
  if (prospect.derivable * 2 >= prospect.missing) return 'derive';
  return horizon >= (breakEvenSessions(prospect) ?? Number.POSITIVE_INFINITY) ? 'record' : 'ask';
}
