import { WAIT } from './lease-times.ts';

/** Nodes that have not confirmed a change, each with the record of its last renewal. */
export type Unconfirmed = ReadonlyMap<string, string>;

/** The log's answer to the announcement of a change. */
export interface Announced {
  readonly incarnation: string;
  /** The number of the change in the log. */
  readonly number: number;
  /** The other nodes in the log's list. */
  readonly unconfirmed: Unconfirmed;
  /** Whether the list names every node that may hold a lease: none is left that an earlier incarnation has granted. */
  readonly settled: boolean;
}

/**
 * One change that is in the log, as its announcer sees it: acknowledged when every node that may hold a lease has
 * confirmed it, and at the latest when no lease from before it is left. Waiting alone is always right; the confirmations only make it shorter, and
 * count only where the log is known to have named all nodes.
 */
export class Announcement {
  readonly incarnation: string;
  readonly number: number;
  /** When no lease is left that was granted before the change. */
  readonly over: number;
  #unconfirmed: Unconfirmed;
  #confirmationsCount: boolean;

  /** @param now when the answer had arrived */
  constructor({ incarnation, number, unconfirmed, settled }: Announced, now: number) {
    this.incarnation = incarnation;
    this.number = number;
    this.over = now + WAIT;
    this.#unconfirmed = unconfirmed;
    this.#confirmationsCount = settled;
  }

  /** @param still the nodes that have not confirmed the change by now; nothing where the log is another one */
  looked(still: Unconfirmed | undefined): void {
    if (still === undefined) {
      this.#confirmationsCount = false;
      return;
    }
    // Nodes that came later got their lease together with the change.
    this.#unconfirmed = new Map([...this.#unconfirmed].filter(([node]) => still.has(node)));
  }

  /** Whether every node has said that it knows of the change. */
  get confirmed(): boolean {
    return this.#confirmationsCount && this.#unconfirmed.size === 0;
  }

  acknowledged(now: number): boolean {
    return this.confirmed || now >= this.over;
  }

  /** The nodes that have not renewed a lease since, where the announcement ended by time: the log need not name them. */
  get silent(): Unconfirmed {
    return this.#unconfirmed;
  }
}
