import { LEASE, WAIT } from './lease-times.ts';

/** A renewal that a node sends: what it knows of the log, and when it said so. */
export interface Renewal {
  /** The life of the log that the node knows; empty before the first grant. */
  readonly incarnation: string;
  /** The number of the last change of that log that the node has applied. */
  readonly seen: number;
  /** Whether no lease is left that an earlier incarnation of the log has granted. */
  readonly settles: boolean;
  readonly sentAt: number;
}

/** The answer to a renewal. */
export interface Grant {
  readonly incarnation: string;
  /** The number of the last change in the log. */
  readonly last: number;
  /** The changes after `seen`; nothing where the log does not reach back so far, or is another one. */
  readonly changes: readonly string[] | undefined;
}

/** What a grant tells: changes in the order of the log, or that some may have been missed. */
export type News =
  | { readonly missed: true }
  | { readonly missed: false; readonly changes: readonly string[] };

/**
 * The lease of one node, as the node sees it: while it holds it, no change was acknowledged that the node has not applied,
 * so its memory is as good as the store.
 *
 * Nothing here compares clocks of two machines. The lease begins when the renewal is sent, which is before the log
 * answers it; the announcer of a change waits longer than a lease lasts after the change is in the log. So a lease that was
 * granted before the change is over by then, and one that was granted after it came with the change.
 */
export class NodeLease {
  #incarnation = '';
  #knownSince = Number.POSITIVE_INFINITY;
  #seen = 0;
  #confirmed = 0;
  #trustedUntil = Number.NEGATIVE_INFINITY;
  #latest: Renewal | undefined;

  /** Begins a renewal, which takes the place of one that is still under way. */
  begin(now: number): Renewal {
    const settles = now - this.#knownSince >= WAIT;
    this.#latest = { incarnation: this.#incarnation, seen: this.#seen, settles, sentAt: now };
    return this.#latest;
  }

  /**
   * Takes the answer to a renewal; that of one that was replaced is left alone.
   *
   * @param apply brings the node's memory up to date, before the lease counts. Where it throws, there is no lease.
   */
  granted(renewal: Renewal, grant: Grant, now: number, apply: (news: News) => void): void {
    if (renewal !== this.#latest) return;
    this.#latest = undefined;
    const { incarnation, last, changes } = grant;
    const missed = changes === undefined;
    if (missed) apply({ missed });
    else if (changes.length > 0) apply({ missed, changes });
    if (incarnation !== this.#incarnation) this.#knownSince = now;
    this.#incarnation = incarnation;
    this.#seen = last;
    this.#confirmed = missed ? -1 : renewal.seen;
    this.#trustedUntil = renewal.sentAt + LEASE;
  }

  /** Gives up the lease at once. */
  end(): void {
    this.#latest = undefined;
    this.#trustedUntil = Number.NEGATIVE_INFINITY;
  }

  /** Whether memory may answer. */
  trusts(now: number): boolean {
    return now < this.#trustedUntil;
  }

  /** Whether the log does not know yet that this node has applied its last change: announcers are waiting for it. */
  get owesConfirmation(): boolean {
    return this.#confirmed !== this.#seen;
  }
}
