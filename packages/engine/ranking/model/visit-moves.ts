import type { InteractionKind } from '../../session/types.ts';

/** Interactions that a shopper takes back a product with, or turns it down. */
const REJECTIONS: ReadonlySet<InteractionKind> = new Set<InteractionKind>(['removed', 'dismissed']);

/**
 * Which touches of a session, given in time order, are moves: 1 for a move, 0 for anything else. A move brings the
 * shopper to a product. Moves alone make the path of a session: what comes next, what was returned to, which habits a
 * shopper has and what training predicts are all about moves.
 *
 * A view is a move, also one of the product at hand: the shopper opened it again. What is done with the product at hand
 * (it goes into the cart, on the wish list, into a comparison, or is bought) is evidence of interest and popularity, and
 * leads nowhere. With another product it is a move, since lists offer these buttons too. Two interactions take place in
 * the cart and not at a product, and so are no moves whichever product is at hand: to add more of what is in the cart
 * already, and to buy what the session has met. Rejections are no moves.
 *
 * @param idOf the product of a touch
 */
export function movesAmong<T extends { readonly touch?: InteractionKind }>(
  touches: readonly T[],
  idOf: (touch: T) => string,
): Uint8Array {
  const moves = new Uint8Array(touches.length);
  // Most sessions only view products; they are spared the sets below.
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
