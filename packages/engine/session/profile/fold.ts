import type { SignalType, SignalTypes } from '../signals/signal-type.ts';
import { SIGNAL_TYPES } from '../signals/signal-types.ts';
import { names } from '../signals/value-grammar.ts';
import { readPlainly } from '../text/keywords.ts';
import type { Context, FoldedProfile, Signal } from '../types.ts';
import {
  addEvidence,
  addInteraction,
  countBehaviour,
  type FoldDraft,
  type Owned,
  setContext,
} from './draft.ts';
import { copyOf } from './interest-list.ts';
import { withStatement } from './kept-statements.ts';

/** A visit ends after this much silence, ms: the usual session timeout of web analytics. */
export const VISIT_GAP = 30 * 60_000;
/**
 * Types under which the service logs what is not sent as a signal: a behaviour that the shop named, and the context
 * that a request showed. They carry `data`, which no signal of a caller does, and so cannot be forged.
 */
export const BEHAVIOUR_SIGNAL = 'behavior';
export const CONTEXT_SIGNAL = 'context';

/** Raised with each change of what a fold holds: a snapshot of another version is not read, the log is folded instead. */
export const FOLD_VERSION = 3;

const BEHAVIOUR: SignalType = {
  grammar: names('a behaviour'),
  fold: (draft, value, at, owned) => countBehaviour(draft, value.normalize('NFC'), at, owned),
};

/** The profile of a session that has sent nothing. */
export function emptyProfile(openedAt: number): FoldedProfile {
  return {
    version: FOLD_VERSION,
    sequence: 0,
    step: 0,
    received: 0,
    openedAt,
    lastSeenAt: openedAt,
    visits: 1,
    statements: [],
    products: [],
    dismissed: [],
    context: {},
    signalled: [],
    behaviours: [],
    evidence: [],
  };
}

function foldShopper(
  draft: FoldDraft,
  type: SignalType,
  signal: Signal,
  owned: Owned,
  types: SignalTypes,
): void {
  const { at, value = '' } = signal;
  const evidence = type.evidence?.of(draft, signal, readPlainly);
  draft.step++;
  if (at > draft.lastSeenAt + VISIT_GAP) draft.visits++;
  addEvidence(draft, signal.type, at, owned);
  if (evidence !== undefined) for (const kind of evidence) addEvidence(draft, kind, at, owned);
  if (type.states !== undefined) {
    const statement = { type: signal.type, value, at, step: draft.step };
    draft.statements = withStatement(draft.statements, statement, types);
  } else if (type.fold !== undefined) type.fold(draft, value, at, owned);
  else if (type.interaction !== undefined) addInteraction(draft, value, type.interaction, at, owned);
}

function foldInto(draft: FoldDraft, signal: Signal, owned: Owned, types: SignalTypes): void {
  draft.sequence++;
  const isInternal = signal.data !== undefined;
  if (signal.type === CONTEXT_SIGNAL && isInternal) {
    if (signal.at > draft.lastSeenAt + VISIT_GAP) draft.visits++;
    setContext(draft, JSON.parse(signal.data!) as Partial<Context>, false);
  } else {
    draft.received++;
    const type = types[signal.type];
    if (type?.automatic) {
      if (signal.value !== undefined) type.fold?.(draft, signal.value, signal.at, owned);
    } else if (type !== undefined) foldShopper(draft, type, signal, owned, types);
    else if (signal.type === BEHAVIOUR_SIGNAL && isInternal)
      foldShopper(draft, BEHAVIOUR, signal, owned, types);
  }
  draft.lastSeenAt = Math.max(draft.lastSeenAt, signal.at);
}

/** The profile after one more signal. Pure: `profile` stays as it was. */
export function fold(profile: FoldedProfile, signal: Signal): FoldedProfile {
  return foldAll(profile, [signal]);
}

/** The profile after some more signals, in order. */
export function foldAll(
  profile: FoldedProfile,
  signals: Iterable<Signal>,
  types: SignalTypes = SIGNAL_TYPES,
): FoldedProfile {
  const draft: FoldDraft = { ...profile };
  for (const signal of signals) foldInto(draft, signal, false, types);
  return draft;
}

/**
 * Folds some more signals into a profile in place, with the result of `foldAll`. Only for a caller that owns the
 * profile and its lists: `ownCopy` makes such a profile. A long session then leaves next to no garbage with each signal.
 */
export function foldOnto(profile: FoldedProfile, signals: Iterable<Signal>): void {
  for (const signal of signals) foldInto(profile, signal, true, SIGNAL_TYPES);
}

/** A copy that shares nothing which folding onto it changes. */
export function ownCopy(profile: FoldedProfile): FoldedProfile {
  return {
    ...profile,
    products: profile.products.slice(),
    dismissed: profile.dismissed.slice(),
    behaviours: profile.behaviours.slice(),
    evidence: profile.evidence.map(copyOf),
  };
}

/** The profile of a log, from its first signal on; `undefined` for an empty one. */
export function replay(signals: readonly Signal[]): FoldedProfile | undefined {
  return signals.length === 0 ? undefined : foldAll(emptyProfile(signals[0].at), signals);
}
