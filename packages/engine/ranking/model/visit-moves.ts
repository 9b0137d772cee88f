import type { InteractionKind } from '../../session/types.ts';

/** Interactions that reject a product. */
const REJECTIONS: ReadonlySet<InteractionKind> = new Set<InteractionKind>(['removed', 'dismissed']);

/**
 * Marks the interactions of a session that are moves. A move brings the shopper to a product; the path of a session,
 * revisits, habits and the predictions of training are all about moves.
 *
 * - A view is a move, also of the current product: the shopper opened it again.
 * - Any other interaction with the current product (cart, wish list, comparison, purchase) is evidence of interest
 * and popularity, but no move. With another product it is a move, since lists offer these buttons too.
 * - Two interactions happen in the cart, and so are never moves: adding more of a product in the cart, and buying a
 * product that the session has met.
 * - Rejections are no moves.
 *
 * @param touches interactions in time order
 * @param idOf product of an interaction
 * @returns `[interaction]`: 1 for a move, else 0
 */
export function movesAmong<T extends { readonly touch?: InteractionKind }>(
  touches: readonly T[],
  idOf: (touch: T) => string,
): Uint8Array {
  const moves = new Uint8Array(touches.length);
  // Most sessions only view products and need no sets.
  if (touches.every(({ touch = 'viewed' }) => touch === 'viewed')) return moves.fill(1);
  const met = new Set<string>();
  const carted = new Set<string>();
  let atHand: string | undefined;
  touches.forEach((touched, k) => {
    const { touch = 'viewed' } = touched;
    if (REJECTIONS.has(touch)) return;
    const id = idOf(touched);
    const inCart = touch === 'bought' ? met.has(id) : touch === 'carted' && carted.has(id);
    if (touch === 'viewed' || (id !== atHand && !inCart)) {
      moves[k] = 1;
      atHand = id;
    }
    met.add(id);
    if (touch === 'carted') carted.add(id);
  });
  return moves;
}
