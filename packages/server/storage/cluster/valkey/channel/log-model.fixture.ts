import type { Announced, Unconfirmed } from './announcement.ts';
import { CHANGES_KEPT } from './lease-times.ts';
import type { Grant, Renewal } from './node-lease.ts';

interface State {
  readonly incarnation: string;
  last: number;
  renewals: number;
  settled: boolean;
  readonly changes: Map<number, string>;
  readonly nodes: Map<string, { confirmed: number; renewal: number }>;
}

/** The scripts of the change log in plain words: `scripts.test.ts` holds them to it. */
export class LogModel {
  #run = 1;
  #state: State | undefined;

  /** The log, if it is one of this process. */
  get #found(): State | undefined {
    return this.#state?.incarnation.startsWith(`${this.#run}.`) ? this.#state : undefined;
  }

  #current(fresh: string): State {
    const found = this.#found;
    if (found !== undefined) return found;
    this.#state = {
      incarnation: `${this.#run}.${fresh}`,
      last: 0,
      renewals: 0,
      settled: false,
      changes: new Map(),
      nodes: new Map(),
    };
    return this.#state;
  }

  renew(node: string, { incarnation, seen, settles }: Renewal, fresh: string): Grant {
    const state = this.#current(fresh);
    const known = incarnation === state.incarnation;
    if (known && settles) state.settled = true;
    let changes: string[] | undefined;
    if (known && seen <= state.last && state.last - seen <= CHANGES_KEPT) {
      changes = Array.from({ length: state.last - seen }, (_, n) => state.changes.get(seen + 1 + n)!);
    }
    state.renewals++;
    state.nodes.set(node, { confirmed: changes === undefined ? -1 : seen, renewal: state.renewals });
    return { incarnation: state.incarnation, last: state.last, changes };
  }

  announce(node: string, change: string, fresh: string): Announced {
    const state = this.#current(fresh);
    state.last++;
    state.changes.set(state.last, change);
    state.changes.delete(state.last - CHANGES_KEPT);
    const others = [...state.nodes].filter(([name]) => name !== node);
    return {
      incarnation: state.incarnation,
      number: state.last,
      unconfirmed: new Map(others.map(([name, { confirmed, renewal }]) => [name, `${confirmed} ${renewal}`])),
      settled: state.settled,
    };
  }

  unconfirmed(incarnation: string, number: number, of: Iterable<string>): Unconfirmed | undefined {
    const state = this.#found;
    if (state?.incarnation !== incarnation) return undefined;
    const still = new Map<string, string>();
    for (const name of of) {
      const record = state.nodes.get(name);
      if (record !== undefined && record.confirmed < number)
        still.set(name, `${record.confirmed} ${record.renewal}`);
    }
    return still;
  }

  forget(incarnation: string, silent: Unconfirmed): void {
    const state = this.#found;
    if (state?.incarnation !== incarnation) return;
    for (const [name, was] of silent) {
      const record = state.nodes.get(name);
      if (record !== undefined && `${record.confirmed} ${record.renewal}` === was) state.nodes.delete(name);
    }
  }

  /** All keys, or those of the log, are gone. */
  flush(): void {
    this.#state = undefined;
  }

  /** What a replica has now. */
  replica(): () => void {
    const copy = structuredClone(this.#state);
    return () => {
      // It is promoted.
      this.#run++;
      this.#state = copy;
    };
  }
}
