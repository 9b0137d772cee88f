import type { NamedInterest } from '../types.ts';
import { reinforce, strength } from './decay.ts';

/*
 * Lists of interests, the least recently reinforced first, each name once. A list that is `owned` changes in place where
 * it does not grow, with the interests in it; otherwise both are copied. Lists have no spare room, since thousands of
 * profiles are kept.
 */

/** An interest with `amount` added; `known` is the interest before, if there was one. */
export function addedTo(
  known: NamedInterest | undefined,
  name: string,
  amount: number,
  at: number,
  step: number,
): NamedInterest {
  if (known === undefined) return { name, short: amount, long: amount, at, step };
  const more = copyOf(known);
  reinforce(more, amount, at, step);
  return more;
}

export const copyOf = ({ name, short, long, at, step }: NamedInterest): NamedInterest => ({
  name,
  short,
  long,
  at,
  step,
});

/** The index of a name, -1 without one; searched from the end, since names mostly come again soon. */
export function placeOf(list: readonly NamedInterest[], name: string): number {
  let place = list.length - 1;
  while (place >= 0 && list[place].name !== name) place--;
  return place;
}

/** The list with `last` at its end and without the element at `gone`; -1 removes none. */
export function withLast<T>(list: readonly T[], gone: number, last: T, owned: boolean): readonly T[] {
  // A literal with a spread, or a push, would leave room for twenty more.
  if (gone < 0) return list.toSpliced(list.length, 0, last);
  const next = owned ? (list as T[]) : list.slice();
  for (let place = gone + 1; place < next.length; place++) next[place - 1] = next[place];
  next[next.length - 1] = last;
  return next;
}

/**
 * Moves an interest that was just reinforced from `place` to the end. Where it is new and the list is full, the weakest
 * interest is dropped.
 */
export function withLatest<T extends NamedInterest>(
  list: readonly T[],
  place: number,
  latest: T,
  most: number,
  owned: boolean,
): readonly T[] {
  if (place >= 0 || list.length < most) return withLast(list, place, latest, owned);
  const least = leastOf(list.map((known) => strength(known, latest.at, latest.step)));
  return withLast(list, least, latest, owned);
}

/** Adds to the interest of a name. */
export function reinforced(
  list: readonly NamedInterest[],
  name: string,
  amount: number,
  at: number,
  step: number,
  most: number,
  owned: boolean,
): readonly NamedInterest[] {
  const place = placeOf(list, name);
  const known = place < 0 ? undefined : list[place];
  if (owned && known !== undefined) {
    reinforce(known, amount, at, step);
    return withLast(list, place, known, true);
  }
  return withLatest(list, place, addedTo(known, name, amount, at, step), most, owned);
}

/**
 * Adds to the interests of many names, one after the other. Most words of a long search are new: to look through all
 * names for each, and to work out what all are worth, would take longer than all the rest. Of more names than `most`
 * only the last are added: those before them would be forgotten again.
 */
export function reinforcedAll(
  list: readonly NamedInterest[],
  names: readonly string[],
  amount: number,
  at: number,
  step: number,
  most: number,
): readonly NamedInterest[] {
  const kept = list.slice();
  const held = new Set(list.map(({ name }) => name));
  let worth: number[] | undefined;
  for (const name of names.slice(-most)) {
    const place = held.has(name) ? placeOf(kept, name) : -1;
    const latest = addedTo(place < 0 ? undefined : kept[place], name, amount, at, step);
    let gone = place;
    if (place < 0 && kept.length >= most) {
      worth ??= kept.map((known) => strength(known, at, step));
      gone = leastOf(worth);
    }
    if (gone >= 0) {
      held.delete(kept[gone].name);
      kept.splice(gone, 1);
      worth?.splice(gone, 1);
    }
    held.add(name);
    kept.push(latest);
    worth?.push(strength(latest, at, step));
  }
  return kept;
}

/** The place of the smallest number, the first of them. */
function leastOf(numbers: readonly number[]): number {
  let place = 0;
  for (let i = 1; i < numbers.length; i++) if (numbers[i] < numbers[place]) place = i;
  return place;
}
