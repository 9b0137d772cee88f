import { emptyProfile } from '../../session/profile/fold.ts';
import type { Profile } from '../../session/types.ts';

/** The profile of a session without signals. */
export const EMPTY_PROFILE: Profile = emptyProfile(0);
