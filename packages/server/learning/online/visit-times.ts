import { VISIT_GAP } from '@decidable/engine/session';

/** The last-seen time of a session is updated when it is older than this, so that few requests write it; ms. */
export const NOTE_EVERY = 60_000;
/** A visit has ended when its session was last seen so long ago; ms. */
export const ENDED_AFTER = VISIT_GAP + NOTE_EVERY;
/** Sessions learned in one step, so that a step takes milliseconds. Set by hand. */
export const SESSIONS_PER_STEP = 500;

const DAY = 86_400_000;

/** From when on visits are learned where nothing says how far learning has come; ms. */
export const startOfYesterday = (now: number): number => (Math.floor(now / DAY) - 1) * DAY;
