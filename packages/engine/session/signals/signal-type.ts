import type { Draft, Owned } from '../profile/draft.ts';
import type { InteractionKind, Keywords, Profile, Signal } from '../types.ts';
import type { ValueGrammar } from './value-grammar.ts';

/** What a signal shows of the way somebody shops, beyond its type: kinds of evidence that personas are inferred from. */
export interface SignalEvidence {
  /** Every kind that `of` can tell, as `type:kind`. */
  readonly kinds: readonly string[];
  /** @param before the profile before the signal; @param keywords those of a type that `readsKeywords` */
  of(before: Profile, signal: Signal, keywords: Keywords | undefined): readonly string[];
}

/** All that the engine knows of one type of signal. */
export interface SignalType {
  /** Validates a value, and words the refusal. */
  readonly grammar: ValueGrammar;
  /** A client sends it on its own: it tells the context, is no step of the shopper's and leaves no evidence. */
  readonly automatic?: true;
  /** It says what the shopper wants beyond looking at products, so that training learns how much such words count. */
  readonly explicit?: true;
  /** What the shopper does with the product whose id is the value. It is folded without a `fold` of the type's own. */
  readonly interaction?: InteractionKind;
  /** The value is text that is read as a search. */
  readonly readsKeywords?: true;
  readonly evidence?: SignalEvidence;
  /** Folds the value into a profile, whose step is already that of the signal. */
  fold?(draft: Draft, value: string, at: number, owned: Owned, keywords: Keywords | undefined): void;
}

/** Types by the name that callers send. */
export type SignalTypes = Readonly<Record<string, SignalType>>;
