/** How long a node trusts its memory after it *sent* the renewal that was granted, in ms of its own clock. */
export const LEASE = 1_000;
/**
 * How long the announcer of a change waits for nodes that do not confirm it, in ms of its own clock, from the moment at
 * which it knows that the change is in the log. No lease from before is left then, unless two clocks that only measure
 * time run a tenth apart.
 */
export const WAIT = 1_100;
/** How often a lease is renewed, in ms: two renewals in a row may fail. Set by hand. */
export const RENEW_EVERY = 250;
/** Changes that the log keeps; a node that is further behind has missed some. Set by hand. */
export const CHANGES_KEPT = 1_000;
