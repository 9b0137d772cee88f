import { limits } from '@decidable/contract';
import { limitReached, Refusal, unavailable } from '../errors/refusal.ts';

/** What bodies under way may take, in all and from one address. */
export interface BodyLimits {
  /** Bytes that have arrived and whose requests are not answered yet. */
  readonly bytes: number;
  readonly bytesOfAddress: number;
  /** Bodies that have begun to arrive and are not complete. */
  readonly bodies: number;
  readonly bodiesOfAddress: number;
}

/**
 * Bodies that may arrive at the same time. Those of an address may be those of all visitors, behind a proxy that is not
 * trusted: nearly all bodies arrive in one piece, so that a few of thousands a second are incomplete. Set by hand.
 */
const BODIES = { bodies: 10_000, bodiesOfAddress: 1_000 } as const;

/** The share of one address of the bytes: three addresses fill them together. Set by hand. */
const SHARE_OF_ADDRESS = 3 / 8;

/** The limits for so many bytes in all. An address may send at least the largest body that an endpoint accepts. */
export const bodyLimits = (bytes: number): BodyLimits => ({
  ...BODIES,
  bytes,
  bytesOfAddress: Math.max(Math.floor(bytes * SHARE_OF_ADDRESS), Math.max(...Object.values(limits.body))),
});

/**
 * The time that a body has to arrive in, in ms, and the bytes a second that extend it: 30 s and 16 KiB/s. Slower than
 * any connection that a page loads on; faster than a sender who wants to hold what bodies may take. Set by hand.
 */
const ARRIVAL_TIME = 30_000;
const LEAST_RATE = 16 * 1024;
/** How often the time is looked at, in ms. Set by hand. */
const SWEEP = 1_000;

interface Use {
  bytes: number;
  bodies: number;
}

/** A body's account: what it takes of the budget from its first byte until its request is answered. */
export class BodyAccount {
  readonly #budget: BodyBudget;
  readonly #address: string;
  #onLate: ((refusal: Refusal) => void) | undefined;
  #bytes = 0;
  #due = 0;
  #isOpen = false;
  #isArriving = false;

  constructor(budget: BodyBudget, address: string) {
    this.#budget = budget;
    this.#address = address;
  }

  /**
   * The body begins to arrive.
   *
   * @param announced its length, where it is known
   * @param onLate called when it does not arrive in time, or is not waited for any more
   * @throws Refusal when there is no room for a body of that length: 429 for its address, 503 in all
   */
  open(announced: number, onLate: (refusal: Refusal) => void): void {
    this.#budget.enter(this.#address, announced);
    this.#isOpen = true;
    this.#isArriving = true;
    this.#onLate = onLate;
    this.#due = this.#budget.now() + ARRIVAL_TIME;
    this.#budget.arriving.add(this);
  }

  /** A part has arrived. @throws Refusal as `open` does */
  receive(bytes: number): void {
    this.#budget.take(this.#address, bytes);
    this.#bytes += bytes;
    this.#due += (bytes / LEAST_RATE) * 1_000;
  }

  /** The body is complete. */
  arrived(): void {
    if (!this.#isArriving) return;
    this.#isArriving = false;
    this.#budget.arriving.delete(this);
    this.#budget.leave(this.#address);
  }

  /** Nothing is kept of the body any more. */
  close(): void {
    this.arrived();
    if (!this.#isOpen) return;
    this.#isOpen = false;
    if (this.#bytes > 0) this.#budget.giveBack(this.#address, this.#bytes);
    this.#bytes = 0;
  }

  /** Refuses the body if it should have arrived by now. */
  sweep(now: number): void {
    if (now < this.#due) return;
    this.refuse(
      new Refusal(
        'BAD_REQUEST',
        `The body of the request arrived too slowly. Send it within ${ARRIVAL_TIME / 1_000} seconds, or at ${LEAST_RATE / 1024} KiB a second or more.`,
        { connection: 'close' },
      ),
    );
  }

  /** Refuses the body, which is not complete. */
  refuse(refusal: Refusal): void {
    this.close();
    this.#onLate?.(refusal);
  }
}

/**
 * Bounds the memory of bodies by what has arrived of them, in all and by address: an announced length alone takes
 * nothing, so that nobody can reserve room that he does not use.
 */
export class BodyBudget {
  readonly #limits: BodyLimits;
  readonly #shed: (reason: string) => void;
  readonly #all: Use = { bytes: 0, bodies: 0 };
  readonly #addresses = new Map<string, Use>();
  readonly #timer: NodeJS.Timeout;
  readonly now: () => number;
  /** Accounts of bodies that are not complete. */
  readonly arriving = new Set<BodyAccount>();

  /**
   * @param shed called with the reason for each body that is refused
   * @param now ms of any clock that only goes forward
   */
  constructor(
    limits: BodyLimits,
    shed: (reason: string) => void,
    now: () => number = () => performance.now(),
  ) {
    this.#limits = limits;
    this.#shed = shed;
    this.now = now;
    this.#timer = setInterval(() => this.sweep(), SWEEP).unref();
  }

  get bytes(): number {
    return this.#all.bytes;
  }

  /** Addresses that have bodies under way. */
  get addresses(): number {
    return this.#addresses.size;
  }

  account(address: string): BodyAccount {
    return new BodyAccount(this, address);
  }

  enter(address: string, announced: number): void {
    const { bytes, bytesOfAddress, bodies, bodiesOfAddress } = this.#limits;
    const used = this.#addresses.get(address);
    if (used !== undefined && (used.bodies >= bodiesOfAddress || used.bytes + announced > bytesOfAddress)) {
      throw this.#addressFull();
    }
    if (this.#all.bodies >= bodies || this.#all.bytes + announced > bytes) throw this.#full();
    this.#all.bodies++;
    if (used === undefined) this.#addresses.set(address, { bytes: 0, bodies: 1 });
    else used.bodies++;
  }

  take(address: string, bytes: number): void {
    const used = this.#addresses.get(address)!;
    if (used.bytes + bytes > this.#limits.bytesOfAddress) throw this.#addressFull();
    if (this.#all.bytes + bytes > this.#limits.bytes) throw this.#full();
    used.bytes += bytes;
    this.#all.bytes += bytes;
  }

  leave(address: string): void {
    this.#all.bodies--;
    const used = this.#addresses.get(address)!;
    used.bodies--;
    if (used.bodies === 0 && used.bytes === 0) this.#addresses.delete(address);
  }

  giveBack(address: string, bytes: number): void {
    this.#all.bytes -= bytes;
    const used = this.#addresses.get(address)!;
    used.bytes -= bytes;
    if (used.bodies === 0 && used.bytes === 0) this.#addresses.delete(address);
  }

  /** Refuses the bodies that did not arrive in time. */
  sweep(): void {
    const now = this.now();
    for (const account of this.arriving) account.sweep(now);
  }

  /** Refuses all bodies that are not complete. */
  refuseArriving(refusal: () => Refusal): void {
    for (const account of this.arriving) account.refuse(refusal());
  }

  stop(): void {
    clearInterval(this.#timer);
  }

  #addressFull(): Refusal {
    this.#shed('bodies-of-address');
    const most = this.#limits.bytesOfAddress;
    return limitReached(
      'Too many large requests from this address are under way. Wait for some of them to be answered, or send less in one call.',
      `"bodies-of-address";q=${most};qu="content-bytes"`,
      { limit: 'bodies-of-address', most, unit: 'content-bytes', retryAfterSeconds: 1 },
    );
  }

  #full(): Refusal {
    this.#shed('bodies');
    return unavailable(
      'Too many large requests are under way. Try again shortly, or send less in one call.',
      1,
    );
  }
}
