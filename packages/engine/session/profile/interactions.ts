import type {
  CatalogueTraits,
  InteractionKind,
  ProductInteraction,
  ProductTraits,
  Profile,
} from '../types.ts';
import { strength } from './decay.ts';

interface InteractionMeaning {
  /** How much it says that the shopper wants things like the product, in views; 0 where it says the opposite. */
  readonly weight: number;
  /** Whether it asks for the product again, where it was dismissed or bought. */
  readonly wants: boolean;
  /** Whether it is done with one variant of the product, which the shopper has to choose. */
  readonly choosesVariant: boolean;
}

/** What shoppers do with products. Weights are set by hand. */
export const INTERACTION_KINDS: Readonly<Record<InteractionKind, InteractionMeaning>> = {
  viewed: { weight: 1, wants: true, choosesVariant: false },
  compared: { weight: 1.5, wants: true, choosesVariant: false },
  wished: { weight: 2, wants: true, choosesVariant: false },
  carted: { weight: 2.5, wants: true, choosesVariant: true },
  bought: { weight: 2, wants: true, choosesVariant: true },
  removed: { weight: 0, wants: false, choosesVariant: false },
  dismissed: { weight: 0, wants: false, choosesVariant: false },
};
/** Seconds of reading that double what a view says, and the most that counts; set by hand. */
const DWELL_DOUBLES = 30;

/** What an interaction is worth as an interest at time `now` (ms) and shopper signal `step`; it decays as interests do. */
export function interactionStrength(product: ProductInteraction, now: number, step: number): number {
  const { weight } = INTERACTION_KINDS[product.touch];
  if (weight === 0) return 0;
  const read = 1 + Math.min(1, (product.dwellSeconds ?? 0) / DWELL_DOUBLES);
  return weight * read * strength({ short: 1, long: 1, at: product.at, step: product.step }, now, step);
}

/** An interaction that speaks for its product, with its strength now and what the catalogue knows of the product. */
export interface Look {
  readonly touched: ProductInteraction;
  readonly weight: number;
  readonly product: ProductTraits;
}

const NO_LOOKS: readonly Look[] = [];

/** The interactions that speak for products which the catalogue knows, oldest first. */
export function looksOf(
  profile: Profile,
  now: number,
  catalogue: CatalogueTraits | undefined,
): readonly Look[] {
  if (catalogue === undefined) return NO_LOOKS;
  const looks: Look[] = [];
  for (const touched of profile.products) {
    const product = catalogue.product(touched.id);
    if (product === undefined) continue;
    const weight = interactionStrength(touched, now, profile.step);
    if (weight > 0) looks.push({ touched, weight, product });
  }
  return looks;
}
