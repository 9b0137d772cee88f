import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { Announcement } from './announcement.ts';
import { RENEW_EVERY } from './lease-times.ts';
import { LeasedMemory } from './leased-memory.ts';
import { LogModel } from './log-model.fixture.ts';
import { NodeLease } from './node-lease.ts';

/** How long a simulation runs, and how long a node waits for an answer of the log, in ms. */
const LENGTH = 8_000;
const TIMEOUT = 400;
const LOOK_EVERY = 60;

const nodes = ['north', 'east', 'south'] as const;
const clock = fc.record({
  offset: fc.integer({ min: -1e9, max: 1e9 }),
  // Two clocks of quartz differ by a few parts in 100,000; these by up to 8 in 100.
  rate: fc.double({ min: 0.96, max: 1.04, noNaN: true }),
});
const at = fc.nat({ max: LENGTH });
const node = fc.nat({ max: nodes.length - 1 });
const fault = fc.oneof(
  fc.record({ kind: fc.constant('cut' as const), at, node, lasts: fc.nat({ max: 5_000 }) }),
  fc.record({ kind: fc.constant('pause' as const), at, node, lasts: fc.nat({ max: 3_000 }) }),
  fc.record({ kind: fc.constant('flush' as const), at }),
  fc.record({ kind: fc.constant('failover' as const), at, lag: fc.nat({ max: 1_500 }) }),
);
const plan = fc.record({
  clocks: fc.tuple(clock, clock, clock),
  faults: fc.array(fault, { maxLength: 12, size: 'max' }),
  changes: fc.array(fc.record({ at, node }), { minLength: 1, maxLength: 12, size: 'max' }),
  // Delays of messages and reads, used in turn: most are short, some longer than a lease.
  delays: fc.array(fc.oneof(fc.nat({ max: 5 }), fc.nat({ max: 150 }), fc.nat({ max: 1_500 })), {
    minLength: 20,
    maxLength: 60,
    size: 'max',
  }),
});
type Plan = typeof plan extends fc.Arbitrary<infer T> ? T : never;

/** Simulates three nodes on one log and one store; the store's value is the number of changes committed. */
class Simulation {
  readonly #log = new LogModel();
  readonly #queue: { at: number; readonly run: () => void }[] = [];
  readonly #delays: readonly number[];
  #used = 0;
  #named = 0;
  /** The time that no clock shows. */
  #now = 0;
  #committed = 0;
  #acknowledged = 0;
  readonly found = { fromMemory: 0, fromStore: 0, acknowledged: 0, old: [] as string[] };

  constructor({ clocks, faults, changes, delays }: Plan) {
    this.#delays = delays;
    const simulated = clocks.map((each, index) => this.#node(nodes[index], each));
    for (const each of faults) {
      if (each.kind === 'flush') this.#do(each.at, () => this.#log.flush());
      else if (each.kind === 'failover') {
        this.#do(each.at, () => this.#do(this.#now + each.lag, this.#log.replica()));
      } else {
        this.#do(each.at, () => {
          simulated[each.node][each.kind](this.#now + each.lasts);
        });
      }
    }
    for (const change of changes) this.#do(change.at, () => simulated[change.node].change());
  }

  async run(): Promise<void> {
    for (;;) {
      this.#queue.sort((a, b) => b.at - a.at);
      const next = this.#queue.pop();
      if (next === undefined || next.at > LENGTH) return;
      this.#now = next.at;
      next.run();
      // Lets the promises of reads go on.
      for (let turn = 0; turn < 4; turn++) await undefined;
    }
  }

  #do(at: number, run: () => void): void {
    this.#queue.push({ at, run });
  }

  #delay(): number {
    return this.#delays[this.#used++ % this.#delays.length];
  }

  #node(name: string, { offset, rate }: { offset: number; rate: number }) {
    const lease = new NodeLease();
    const clock = () => offset + rate * this.#now;
    const memory = new LeasedMemory<'key', number>(() => lease.trusts(clock()), clock);
    let cutUntil = 0;
    let pausedUntil = 0;
    let attempt = 0;
    /** What the node itself does waits until it is no longer paused. */
    const mine = (at: number, run: () => void): void =>
      this.#do(at, () => (this.#now < pausedUntil ? mine(pausedUntil, run) : run()));
    const after = (milliseconds: number, run: () => void) => mine(this.#now + milliseconds / rate, run);
    /** Asks the log; the question, the answer or both are lost in a cut. */
    const ask = <T>(question: (fresh: string) => T, answered: (answer: T) => void): void => {
      if (this.#now < cutUntil) return;
      this.#do(this.#now + this.#delay(), () => {
        const answer = question(`${++this.#named}`);
        this.#do(this.#now + this.#delay(), () => {
          if (this.#now >= cutUntil) mine(this.#now, () => answered(answer));
        });
      });
    };
    const renew = (): void => {
      const mine = ++attempt;
      const renewal = lease.begin(clock());
      ask(
        (fresh) => this.#log.renew(name, renewal, fresh),
        (grant) => {
          lease.granted(renewal, grant, clock(), () => memory.clear());
          if (mine !== attempt) return;
          if (lease.owesConfirmation) renew();
          else after(RENEW_EVERY, () => mine === attempt && renew());
        },
      );
      after(TIMEOUT, () => mine === attempt && renew());
    };
    const acknowledge = (change: number) => {
      this.found.acknowledged++;
      this.#acknowledged = Math.max(this.#acknowledged, change);
    };
    const announce = (change: number): void => {
      let announcement: Announcement | undefined;
      const look = (): void => {
        const { incarnation, number, silent } = announcement!;
        if (announcement!.acknowledged(clock())) {
          acknowledge(change);
          if (!announcement!.confirmed)
            ask(
              () => this.#log.forget(incarnation, silent),
              () => {},
            );
          return;
        }
        ask(
          () => this.#log.unconfirmed(incarnation, number, silent.keys()),
          (still) => announcement!.looked(still),
        );
        after(LOOK_EVERY, look);
      };
      const send = (): void => {
        if (announcement !== undefined) return;
        ask(
          (fresh) => this.#log.announce(name, `${change}`, fresh),
          (announced) => {
            if (announcement !== undefined) return;
            announcement = new Announcement(announced, clock());
            look();
          },
        );
        after(TIMEOUT, send);
      };
      send();
    };
    const request = (): void => {
      const known = memory.get('key');
      if (known === undefined) {
        this.found.fromStore++;
        const answer = Promise.withResolvers<number>();
        // The answer of the store is on its way when a change is committed.
        this.#do(this.#now + this.#delay(), () => {
          const value = this.#committed;
          mine(this.#now + this.#delay(), () => answer.resolve(value));
        });
        memory.read('key', () => answer.promise).catch((error: unknown) => this.found.old.push(`${error}`));
      } else {
        this.found.fromMemory++;
        if (known < this.#acknowledged)
          this.found.old.push(
            `${name} answered ${known} at ${this.#now}, and ${this.#acknowledged} was acknowledged`,
          );
      }
      after(37, request);
    };
    mine(this.#delay(), renew);
    mine(1, request);
    return {
      cut: (until: number) => {
        cutUntil = Math.max(cutUntil, until);
      },
      pause: (until: number) => {
        pausedUntil = Math.max(pausedUntil, until);
      },
      change: () =>
        mine(this.#now, () => {
          const change = ++this.#committed;
          memory.clear();
          announce(change);
        }),
    };
  }
}

describe('a node under a lease', () => {
  it('never answers from memory what an acknowledged change has replaced, whatever is cut, late, paused or lost', async () => {
    const total = { fromMemory: 0, fromStore: 0, acknowledged: 0 };
    await fc.assert(
      fc.asyncProperty(plan, async (each) => {
        const simulation = new Simulation(each);
        await simulation.run();
        assert.deepEqual(simulation.found.old, []);
        total.fromMemory += simulation.found.fromMemory;
        total.fromStore += simulation.found.fromStore;
        total.acknowledged += simulation.found.acknowledged;
      }),
      { numRuns: 80 },
    );
    // Neither always nor never.
    assert.ok(total.fromMemory > total.fromStore / 20, JSON.stringify(total));
    assert.ok(total.fromStore > 80 && total.acknowledged > 80, JSON.stringify(total));
  });
});
