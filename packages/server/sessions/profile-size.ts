import type { FoldedProfile, NamedInterest } from '@decidable/engine/session';
import { bytesOfText, HEADER, NUMBER, SLOT, STRING } from '../memory-size.ts';

/**
 * Bytes of an object in a list: with so many fields, of which `texts` are strings, without their characters, and `numbers`
 * are times and strengths.
 */
const entry = (fields: number, texts: number, numbers: number): number =>
  SLOT + HEADER + fields * SLOT + texts * STRING + numbers * NUMBER;

const INTEREST = entry(5, 1, 3);
const BEHAVIOUR = entry(6, 1, 3);
const TOUCH = entry(4, 2, 1);
const STATEMENT = entry(4, 2, 1);
const PURCHASE = entry(3, 1, 1);
const NAME = SLOT + STRING;
/** Bytes of an empty profile: its object, its lists, a context and two times. */
const BASIC = 8 * HEADER + 17 * SLOT + 3 * STRING + 2 * NUMBER;

/**
 * Memory of a profile, in bytes: within 300 bytes and a fifth of `bytesOf`, which takes several times as long because it
 * inspects each object. Sessions are measured while they are served, so speed matters here.
 */
export function bytesOfProfile({
  products,
  dismissed,
  bought = [],
  behaviours,
  evidence,
  statements,
}: FoldedProfile): number {
  let bytes = BASIC + bytesOfNamed(behaviours, BEHAVIOUR) + bytesOfNamed(evidence, INTEREST);
  for (const { id, touch } of products) bytes += TOUCH + bytesOfText(id) + touch.length;
  for (const { type, value } of statements) bytes += STATEMENT + type.length + bytesOfText(value);
  for (const id of dismissed) bytes += NAME + bytesOfText(id);
  for (const { id } of bought) bytes += PURCHASE + bytesOfText(id);
  return bytes;
}

function bytesOfNamed(list: readonly NamedInterest[], each: number): number {
  let bytes = each * list.length;
  for (const { name } of list) bytes += bytesOfText(name);
  return bytes;
}
