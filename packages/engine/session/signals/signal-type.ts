import type { Draft, FoldDraft, Owned } from '../profile/draft.ts';
import type { Filter } from '../profile/interest-names.ts';
import type { SearchReader } from '../text/keywords.ts';
import type { FoldedProfile, InteractionKind, Profile, Signal } from '../types.ts';
import type { ValueGrammar } from './value-grammar.ts';

/**
 * What a signal shows of the way somebody shops, beyond its type: kinds of evidence that personas are inferred from.
 * `Before` is the profile before the signal.
 */
export interface SignalEvidence<Before = FoldedProfile> {
  /** Every kind that `of` can tell, as `type:kind`. */
  readonly kinds: readonly string[];
  of(before: Before, signal: Pick<Signal, 'value'>, readSearch: SearchReader): readonly string[];
}

/** What a shopper states with a signal, beyond looking at products. Training learns how much such words count. */
export interface Stated {
  readonly evidence?: SignalEvidence<Profile>;
  /**
   * What the value asks for or excludes by name: "colour=red", or a value alone. An exclusion is kept, however many statements
   * follow it, until one of them asks for its value.
   */
  names?(value: string): Pick<Filter, 'name' | 'isNot'>;
  /** Reads the value into a profile of the caller's own, whose step is already that of the signal. */
  read?(draft: Draft, value: string, at: number, readSearch: SearchReader): void;
}

/** All that the engine knows of one type of signal. */
export interface SignalType {
  /** Validates a value, and words the refusal. */
  readonly grammar: ValueGrammar;
  /** A client sends it on its own: it tells the context, is no step of the shopper's and leaves no evidence. */
  readonly automatic?: true;
  /** It says what the shopper wants: kept as it was sent, and read with the catalogue whenever a profile is used. */
  readonly states?: Stated;
  /** What the shopper does with the product whose id is the value. It is folded without a `fold` of the type's own. */
  readonly interaction?: InteractionKind;
  readonly evidence?: SignalEvidence;
  /** Folds the value into a profile, whose step is already that of the signal. */
  fold?(draft: FoldDraft, value: string, at: number, owned: Owned): void;
}

/** Types by the name that callers send. */
export type SignalTypes = Readonly<Record<string, SignalType>>;
