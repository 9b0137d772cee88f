import type { Profile } from '../session/types.ts';

/** The profile of a session without signals. */
export const NOBODY: Profile = {
  sequence: 0,
  step: 0,
  received: 0,
  openedAt: 0,
  lastSeenAt: 0,
  visits: 0,
  interests: { category: [], brand: [], attribute: [], keyword: [], negatedKeyword: [] },
  products: [],
  dismissed: [],
  context: {},
  signalled: [],
  behaviours: [],
  evidence: [],
};
