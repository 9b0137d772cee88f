import type { RerankResponse, SearchResponse } from '@decidable/contract';
import { circumstances } from './circumstances.ts';
import { createExposures, type Exposures } from './exposures.ts';
import { createOutbox, type Outbox, SIGNALS } from './outbox.ts';
import { createSession, randomId, type Session } from './session.ts';
import { attributeFilter, dwell, otherSignal, priceFilter } from './signals.ts';
import { createStore, guarded, type Store } from './store.ts';
import { type Call, createTransport, FINAL, type Outcome, type Transport } from './transport.ts';
import type {
  Answer,
  Client,
  Config,
  Consent,
  ExposureItem,
  FallbackReason,
  Product,
  RerankOptions,
  SearchOptions,
  Signal,
  TrackAnswer,
  Unsaid,
  WithOwn,
} from './types.ts';
import { whenSeen } from './visibility.ts';

const TIMEOUT = 800;
/** A longer one is an oversight: no page waits for that, and timers of browsers end at once from 2 ** 31 ms on. */
const LONGEST = 100_000;
/** Calls that wait for consent, and notes that wait for `debug`. */
const HELD = 100;

/** What the page is told of a call, or of `init`. */
export interface Told {
  readonly path: string;
  readonly reason: FallbackReason;
  readonly message?: string;
}

/** A call, or what the page is told of one. */
export type Note = Call | Told;

/** What reads signals from the page, by the option that asks for it. */
type Reader = 'markup' | 'dataLayer' | 'jsonLd';

/** The files that are loaded when their option is set; a reader is removed where its file is asked for. */
export type Extras = { debug(): Promise<typeof import('./debug.ts')> } & {
  [Option in Reader]?: () => Promise<{
    watch(client: Client, option: true | string): void;
  }>;
};

/** Chromium prepares pages that a shopper may open next. */
const isPrerendered = () => (document as { readonly prerendering?: boolean }).prerendering;

const cut = <P>(list: readonly P[] | undefined, limit?: number): readonly P[] =>
  Array.isArray(list) ? list.slice(0, limit) : [];

/** The results of the service, with what the page knows of each product, whatever it has given. Ids may be numbers. */
function withOwn(results: unknown, own: readonly Product[]): unknown {
  const known = new Map(cut(own).map((product) => [`${product?.id}`, product]));
  return (results as Product[]).map((result) => {
    const mine = known.get(`${result?.id}`);
    return { ...mine, ...result, ...(mine && { id: mine.id }) };
  });
}

/** `standardEndpoint` is the default of `init`: the API on the origin of the script. */
export function createClient({ debug, ...readers }: Extras, standardEndpoint?: string): Client {
  /** Set by `init`, as are the parts after it. */
  let config: Config | undefined;
  /** Where they send to: `init` may be called again, and for the same place they stay. */
  let at: string | undefined;
  /** How long the page waits for an answer, ms. */
  let patience: number;
  /**
   * How long it has waited in vain since the service answered last, ms; how many calls wait now, and since when, were it in one
   * go.
   */
  let waited = 0;
  let waiting = 0;
  let since = 0;
  /** What the keys of the storage begin with. */
  let prefix: string;
  /** The storage key that says that consent was denied. */
  let deniedKey: string;
  let store: Store;
  let transport: Transport;
  let session: Session;
  let outbox: Outbox;
  let exposures: Exposures;
  const notes: Note[] = [];
  let note = (each: Note): void => {
    if ((!config || config.debug) && notes.length < HELD) notes.push(each);
  };
  let consent: Consent | undefined;
  const held: (() => unknown)[] = [];
  /** Faults of the page that the console has. */
  const explained = new Set<string>();

  /**
   * The reason why nothing can be sent now, if there is one.
   *
   * @param counts whether it says what a shopper did: nobody looks yet at a page that is prerendered
   */
  const hindrance = (counts?: boolean): FallbackReason | false | undefined => {
    if (!config) return 'not_initialised';
    return (consent !== 'granted' || (counts && isPrerendered())) && 'consent';
  };

  function safely<T>(action: () => T): T | undefined {
    try {
      return action();
    } catch (error) {
      tell('', 'refused', error);
    }
  }

  /**
   * Runs a call that needs a session: now, or when consent is given and the page is shown. One that is dropped is told, if
   * it has a path.
   */
  function withConsent(action: () => unknown, path?: string): void {
    const reason = hindrance(true);
    if (!reason) safely(action);
    else if (config && consent !== 'denied' && held.length < HELD) held.push(action);
    else if (path) tell(path, reason);
  }

  /** A body with whose it is. */
  const owned = (body: object) => ({
    sessionId: session.id(),
    organizationId: config!.organizationId,
    ...body,
  });

  /**
   * Converts the outcome into the answer for the page. `make` builds the body inside the call, so that unusable
   * arguments, such as a circular object, do not break the page either.
   */
  async function answer<Response, StandIn extends object>(
    path: string,
    standIn: StandIn,
    send: (path: string, body: object) => Promise<Outcome>,
    make: () => object,
    list?: string,
    own?: readonly Product[],
  ): Promise<Answer<Response, StandIn>> {
    let outcome: Outcome;
    try {
      const body = make();
      const reason = hindrance(send === deliver);
      outcome = reason ? { reason } : await send(path, body);
      if (reason && send === deliver) withConsent(() => deliver(path, body));
    } catch (error) {
      outcome = { reason: 'refused', message: error };
    }
    if (!outcome.reason && list && !Array.isArray(outcome.body[list])) outcome = { reason: 'unreadable' };
    if (outcome.reason) {
      tell(path, outcome.reason, outcome.message);
      return { ...standIn, fallback: true, reason: outcome.reason };
    }
    const { body } = outcome;
    return { ...(body as Response), ...(own && { [list!]: withOwn(body[list!], own) }), fallback: false };
  }

  /**
   * Tells the page what went wrong, and the console what the page has to mend: once a kind, with the fix, in words that are
   * loaded then. On a server there is nothing to mend.
   */
  function tell(path: string, reason: FallbackReason, message?: unknown, wanted?: Config): void {
    const problem = { path, reason, ...((message as string) && { message: `${message}` }) };
    note(problem);
    // There may be no listener, and an exception of the shop's must not break the call that it is notified of.
    guarded(() => (wanted ?? config)!.onError!(problem));
    const kind = path + reason;
    const isOfPage = FINAL.includes(reason) || !config;
    if (!isOfPage || explained.has(kind) || typeof document === 'undefined') return;
    explained.add(kind);
    load(debug, ({ explain }) => explain(problem, wanted, LONGEST));
  }

  /** Tells what was left out, and why, in the console as well, each time: the rest was sent. */
  function leaveOut(path: string, message: unknown): void {
    console.warn(`Decidable ${path}: left out ${message}`);
    explained.add(`${path}refused`);
    tell(path, 'refused', message);
  }

  /**
   * The page waits for no longer than it said it would: for one answer, or in vain for several, one after another or at once.
   * It goes on at once where that is known to be in vain.
   */
  async function inTime<T>(send: () => Promise<T>): Promise<T | Outcome> {
    const reason = transport.known();
    if (reason) return { reason };
    const start = Date.now();
    if (!waiting++) since = start - waited;
    const late = async (): Promise<Outcome> => {
      const left = Math.min(start, since) + patience - Date.now();
      if (!(left > 0)) return { reason: 'timeout' };
      await new Promise((resolve) => setTimeout(resolve, left));
      // Another call may have been answered meanwhile: nothing was in vain then.
      return late();
    };
    try {
      return await Promise.race([send(), late()]);
    } finally {
      if (!--waiting) waited = Date.now() - since;
    }
  }

  const ask = (path: string, body: object) =>
    inTime(() => transport.post(path, JSON.stringify(owned(body)), patience, false));

  /** Asks for a list, which brings the signals that are not sent yet. */
  const askList = (path: string, body: object) =>
    inTime(() => outbox.bring({ path, body: owned(body), timeout: patience }));

  const put = (path: string, body: object, ready?: boolean) => outbox.put(path, owned(body), ready);

  /** Adds a body to the outbox. The page waits for the first attempt, up to the timeout; delivery continues. */
  const deliver = (path: string, body: object) => {
    const parcel = put(path, body);
    return inTime(() => parcel.first);
  };

  const track = (signals: readonly Signal[] = []): Promise<TrackAnswer> => {
    if (cut(signals).length > SIGNALS) {
      void track(signals.slice(0, SIGNALS));
      return track(signals.slice(SIGNALS));
    }
    return answer(
      '/track',
      { personas: [] },
      deliver,
      () => ({
        signals: signals.filter((signal) => {
          try {
            return JSON.stringify([signal]);
          } catch (error) {
            return leaveOut('/track', error);
          }
        }),
        batchId: randomId(),
      }),
      'personas',
    );
  };

  /** Lets the service order products of the page, sent as `name`; on failure they keep their order. */
  const order = <Response, StandIn extends object>(
    path: string,
    name: string,
    products: readonly Product[],
    options?: { readonly limit?: number },
  ) =>
    answer<Response, StandIn>(
      path,
      { results: cut(products, options?.limit) } as object as StandIn,
      askList,
      () => ({ [name]: products, ...options }),
      'results',
      products,
    );

  const captureAutoSignals = () => track(config ? circumstances() : []);

  function leave(): void {
    if (hindrance()) return;
    exposures.flush();
    outbox.hurry();
  }

  function resume(): void {
    if (!hindrance()) outbox.resume();
  }

  function retry(): void {
    transport.retry();
    resume();
  }

  function listen(): void {
    document.addEventListener('visibilitychange', () => {
      if (document.hidden) leave();
      else resume();
    });
    // Not beforeunload or unload: they keep a page out of the back/forward cache, and often do not fire at all.
    addEventListener('pagehide', leave);
    addEventListener('online', retry);
    // Requests in flight when the page entered the cache: Chromium delivers their answers, Firefox never does.
    addEventListener('pageshow', ({ persisted }) => {
      if (!persisted) return;
      const left = [...transport.underway];
      setTimeout(() => {
        for (const giveUp of left) giveUp();
        // After they have ended: this is not a fault of the service, so there is no backoff.
        setTimeout(retry);
      }, patience);
    });
    // Consent that is withdrawn in another tab is withdrawn here too.
    addEventListener('storage', ({ key, newValue }) => {
      if (key === deniedKey && newValue) setConsent('denied');
    });
    document.addEventListener('prerenderingchange', () => setConsent(consent!));
  }

  function setConsent(state: Consent): void {
    consent = state;
    if (!config) return;
    if (state === 'granted') {
      store.remove(deniedKey);
      outbox.resume();
      if (!hindrance(true)) held.splice(0).forEach(safely);
    } else if (state === 'denied') {
      held.length = 0;
      exposures.clear();
      outbox.clear();
      store.keys(prefix).forEach(store.remove);
      session.forget();
      store.set(deniedKey, '1');
    }
  }

  async function begin(wanted: Config): Promise<void> {
    const { apiKey, organizationId, endpoint = standardEndpoint, timeout = TIMEOUT } = wanted;
    const isWhole = apiKey && organizationId && endpoint;
    const isTime = timeout > 0 && timeout < LONGEST;
    if (!(isWhole && isTime)) tell('init', isWhole ? 'refused' : 'not_initialised', '', wanted);
    if (!isWhole || typeof document === 'undefined') return;
    const base = endpoint.replace(/\/+$/, '');
    const place = `${[base, apiKey, organizationId]}`;
    if (place !== at) {
      if (at) leave();
      else listen();
      at = place;
      prefix = `decidable:${organizationId}:`;
      deniedKey = `${prefix}denied`;
      store = createStore(() => localStorage);
      // What a request finds out is stored for other tabs, and not where consent went while it was under way.
      const shared = createStore(() => (consent === 'granted' && localStorage) as Storage);
      transport = createTransport(base, apiKey, shared, `${prefix}pause`, Date.now, (call) => {
        if (FINAL.includes(call.outcome.reason)) {
          waited = 0;
          since = Date.now();
        }
        note(call);
      });
      outbox = createOutbox(store, `${prefix}outbox:`, transport, Date.now, leaveOut);
      session = createSession(store, `${prefix}session`, Date.now);
      exposures = createExposures(outbox, put, leaveOut);
    }
    // A number also where a page gives it as text.
    patience = isTime ? +timeout : TIMEOUT;
    config = wanted;
    session.from(config);
    // A choice made through the method takes precedence: the configuration is only the initial value.
    setConsent(consent ?? config.consent ?? (store.get(deniedKey) ? 'denied' : 'granted'));
    if (config.debug) {
      load(debug, ({ print, explain }) => {
        note = print;
        notes.splice(0).forEach(print);
        explain({ path: 'init', reason: 'refused' }, wanted, LONGEST);
      });
    }
    for (const name of Object.keys(readers) as Reader[]) {
      const option = config[name];
      if (!option) continue;
      load(readers[name]!, ({ watch }) => watch(client, option));
      delete readers[name];
    }
    open();
  }

  /** Sends the automatic signals, once a session, also when it fails: such a session has none. */
  function open(): void {
    if (config!.autoTrack === false) return;
    withConsent(() => {
      // The page does not wait for it.
      if (session.capture()) put('/track', { signals: circumstances(), batchId: randomId() });
    });
  }

  /** The page works without what cannot be loaded. */
  function load<Extra>(file: () => Promise<Extra>, use: (extra: Extra) => void): void {
    file()
      .then(use)
      .catch((error) => tell('', 'refused', error));
  }

  const exposure = (decisionId: string, items: readonly ExposureItem[]) =>
    safely(() => {
      const list = [...items];
      withConsent(() => exposures.add(decisionId, list), '/exposure');
    });

  const client: Client = {
    init: (wanted) => begin(wanted).catch((error) => tell('init', 'not_initialised', error)),

    track,

    event: (name, data, options) =>
      answer('/event', { recorded: false }, deliver, () => ({
        events: [{ name, data, eventId: randomId(), ...options }],
      })),

    exposure,

    async flushExposures() {
      if (hindrance()) return;
      exposures.flush();
      await inTime(outbox.settled);
    },

    observe: (element, decisionId, item) =>
      safely(() => whenSeen(element, () => exposure(decisionId, [item]))) ?? (() => {}),

    getSession: () =>
      answer(
        '/session',
        { found: false, sessionId: client.getSessionId(), personas: [] },
        ask,
        () => ({}),
        'personas',
      ),

    getSessionId: () => (hindrance() ? null : session.id()),

    rankedCatalog: (options) => {
      const { fallbackItems, ...body } = options ?? {};
      return answer(
        '/catalog/ranked',
        { items: cut(fallbackItems, body.limit) },
        askList,
        () => body,
        'items',
      );
    },

    search: <P extends Product>(products: readonly P[], options?: SearchOptions) =>
      order<WithOwn<SearchResponse, P>, Unsaid<SearchResponse, P>>('/search', 'products', products, options),

    rerank: <P extends Product>(results: readonly P[], options?: RerankOptions) =>
      order<WithOwn<RerankResponse, P>, Unsaid<RerankResponse, P>>('/rerank', 'results', results, options),

    suggest: (query, options) =>
      answer('/suggest', { suggestions: [] }, ask, () => ({ query, ...options }), 'suggestions'),

    reset() {
      withConsent(() => {
        exposures.flush();
        session.renew();
        open();
      });
    },

    priceFilter,
    attributeFilter,
    dwell,
    otherSignal,

    captureAutoSignals,
    setConsent,
  };
  return client;
}
