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
 * product that the session has seen.
 * - Rejections are no moves.
 *
 * @param interactions interactions in time order
 * @param idOf product of an interaction
 * @returns `[interaction]`: 1 for a move, else 0
 */
export function movesAmong<T extends { readonly touch?: InteractionKind }>(
  interactions: readonly T[],
  idOf: (touch: T) => string,
): Uint8Array {
  const moves = new Uint8Array(interactions.length);
  // Most sessions only view products and need no sets.
  if (interactions.every(({ touch = 'viewed' }) => touch === 'viewed')) return moves.fill(1);
  const seen = new Set<string>();
  const carted = new Set<string>();
  let current: string | undefined;
  interactions.forEach((interaction, k) => {
    const { touch = 'viewed' } = interaction;
    if (REJECTIONS.has(touch)) return;
    const id = idOf(interaction);
    const inCart = touch === 'bought' ? seen.has(id) : touch === 'carted' && carted.has(id);
    if (touch === 'viewed' || (id !== current && !inCart)) {
      moves[k] = 1;
      current = id;
    }
    seen.add(id);
    if (touch === 'carted') carted.add(id);
  });
  return moves;
}
