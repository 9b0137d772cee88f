import type { Action, AuditedAttribute } from '@decidable/engine/audit';
import { askedOf } from './plain-words.ts';
import { ofThree } from './wording.ts';

/** Bits below which recording is not worth recommending, as in the audit. */
const LEAST_USEFUL = 0.01;

/**
 * What to do about an attribute for a number of sessions that ask for it before a value is outdated: the action of an
 * audit of so many products with that horizon, without another audit. Undefined where too little is recorded to tell.
 */
export function actionAt(attribute: AuditedAttribute, products: number, horizon: number): Action | undefined {
  const { priority, missing, derivable, breakEvenSessions } = attribute;
  if (priority === null) return undefined;
  const asked = askedOf(attribute, products);
  const worth = asked === 0 ? 0 : (ofThree(attribute) * products) / asked;
  if (missing === 0 || worth < LEAST_USEFUL) return 'leave';
  if ((derivable?.products ?? 0) * 2 >= missing) return 'derive';
  return horizon >= (breakEvenSessions ?? Number.POSITIVE_INFINITY) ? 'record' : 'ask';
}
