import { movesAmong } from '@decidable/engine/ranking';
import { type FoldedProfile, SIGNAL_TYPES } from '@decidable/engine/session';
import { WITHIN } from '../outcomes/exposed-decisions.ts';
import type { LoggedSignal } from '../storage/ports.ts';

/**
 * The products that a session had interacted with before a ranking, and that the shopper did not move to within half an
 * hour after it. Later interactions with them (adding them to the cart, reading on, buying) are not choices from the
 * ranked list.
 *
 * @param profile the session at the time of the ranking
 * @param log the whole log of the session
 * @param from time of the ranking; ms since the epoch
 */
export function notChosen(
  profile: FoldedProfile,
  log: readonly LoggedSignal[],
  from: number,
): ReadonlySet<string> {
  const before = profile.products.map(({ id, touch }) => ({ id, touch }));
  const after = log.slice(profile.sequence).flatMap(({ type, value, at }) => {
    const touch = SIGNAL_TYPES[type]?.interaction;
    const counts = touch !== undefined && value !== undefined && at >= from && at <= from + WITHIN;
    return counts ? [{ id: value, touch }] : [];
  });
  const touches = [...before, ...after];
  const moves = movesAmong(touches, ({ id }) => id);
  const left = new Set(before.map(({ id }) => id));
  for (let k = before.length; k < touches.length; k++) if (moves[k] === 1) left.delete(touches[k].id);
  return left;
}
