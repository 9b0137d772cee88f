import type { Profile } from '../session/types.ts';
import type { BoundModel } from './model/bound-model.ts';
import type { RankedItem } from './types.ts';

/** Items of all lists that are kept for one catalogue and model. Set by hand: lists of several lengths, and pages. */
const MOST_ITEMS = 500;

/** A list that every visitor gets of whom nothing is known. */
export interface SharedList {
  readonly items: readonly RankedItem[];
  readonly total: number;
}

/** What such a list depends on beside the catalogue and the model. */
export interface ListForm {
  readonly limit: number;
  readonly offset: number;
  readonly diversity: number;
  readonly explain: boolean;
}

/** Lists by their form, oldest first. They end with the model's revision. */
const lists = new WeakMap<BoundModel, Map<string, SharedList>>();

const nameOf = ({ limit, offset, diversity, explain }: ListForm): string =>
  [limit, offset, diversity, explain].join(' ');

/** Whether a session has neither a signal nor a product: its list is that of every other such session, at any time. */
export const isUnknown = (profile: Profile | undefined): boolean =>
  profile === undefined ||
  (profile.step === 0 && profile.products.length === 0 && profile.dismissed.length === 0);

export const sharedList = (bound: BoundModel, form: ListForm): SharedList | undefined =>
  lists.get(bound)?.get(nameOf(form));

/** Keeps a list for the next visitors, in place of the oldest ones. A longer list than {@link MOST_ITEMS} is not kept. */
export function shareList(bound: BoundModel, form: ListForm, list: SharedList): void {
  if (list.items.length > MOST_ITEMS) return;
  const known = lists.get(bound) ?? new Map<string, SharedList>();
  lists.set(bound, known);
  known.set(nameOf(form), list);
  let items = 0;
  for (const { items: kept } of known.values()) items += 1 + kept.length;
  for (const [name, { items: kept }] of known) {
    if (items <= 1 + MOST_ITEMS) break;
    known.delete(name);
    items -= 1 + kept.length;
  }
}
