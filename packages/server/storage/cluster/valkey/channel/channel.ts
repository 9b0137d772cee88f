import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { GuardedCalls } from '../connection/guarded-calls.ts';
import type { ValkeyObserver } from '../connection/valkey-observer.ts';
import { Announcement } from './announcement.ts';
import type { ChannelScripts } from './channel-scripts.ts';
import { RENEW_EVERY, WAIT } from './lease-times.ts';
import { type News, NodeLease } from './node-lease.ts';

/** How long an announcement is tried before it is left to the background, in ms; set by hand. */
const TRY_FOR = 2_000;
/** Pauses between attempts to announce, and the first and longest ones between looks who has confirmed, in ms; set by hand. */
const TRY_EVERY = 50;
const FIRST_LOOK = 2;
const LONGEST_LOOK = 64;
/** Announcements that wait for the channel; where there are more, all nodes are told to read everything again. Set by hand. */
export const MOST_UNSENT = 1_000;
/** Announced in place of changes: any may have happened. */
export const EVERYTHING = '*';

export interface ChannelParts {
  readonly scripts: ChannelScripts;
  readonly calls: GuardedCalls;
  readonly observer: ValkeyObserver;
  readonly report: (error: unknown) => void;
  /** Brings this node's memory up to date. */
  readonly apply: (news: News) => void;
  /** Told of the sessions that nodes follow, when they have changed. */
  readonly onFollows: (byNode: ReadonlyMap<string, readonly string[]>) => void;
}

/**
 * Renews this node's lease, and announces changes to the other nodes. `NodeLease` and `Announcement` decide; this asks
 * the log and keeps the time.
 */
export class Channel {
  readonly #parts: ChannelParts;
  readonly #lease = new NodeLease();
  #timer: NodeJS.Timeout | undefined;
  #renewing: Promise<void> | undefined;
  #again = false;
  #closed = false;
  #held = false;
  #nodes = 1;
  #followed = '';
  #followedSent: string | undefined;
  #followsVersion = '';
  /** Announcements that the log does not have yet, by what they replace. */
  readonly #unsent = new Map<string, string>();
  #sending = false;

  constructor(parts: ChannelParts) {
    this.#parts = parts;
  }

  /** Whether memory is as good as the store now. */
  get trusted(): boolean {
    return this.#lease.trusts(performance.now());
  }

  /** Nodes that renew their leases, as far as this one knows; at least 1. */
  get nodes(): number {
    return this.#nodes;
  }

  /** Renews the lease at once: there is news, or the connection is back. */
  renew(): void {
    if (this.#closed) return;
    if (this.#renewing !== undefined) {
      this.#again = true;
      return;
    }
    clearTimeout(this.#timer);
    this.#again = false;
    const began = performance.now();
    this.#renewing = this.#renewOnce()
      .catch(this.#parts.report)
      .then(() => {
        this.#renewing = undefined;
        if (this.#closed) return;
        this.#observeLease();
        if (this.#again) this.renew();
        else {
          const next = Math.max(0, began + RENEW_EVERY - performance.now());
          this.#timer = setTimeout(() => this.renew(), next).unref();
        }
      });
  }

  /** @param followed JSON of the sessions that this node follows; empty for none */
  follow(followed: string): void {
    this.#followed = followed;
    this.renew();
  }

  /**
   * Tells all nodes of a change, which is durable in the store.
   *
   * @param replaces earlier announcements of this name need not be made any more
   * @returns true when no node holds a lease without having applied the change. False where Valkey could not be told: it will
   *   be when it is back, and until then nodes that reach it may not know of the change.
   */
  async announce(change: string, replaces: string): Promise<boolean> {
    const { scripts, calls, observer, report } = this.#parts;
    const began = performance.now();
    const ended = (confirmed: boolean) =>
      observer.announced?.({ milliseconds: performance.now() - began, confirmed });
    let announcement: Announcement | undefined;
    while (announcement === undefined) {
      try {
        const announced = await calls.probe('announce', () => scripts.announce(change, randomUUID()));
        announcement = new Announcement(announced, performance.now());
      } catch (error) {
        report(error);
        if (this.#closed || performance.now() - began > TRY_FOR) {
          this.#keep(change, replaces);
          ended(false);
          return false;
        }
        await pause(TRY_EVERY);
      }
    }
    await this.#acknowledged(announcement);
    ended(announcement.confirmed);
    return true;
  }

  /** Gives up the lease and leaves the list of nodes, so that nobody waits for this one. */
  async close(leave: () => Promise<void>): Promise<void> {
    this.#closed = true;
    clearTimeout(this.#timer);
    this.#lease.end();
    await this.#renewing;
    // Where Valkey is away the next announcement waits for this node once, and forgets it.
    await this.#parts.calls.probe('leave', leave).catch(this.#parts.report);
  }

  async #renewOnce(): Promise<void> {
    const { scripts, calls, apply, onFollows } = this.#parts;
    const renewal = this.#lease.begin(performance.now());
    const followed = this.#followed;
    const renewed = await calls.probe('renew', () =>
      scripts.renew(
        renewal,
        randomUUID(),
        followed === this.#followedSent ? '=' : followed,
        this.#followsVersion,
      ),
    );
    if (this.#closed) return;
    this.#lease.granted(renewal, renewed, performance.now(), apply);
    this.#nodes = Math.max(1, renewed.nodes);
    const { version, byNode, registered } = renewed.follows;
    this.#followsVersion = version;
    this.#followedSent = registered === (followed !== '') ? followed : undefined;
    if (byNode !== undefined) onFollows(byNode);
    if (this.#lease.owesConfirmation || this.#followedSent !== this.#followed) this.#again = true;
    if (this.#unsent.size > 0 && !this.#sending) this.#sendUnsent().catch(this.#parts.report);
  }

  async #acknowledged(announcement: Announcement): Promise<void> {
    const { scripts, calls, report } = this.#parts;
    const { incarnation, number, over } = announcement;
    let look = FIRST_LOOK;
    for (let now = performance.now(); !announcement.acknowledged(now); now = performance.now()) {
      await pause(Math.min(look, over - now));
      look = Math.min(2 * look, LONGEST_LOOK);
      try {
        const nodes = announcement.silent.keys();
        announcement.looked(
          await calls.probe('unconfirmed', () => scripts.unconfirmed(incarnation, number, nodes)),
        );
      } catch (error) {
        report(error);
      }
    }
    if (announcement.confirmed || announcement.silent.size === 0) return;
    await calls.probe('forget', () => scripts.forget(incarnation, announcement.silent)).catch(report);
  }

  #keep(change: string, replaces: string): void {
    this.#unsent.delete(replaces);
    this.#unsent.set(replaces, change);
    if (this.#unsent.size <= MOST_UNSENT) return;
    this.#unsent.clear();
    this.#unsent.set(EVERYTHING, EVERYTHING);
  }

  async #sendUnsent(): Promise<void> {
    const { scripts, calls } = this.#parts;
    this.#sending = true;
    try {
      for (const [replaces, change] of this.#unsent) {
        await calls.probe('announce', () => scripts.announce(change, randomUUID()));
        if (this.#unsent.get(replaces) === change) this.#unsent.delete(replaces);
      }
    } finally {
      this.#sending = false;
    }
  }

  #observeLease(): void {
    const held = this.trusted;
    if (held === this.#held) return;
    this.#held = held;
    this.#parts.observer.lease?.(held);
  }
}

/** The longest that an announcement takes, in ms. */
export const LONGEST_ANNOUNCEMENT = TRY_FOR + WAIT;
