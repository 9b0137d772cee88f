import { emptyProfile } from '../session/profile/fold.ts';
import type { Profile } from '../session/types.ts';

/** The profile of a session without signals. */
export const NOBODY: Profile = emptyProfile(0);
