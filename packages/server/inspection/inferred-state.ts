import type { Context, Persona } from '@decidable/contract';
import { searchReader, signsOfTerm } from '@decidable/engine/ranking';
import { type FoldedProfile, readProfile, strength } from '@decidable/engine/session';
import { shownPersonas } from '../sessions/persona-answer.ts';
import { completeContext, personasIn } from '../sessions/tracking.ts';
import type { Shop } from '../shops/shop.ts';

const HOUR = 60 * 60_000;
const KINDS = ['category', 'brand', 'attribute', 'keyword'] as const;
/** Weaker interests are not worth a line. Set by hand. */
const LEAST = 0.005;

/** An interest now and an hour later, should nothing happen until then. */
export interface FadingInterest {
  /** `<kind>:<name>` */
  readonly interest: string;
  readonly score: number;
  readonly inAnHour: number;
}

/** What is inferred of a session. */
export interface InferredState {
  readonly personas: Persona[];
  /** The strongest first. */
  readonly interests: FadingInterest[];
  readonly context?: Context;
}

const rounded = (score: number): number => Math.round(score * 1e6) / 1e6;

/**
 * What is inferred of a session as of `now`; ms since the epoch. Unlike answers to keys of a page it has the words that
 * the shopper typed: only members of the organization see it.
 */
export function inferredState(
  folded: FoldedProfile | undefined,
  now: number,
  shop: Shop | undefined,
): InferredState {
  if (folded === undefined) return { personas: [], interests: [] };
  const profile = readProfile(folded, shop && searchReader(shop.index));
  const interests = KINDS.flatMap((kind) =>
    profile.interests[kind].map((interest) => ({
      interest: `${kind}:${signsOfTerm(interest.name) ?? interest.name}`,
      score: rounded(strength(interest, now, profile.step)),
      inAnHour: rounded(strength(interest, now + HOUR, profile.step)),
    })),
  );
  return {
    personas: shownPersonas(personasIn(profile, now, shop)),
    interests: interests
      .filter(({ score }) => score >= LEAST)
      .sort((a, b) => b.score - a.score || (a.interest < b.interest ? -1 : 1)),
    context: completeContext(profile.context),
  };
}
