import { emptyProfile } from '../../session/profile/fold.ts';
import { readProfile } from '../../session/profile/read-profile.ts';
import type { Profile } from '../../session/types.ts';

/** The profile of a session without signals. */
export const EMPTY_PROFILE: Profile = readProfile(emptyProfile(0));
