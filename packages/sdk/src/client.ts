import type { RerankResponse, SearchResponse } from '@decidable/contract';
import { circumstances } from './circumstances.ts';
import { createExposures, type Exposures } from './exposures.ts';
import { createOutbox, type Outbox } from './outbox.ts';
import { createSession, randomId, type Session } from './session.ts';
import { attributeFilter, dwell, otherSignal, priceFilter } from './signals.ts';
import { createStore, type Store } from './store.ts';
import { type Call, createTransport, failed, type Outcome, type Transport } from './transport.ts';
import type {
  Answer,
  Client,
  Config,
  Consent,
  FallbackReason,
  Product,
  RerankOptions,
  SearchOptions,
  Signal,
  TrackAnswer,
  Unsaid,
  WithOwn,
} from './types.ts';
import { createVisibility } from './visibility.ts';

/** The parts that `init` creates. */
interface Engine {
  readonly config: Config;
  readonly store: Store;
  readonly transport: Transport;
  readonly session: Session;
  readonly outbox: Outbox;
  readonly exposures: Exposures;
}

const TIMEOUT = 800;
/** Calls that wait for consent, and notes that wait for `debug`. */
const HELD = 100;
/** The service's limit of signals a call. */
const SIGNALS = 100;

const prefixOf = ({ organizationId }: Config) => `decidable:${organizationId}:`;
const sessionKey = (config: Config) => `${prefixOf(config)}session`;

/** A call, or what the page is told of one. */
export type Note =
  | Call
  | { readonly path: string; readonly reason: FallbackReason; readonly message?: string };

/** The files that are loaded when their option is set. */
export interface Extras {
  debug(): Promise<{ print(note: Note): void }>;
  markup(): Promise<{ watch(track: Client['track']): void }>;
}

const cut = <P>(list: readonly P[] | undefined, limit?: number): readonly P[] =>
  Array.isArray(list) ? list.slice(0, limit) : [];

const after = (ms: number) =>
  new Promise<Outcome>((resolve) => {
    setTimeout(resolve, ms, failed('timeout'));
  });

/** The results of the service, with what the page knows of each product, whatever it has given. */
function withOwn(results: unknown, own: readonly Product[]): unknown {
  const known = new Map(cut(own).map((product) => [product?.id, product]));
  return (results as Product[]).map((result) => ({ ...known.get(result?.id), ...result }));
}

/** `standardEndpoint` is the default of `init`: the API on the origin of the script. */
export function createClient(extras: Extras, standardEndpoint?: string): Client {
  let engine: Engine | undefined;
  let notes: Note[] = [];
  let note = (each: Note): void => {
    if ((!engine || engine.config.debug) && notes.length < HELD) notes.push(each);
  };
  let consent: Consent | undefined;
  let held: (() => unknown)[] = [];
  let marked = false;

  /** The reason why nothing can be sent now, or undefined. */
  const hindrance = (): FallbackReason | undefined =>
    !engine ? 'not_initialised' : consent === 'granted' ? undefined : 'consent';

  function safely(action: () => unknown): void {
    try {
      action();
    } catch (error) {
      tell('', 'refused', String(error));
    }
  }

  /** Runs a call that needs a session: now, or when consent is given. */
  function withConsent(action: () => unknown): void {
    if (!hindrance()) safely(action);
    else if (engine && consent === 'pending' && held.length < HELD) held.push(action);
  }

  const identity = () => ({
    sessionId: engine!.session.id(),
    organizationId: engine!.config.organizationId,
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
      const reason = hindrance();
      outcome = reason ? failed(reason) : await send(path, body);
      if (reason && send === deliver) withConsent(() => deliver(path, body));
    } catch (error) {
      outcome = failed('refused', false, String(error));
    }
    if (outcome.ok && list && !Array.isArray(outcome.body[list])) outcome = failed('unreadable');
    if (outcome.ok) {
      const { body } = outcome;
      return {
        ...(body as Response),
        ...(own && { [list!]: withOwn(body[list!], own) }),
        fallback: false,
      };
    }
    tell(path, outcome.reason, outcome.message);
    return { ...standIn, fallback: true, reason: outcome.reason };
  }

  /** An exception of the shop's listener must not break the call that it is notified of. */
  function tell(path: string, reason: FallbackReason, message?: string): void {
    const problem = { path, reason, ...(message && { message }) };
    note(problem);
    try {
      engine?.config.onError?.(problem);
    } catch {}
  }

  /** Tells what was left out, and why, in the console as well: it is a fault of the page. */
  function leaveOut(path: string, message: string): void {
    console.warn(`Decidable ${path}: left out ${message}`);
    tell(path, 'refused', message);
  }

  const patience = () => engine?.config.timeout ?? TIMEOUT;

  const ask = (path: string, body: object) =>
    engine!.transport.post(path, JSON.stringify({ ...identity(), ...body }), patience(), false);

  /** Adds a body to the outbox. The page waits for the first attempt, up to the timeout; delivery continues. */
  function deliver(path: string, body: object): Promise<Outcome> {
    const parcel = engine!.outbox.put(path, { ...identity(), ...body });
    return Promise.race([parcel.first, after(patience())]);
  }

  const track = (signals: readonly Signal[] = []): Promise<TrackAnswer> =>
    answer(
      '/track',
      { personas: [] },
      deliver,
      () => {
        const good = signals.filter((signal) => {
          try {
            JSON.stringify(signal);
            return true;
          } catch (error) {
            leaveOut('/track', String(error));
            return false;
          }
        });
        const batch = () => ({ signals: good.splice(0, SIGNALS), batchId: randomId() });
        while (good.length > SIGNALS) {
          const body = batch();
          withConsent(() => deliver('/track', body));
        }
        return batch();
      },
      'personas',
    );

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
      ask,
      () => ({ [name]: products, ...options }),
      'results',
      products,
    );

  const captureAutoSignals = () => track(engine ? circumstances() : []);

  function leave(): void {
    if (hindrance()) return;
    void engine!.exposures.flush();
    engine!.outbox.hurry();
  }

  function resume(): void {
    if (!hindrance()) engine!.outbox.resume();
  }

  function listen(): void {
    document.addEventListener('visibilitychange', () => {
      if (document.visibilityState === 'hidden') leave();
      else resume();
    });
    // Not beforeunload or unload: they keep a page out of the back/forward cache, and often do not fire at all.
    addEventListener('pagehide', leave);
    addEventListener('online', resume);
    // Requests in flight when the page entered the cache: Chromium delivers their answers, Firefox never does.
    addEventListener('pageshow', ({ persisted }) => {
      if (!persisted || !engine) return;
      const left = [...engine.transport.underway];
      setTimeout(() => {
        for (const giveUp of left) giveUp();
        // After they have ended: this is not a fault of the service, so there is no backoff.
        setTimeout(resume);
      }, patience());
    });
    // Consent that is withdrawn in another tab is withdrawn here too.
    addEventListener('storage', ({ key, newValue }) => {
      if (engine && key === sessionKey(engine.config) && newValue === null) setConsent('denied');
    });
  }

  function setConsent(state: Consent): void {
    consent = state;
    if (!engine) return;
    if (state === 'granted') {
      const waiting = held;
      held = [];
      engine.outbox.resume();
      waiting.forEach(safely);
    } else if (state === 'denied') {
      held = [];
      engine.exposures.clear();
      engine.outbox.clear();
      engine.store.keys(prefixOf(engine.config)).forEach(engine.store.remove);
    }
  }

  async function begin(config: Config): Promise<void> {
    const { apiKey, organizationId, endpoint = standardEndpoint } = config;
    if (typeof document === 'undefined' || !apiKey || !organizationId || !endpoint) return;
    const store = createStore(() => localStorage);
    const prefix = prefixOf(config);
    const transport = createTransport(
      endpoint.replace(/\/+$/, ''),
      apiKey,
      store,
      `${prefix}pause`,
      Date.now,
      (call) => note(call),
    );
    const outbox = createOutbox(store, `${prefix}outbox:`, transport, Date.now, leaveOut);
    if (engine) leave();
    else listen();
    engine = {
      config,
      store,
      transport,
      outbox,
      session: createSession(store, sessionKey(config), Date.now),
      exposures: createExposures(outbox, identity, leaveOut),
    };
    // A choice made through the method takes precedence: the configuration is only the initial value.
    setConsent(consent ?? config.consent ?? 'granted');
    if (config.debug) {
      load(extras.debug, ({ print }) => {
        note = print;
        notes.forEach(print);
        notes = [];
      });
    }
    if (config.markup && !marked) {
      marked = true;
      load(extras.markup, ({ watch }) => watch(track));
    }
    await open();
  }

  /** Sends the automatic signals, once a session, also when it fails: such a session has none. */
  async function open(): Promise<void> {
    let told: Promise<unknown> | undefined;
    if (engine!.config.autoTrack !== false) {
      withConsent(() => {
        if (engine!.session.capture()) told = captureAutoSignals();
      });
    }
    await told;
  }

  /** The page works without what cannot be loaded. */
  function load<Extra>(file: () => Promise<Extra>, use: (extra: Extra) => void): void {
    file().then(use, (error) => tell('', 'network', String(error)));
  }

  const observe = createVisibility((decisionId, item) => client.exposure(decisionId, [item]));

  const client: Client = {
    async init(config) {
      try {
        await begin(config);
      } catch (error) {
        tell('', 'not_initialised', String(error));
      }
    },

    track,

    event: (name, data, options) =>
      answer('/event', { recorded: false }, deliver, () => ({
        name,
        data,
        eventId: randomId(),
        ...options,
      })),

    exposure(decisionId, items) {
      safely(() => {
        const list = [...items];
        withConsent(() => engine!.exposures.add(decisionId, list));
      });
    },

    async flushExposures() {
      if (!hindrance()) await Promise.race([engine!.exposures.flush(), after(patience())]);
    },

    observe(element, decisionId, item) {
      let stop = () => {};
      safely(() => {
        stop = observe(element, decisionId, item);
      });
      return stop;
    },

    getSession: () =>
      answer(
        '/session',
        { found: false, sessionId: client.getSessionId(), personas: [] },
        ask,
        () => ({}),
        'personas',
      ),

    getSessionId: () => (hindrance() ? null : engine!.session.id()),

    rankedCatalog: (options) => {
      const { fallbackItems, ...body } = options ?? {};
      return answer('/catalog/ranked', { items: cut(fallbackItems, body.limit) }, ask, () => body, 'items');
    },

    search: <P extends Product>(products: readonly P[], options?: SearchOptions) =>
      order<WithOwn<SearchResponse, P>, Unsaid<SearchResponse, P>>('/search', 'products', products, options),

    rerank: <P extends Product>(results: readonly P[], options?: RerankOptions) =>
      order<WithOwn<RerankResponse, P>, Unsaid<RerankResponse, P>>('/rerank', 'results', results, options),

    suggest: (query, options) =>
      answer('/suggest', { suggestions: [] }, ask, () => ({ query, ...options }), 'suggestions'),

    reset() {
      safely(() => {
        if (!engine) return;
        void engine.exposures.flush();
        engine.session.renew();
        void open();
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
