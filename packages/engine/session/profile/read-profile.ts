import type { SignalTypes } from '../signals/signal-type.ts';
import { SIGNAL_TYPES } from '../signals/signal-types.ts';
import { readPlainly, type SearchReader } from '../text/keywords.ts';
import type { FoldedProfile, Profile } from '../types.ts';
import { addEvidence, type Draft } from './draft.ts';
import { copyOf } from './interest-list.ts';

/**
 * A session with what its statements mean in a shop: the one place where they are read. `profile` stays as it was.
 *
 * @param readSearch of the catalogue that the profile is used with; without one, no value is found in searches
 */
export function readProfile(
  profile: FoldedProfile,
  readSearch: SearchReader = readPlainly,
  types: SignalTypes = SIGNAL_TYPES,
): Profile {
  const interests = { category: [], brand: [], attribute: [], keyword: [], negatedKeyword: [] };
  if (profile.statements.length === 0) return { ...profile, interests };
  const draft: Draft = { ...profile, interests, evidence: profile.evidence.map(copyOf) };
  for (const statement of profile.statements) {
    const { type, value, at, step } = statement;
    const { evidence, read } = types[type]?.states ?? {};
    const kinds = evidence?.of(draft, statement, readSearch) ?? [];
    draft.step = step;
    for (const kind of kinds) addEvidence(draft, kind, at, true);
    read?.(draft, value, at, readSearch);
  }
  draft.step = profile.step;
  return draft;
}
