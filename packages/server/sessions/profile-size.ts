import type { InterestKind, NamedInterest, Profile } from '@decidable/engine/session';
import { HEADER, NUMBER, SLOT, STRING } from '../memory-size.ts';

/**
 * Bytes of a list entry: an object with so many fields, of which some are strings, without their characters, and some are
 * times and strengths.
 */
const entry = (fields: number, texts: number, numbers: number): number =>
  SLOT + HEADER + fields * SLOT + texts * STRING + numbers * NUMBER;

const INTEREST = entry(5, 1, 3);
const BEHAVIOUR = entry(6, 1, 3);
const TOUCH = entry(4, 2, 1);
/** A search as it was typed. */
const SEARCH = entry(2, 1, 0);
const NAME = SLOT + STRING;
/** Bytes of an empty profile: its object, its lists, a context and two times. */
const BASIC = 13 * HEADER + 21 * SLOT + 3 * STRING + 2 * NUMBER;

const KINDS: readonly InterestKind[] = ['category', 'brand', 'attribute', 'keyword', 'negatedKeyword'];

/**
 * Memory of a profile, in bytes: within about 200 bytes of `bytesOf`, which takes ten times as long because it
 * inspects each object. Each session is measured at its first request, so speed matters here.
 */
export function bytesOfProfile({
  interests,
  products,
  dismissed,
  behaviours,
  evidence,
  searches = [],
}: Profile): number {
  let bytes = BASIC + bytesOfNamed(behaviours, BEHAVIOUR) + bytesOfNamed(evidence, INTEREST);
  for (const kind of KINDS) bytes += bytesOfNamed(interests[kind], INTEREST);
  for (const { id, touch } of products) bytes += TOUCH + id.length + touch.length;
  for (const { text } of searches) bytes += SEARCH + text.length;
  for (const id of dismissed) bytes += NAME + id.length;
  return bytes;
}

function bytesOfNamed(list: readonly NamedInterest[], each: number): number {
  let bytes = each * list.length;
  for (const { name } of list) bytes += name.length;
  return bytes;
}
