import { randomId } from './session.ts';
import { parsed, type Store } from './store.ts';
import { FINAL, type Outcome, type Transport } from './transport.ts';

/**
 * At-least-once delivery of signals, events and exposures. A parcel is one call. It stays in the store until the
 * service has answered, so it survives a page change, a crash and a closed tab. The service counts it once, however
 * often it arrives (`batchId`, `eventId`, and for exposures session, decision and item).
 *
 * A parcel belongs to one page at a time. `due` is the time from which another page may take it over. Every living page
 * keeps the `due` of its parcels in the future, so only parcels of pages that ended are taken over.
 */
export interface Parcel {
  readonly key: string;
  readonly call: Call;
  /** Of its body what may be sent together; absent of exposures, and of an event as releases before stored it. */
  readonly list: Entry[] | undefined;
  /** When this page got it, by the clock that nobody sets, ms. */
  readonly since: number;
  /** False while it is still being filled. */
  ready: boolean;
  sending: boolean;
  /** Evicted from the store by newer parcels; still in the memory of this page. */
  evicted?: boolean;
  tries: number;
  readonly settle: (outcome: Outcome) => void;
  /** The outcome of the first attempt. */
  readonly first: Promise<Outcome>;
}

/** A signal or an event. */
interface Entry {
  /** By the clock of the page. */
  readonly at?: string | number;
}

interface Call {
  readonly path: string;
  readonly body: Record<string, unknown>;
  /** When it was stored, ms since the epoch. */
  readonly at: number;
}

interface StoredParcel extends Call {
  readonly due: number;
  readonly owner: string;
}

/** A request for a list, which may bring signals. */
interface ListCall {
  readonly path: string;
  readonly body: { readonly sessionId: string };
  /** ms */
  readonly timeout: number;
}

export interface Outbox {
  /** Signals wait a moment for others, or for a list that brings them. */
  put(path: string, body: Record<string, unknown>, ready?: boolean): Parcel;
  /** Stores additions to a parcel that is still being filled. */
  save(parcel: Parcel): void;
  /** Marks a parcel as complete: it is sent in its turn. */
  seal(parcel: Parcel): void;
  /** Asks for a list, with the signals of its session that the service has not confirmed: it ranks with them. */
  bring(list: ListCall): Promise<Outcome>;
  /** Resolves after the first attempt of each parcel that is here now. */
  settled(): Promise<unknown>;
  /** Sends all parcels concurrently, since the page may end at any moment. */
  hurry(): void;
  /** Sends what is due, and takes over the parcels of pages that ended. */
  resume(): void;
  /** Forgets all parcels. What is stored of them is removed with all else that is stored. */
  clear(): void;
}

/** Timeout of one attempt, ms. No caller waits for it. */
const ATTEMPT = 10_000;
/** Time without a sign of life of its page after which a parcel may be taken over, ms. */
const LEASE = 5_000;
/** No page says that it lives for longer: a time beyond was written before the clock was set back, ms. */
const LONGEST_LEASE = 2 * 3600_000;
const ATTEMPTS_PER_PAGE = 5;
/** How long signals wait for others, or for a list that brings them, ms: a page tells and asks in one go as a rule. */
const GATHER = 50;
/** The service's limit of signals, and of events, a call. */
export const SIGNALS = 100;
/** From so many calls on events are sent together: below what is stored. */
const CROWD = 30;
/** Characters of what is sent together: less than the bytes of a call that the service takes, of which a character has four. */
const TOGETHER = 50_000;
/** What is sent later than this says how long ago it happened, and is of no moment with what came before, ms. */
const LATE = 1_000;
/** The service accepts signals of up to 24 hours ago. */
const OLDEST = 23 * 3600_000;
/** All `keepalive` requests of a page together may carry 64 KiB (Fetch standard), those of other scripts included. */
export const KEEPALIVE_BYTES = 60_000;
const STORED_PARCELS = 40;
/** A fifth of what browsers store for a site. */
const STORED_CHARACTERS = 1_000_000;
/** Long enough for tabs in different processes to see each other's writes, ms. */
const SETTLING = 100;

export const byteLength = (text: string): number => new Blob([text]).size;

/** What a refusal names: an entry of a list, such as `signals[3].value`. */
const ENTRY = /^(\w+)\[(\d+)\]/;

/**
 * @param leftOut told of an entry that the service refuses, in its words: the others are sent again without it
 */
export function createOutbox(
  store: Store,
  prefix: string,
  transport: Transport,
  now: () => number,
  leftOut: (path: string, message: string) => void,
): Outbox {
  const owner = randomId();
  const mine = new Map<string, Parcel>();
  /** Of requests with `keepalive`. */
  let bytesInFlight = 0;
  /** Requests under way. */
  let busy = 0;
  let gathering = false;
  /** The page is being left, or hidden: nothing waits for company. */
  let leaving = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let adoption: ReturnType<typeof setTimeout> | undefined;

  const read = (key: string) => parsed(store.get(key)) as StoredParcel | null | undefined;
  const owned = ({ key, evicted }: Parcel) => evicted || read(key)?.owner === owner;

  function keep({ key, call, evicted }: Pick<Parcel, 'key' | 'call' | 'evicted'>, wait = ATTEMPT): void {
    const stored: StoredParcel = { ...call, due: now() + wait + LEASE, owner };
    if (!evicted) store.set(key, JSON.stringify(stored));
  }

  function own(key: string, call: Call, ready: boolean): Parcel {
    let settle!: Parcel['settle'];
    const first = new Promise<Outcome>((resolve) => {
      settle = resolve;
    });
    const list = (call.body.signals ?? call.body.events) as Parcel['list'];
    const since = performance.now();
    const parcel: Parcel = { key, call, list, since, ready, sending: false, tries: 0, settle, first };
    mine.set(key, parcel);
    return parcel;
  }

  /**
   * Evicts the oldest, so that the SDK never fills the storage of the shop. Those of this page are still sent from
   * memory. Those of another page are lost: it takes a parcel that is gone as delivered by others.
   */
  function makeRoom(): void {
    let characters = 0;
    store
      .keys(prefix)
      .map((key) => [read(key)?.at ?? 0, key] as const)
      .sort(([one], [other]) => other - one)
      .forEach(([, key], index) => {
        const text = `${store.get(key)}`;
        characters += text.length;
        if (index < STORED_PARCELS - 1 && characters <= STORED_CHARACTERS) return;
        store.remove(key);
        const parcel = mine.get(key);
        if (parcel) parcel.evicted = true;
        leftOut('', text);
      });
  }

  /**
   * How long ago a parcel was stored, ms. The clock of the day may have been set meanwhile; the other one may stand still while
   * a device sleeps, and begins anew on each page. So the first one counts where it says more, but not too much.
   */
  function ageOf({ call: { at }, since }: Parcel): number {
    const passed = now() - at;
    // Less one: of a clock that was not set the whole number is the greater one.
    return Math.max(performance.now() - since - 1, passed < OLDEST ? passed : 0);
  }

  /**
   * The body of a call as it is sent now, with the ages of what happened a while ago: they are of one clock, which need not be
   * right. A time of the page that is none, or too long ago, is left to the service to judge.
   */
  function written(body: object, parcel: Parcel): string {
    const aged = (each: unknown) => {
      const { at = parcel.call.at, ...entry } = Object(each) as Entry;
      const age = ageOf(parcel) + parcel.call.at - +new Date(at);
      if (age < LATE) return entry;
      return age < OLDEST ? { ...entry, age } : each;
    };
    return JSON.stringify(body, (_, value) => (value === parcel.list && value?.map?.(aged)) || value);
  }

  /**
   * Puts signals of a session that were never sent together, as many as a call takes: nothing is known yet under the name of a
   * batch. Events, too, where many calls wait; a few are answered each for itself. Returns the last parcel of signals of this session.
   */
  function gather(sessionId?: string): Parcel | undefined {
    const last: Record<string, Parcel> = {};
    const few = mine.size < CROWD;
    for (const parcel of mine.values()) {
      const { key, call, list, tries, settle } = parcel;
      if (!list || (few && call.body.events)) continue;
      const kind = `${call.path} ${call.body.sessionId}`;
      const to = last[kind];
      if (
        to &&
        !(to.tries + tries) &&
        Math.abs(call.at - to.call.at) < LATE &&
        to.list!.length + list.length <= SIGNALS &&
        JSON.stringify([to.list, list]).length < TOGETHER &&
        owned(to) &&
        owned(parcel)
      ) {
        to.list!.push(...list);
        keep(to);
        mine.delete(key);
        store.remove(key);
        void to.first.then(settle);
      } else last[kind] = parcel;
    }
    return last[`/track ${sessionId}`];
  }

  /**
   * Removes what the service named as wrong; false where it named nothing that can be removed.
   *
   * @param sent how many it was sent: they are fewer now where the answer to another request removed it before
   */
  function removeEntry(parcel: Parcel, message: unknown, sent?: number): boolean {
    const [, name = '', place] = ENTRY.exec(message as string) ?? [];
    const { path, body } = parcel.call;
    const list = body[name] as unknown[] | undefined;
    if (list && list.length < sent!) return true;
    // An event by itself has an answer of its own.
    const removed = body.events && sent === 1 ? [] : list?.splice?.(+place!, 1);
    if (!removed?.length) return false;
    leftOut(path, `${message} ${JSON.stringify(removed[0])}`);
    // It stays the first of the queue, unless another page has it now.
    if (owned(parcel)) keep(parcel);
    return true;
  }

  /** Sends a parcel by itself, or with a request for a list, which then has the outcome. */
  async function attempt(parcel: Parcel, list?: ListCall): Promise<Outcome> {
    const { key, call, settle } = parcel;
    if (!list && !owned(parcel)) {
      // Another page took it over, delivered it, or evicted it to make room.
      mine.delete(key);
      const outcome: Outcome = { reason: 'refused' };
      settle(outcome);
      return outcome;
    }
    const { path, body, timeout } = list ?? { ...call, timeout: ATTEMPT };
    const json = written({ ...body, ...call.body }, parcel);
    const sent = parcel.list?.length;
    // Without `keepalive`, what is over its limit still goes out of a page that lives on, such as a hidden tab.
    const length = list ? KEEPALIVE_BYTES : byteLength(json);
    const bytes = bytesInFlight + length < KEEPALIVE_BYTES ? length : 0;
    // A page that is left ends its request for a list: what that brings is sent by itself then.
    if (!list) parcel.sending = true;
    parcel.tries++;
    keep(parcel);
    bytesInFlight += bytes;
    busy++;
    const outcome = await transport.post(path, json, timeout, !!bytes);
    busy--;
    bytesInFlight -= bytes;
    if (!list) parcel.sending = false;
    const { reason } = outcome;
    if (reason === 'refused' && removeEntry(parcel, outcome.message, sent)) return attempt(parcel, list);
    const tracked = list && !reason && outcome.body.tracked;
    // A service that knows no signals there, or a list that is refused for itself: they go by themselves.
    if (list && (reason ? reason === 'refused' : !tracked)) return outcome;
    settle(tracked ? { body: { sessionId: call.body.sessionId, ...tracked } } : outcome);
    if (list ? !reason : FINAL.includes(reason)) {
      if (mine.delete(key)) store.remove(key);
    }
    // Parcels that fail that often stay in the store: the next page tries again.
    else if (parcel.tries >= ATTEMPTS_PER_PAGE) mine.delete(key);
    return outcome;
  }

  function pump(): void {
    clearTimeout(timer);
    gather();
    if (busy || gathering) return;
    const next = [...mine.values()].find(({ ready, sending }) => ready && !sending);
    if (!next) return;
    const wait = transport.rest();
    if (wait > 0) {
      mine.forEach((parcel) => {
        if (owned(parcel)) keep(parcel, wait);
      });
      timer = setTimeout(pump, wait);
      return;
    }
    void attempt(next).then(pump);
  }

  /** Takes over what pages that ended have left. */
  async function claim(): Promise<void> {
    const claimed: string[] = [];
    for (const key of store.keys(prefix)) {
      if (mine.has(key)) continue;
      const stored = read(key);
      if (!stored?.body || !(now() - stored.at < OLDEST)) store.remove(key);
      else if (stored.due > now() && stored.due < now() + LONGEST_LEASE)
        adoption ??= setTimeout(adopt, LEASE + Math.random() * 1_000);
      else {
        keep({ key, call: stored }, 0);
        claimed.push(key);
      }
    }
    if (!claimed.length) return;
    await new Promise((resolve) => setTimeout(resolve, SETTLING));
    for (const key of claimed) {
      const stored = read(key);
      // It may have been sent: nothing can be added under its name.
      if (stored?.owner === owner) own(key, stored, true).tries = 1;
    }
    pump();
  }

  function adopt(): void {
    clearTimeout(adoption);
    adoption = undefined;
    // Without Web Locks, the claim that was written last wins.
    (navigator.locks?.request('decidable', claim) ?? claim()).catch(claim);
  }

  return {
    put(path, body, ready = true) {
      makeRoom();
      const key = prefix + randomId();
      const call = { path, body, at: now() };
      // A body that is no JSON throws here: once it waits in the queue, each attempt would.
      keep({ key, call });
      const parcel = own(key, call, ready);
      if (path === '/track' && !gathering && !leaving) {
        gathering = true;
        setTimeout(() => {
          gathering = false;
          pump();
        }, GATHER);
      } else pump();
      return parcel;
    },

    save: (parcel) => keep(parcel),

    seal(parcel) {
      parcel.ready = true;
      pump();
    },

    async bring(list) {
      const { path, body, timeout } = list;
      const parcel = gather(body.sessionId);
      const outcome = await (parcel && owned(parcel)
        ? attempt(parcel, list)
        : transport.post(path, JSON.stringify(body), timeout, false));
      pump();
      return outcome;
    },

    settled: () => Promise.all([...mine.values()].map(({ first }) => first)),

    hurry() {
      leaving = true;
      gathering = false;
      if (transport.pause()) return;
      gather();
      mine.forEach((parcel) => {
        if (parcel.ready && !parcel.sending) void attempt(parcel).then(pump);
      });
    },

    resume() {
      leaving = false;
      pump();
      adopt();
    },

    clear() {
      clearTimeout(timer);
      clearTimeout(adoption);
      mine.forEach(({ settle }) => {
        settle({ reason: 'consent' });
      });
      mine.clear();
    },
  };
}
