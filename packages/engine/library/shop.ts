import { LRUCache } from 'lru-cache';
import {
  type Catalogue,
  idsOf,
  interpret,
  type ReadingOptions,
  type RoleOverrides,
  readTable,
  recogniseRoles,
  type Warning,
  withoutPrivateColumns,
} from '../catalogue/index.ts';
import { runToEnd } from '../primitives/run-to-end.ts';
import {
  buildCompletions,
  buildIndex,
  type CatalogueIndex,
  type Completions,
  emptyModel,
  hasCategory,
  type InlineProduct,
  type Model,
  type Ranking,
  type RankRequest,
  type RerankedItem,
  rank,
  readFilters,
  refusedSign,
  rerank,
  type Suggestion,
  searchReader,
  suggest,
  type TrainingSession,
  type TrainOptions,
  train,
  unknownCategory,
  unknownInSignals,
  unknownValues,
} from '../ranking/index.ts';
import {
  type FoldedProfile,
  foldAll,
  type Persona,
  parseSignals,
  personasOf,
  type RawSignal,
  readProfile,
  replay,
  type Signal,
} from '../session/index.ts';
import { rowsFrom, type Source, withRows } from './source.ts';
import { visitsOf } from './visits.ts';

/** Sessions that a shop keeps, the ones used last; `createShop` takes another number. Set by hand. */
const SESSIONS = 10_000;
/** Signals that a session keeps for training, the last ones. Set by hand. */
const MAX_LOGGED = 1_000;
const RANKED = 20;
const SUGGESTED = 8;
const STRENGTH = 0.5;

export interface ShopOptions extends Omit<ReadingOptions, 'needsId'> {
  /** The columns of title, category, brand, price …, where they are not recognised. */
  readonly roles?: RoleOverrides;
  /** Sessions that are kept, those used last; 10,000 when absent. */
  readonly sessions?: number;
  /** What was learned before; nothing when absent. */
  readonly model?: Model;
}

/** Who a list is for, and as of when. */
export interface ListRequest extends Omit<Asked, 'limit'> {
  /** A session that `track` was told of. One that it was not told of is that of a stranger. */
  readonly session?: string;
  /** What the shopper did beside that, oldest first. It is used for this list alone. */
  readonly signals?: readonly RawSignal[];
  /** ms since the epoch; interests fade until then. The latest time that the shop was told of when absent. */
  readonly now?: number;
  /** Number of items, at most; 20 when absent. */
  readonly limit?: number;
}

type Asked = Pick<
  RankRequest,
  'limit' | 'offset' | 'query' | 'category' | 'filters' | 'seen' | 'unmatched' | 'diversity'
>;

export interface RerankOptions extends Pick<ListRequest, 'session' | 'signals' | 'now' | 'limit'> {
  /** The search that the results answer. */
  readonly query?: string;
  /** Weight of the session, 0 to 1: 0 keeps the given order; 0.5 when absent. */
  readonly strength?: number;
}

export type SuggestOptions = Pick<ListRequest, 'session' | 'signals' | 'now' | 'limit'>;

/** What was understood of signals. */
export interface Tracked {
  readonly personas: readonly Persona[];
  /** Types, products, categories, brands and values that the shop does not know. The signals count all the same. */
  readonly warnings: readonly Warning[];
}

type Warned<T> = T & { readonly warnings: readonly Warning[] };

/** A signal that cannot be read; the message names it and the remedy. */
export class SignalError extends Error {
  override readonly name = 'SignalError';
}

interface Session {
  log: readonly Signal[];
  profile: FoldedProfile | undefined;
}

/** What was read of the products. */
interface Reading {
  readonly idColumn: string;
  readonly catalogue: Catalogue;
  readonly index: CatalogueIndex;
}

/**
 * A shop in memory: products, sessions, and what was learned from them. Columns of costs, margins and suppliers are left
 * out. It reads no clock: time is what signals and requests state.
 *
 * ```ts
 * const shop = createShop([{ id: 'a', title: 'Red boots', category: 'boots' }, { id: 'b', title: 'Straw hat', category: 'hats' }]);
 * shop.track('visitor', { type: 'category_view', value: 'hats' });
 * shop.rank({ session: 'visitor' }).items[0]; // { id: 'b', rank: 1, score: …, scoreBreakdown: [{ factor: 'category', … }, …] }
 * ```
 *
 * @throws CatalogueError for products that cannot be read
 */
export const createShop = (products: Source, options: ShopOptions = {}): Shop => new Shop(products, options);

export class Shop {
  readonly #options: ShopOptions & ReadingOptions;
  readonly #sessions: LRUCache<string, Session>;
  #rows;
  #reading: Reading;
  #completions: Completions | undefined;
  #model: Model;
  #now = 0;

  constructor(products: Source, options: ShopOptions = {}) {
    // Signals name products by their ids, which numbers of rows are not.
    this.#options = { tolerant: true, ...options, needsId: true };
    this.#sessions = new LRUCache({ max: options.sessions ?? SESSIONS });
    this.#model = options.model ?? emptyModel();
    this.#rows = rowsFrom(products, this.#options);
    this.#reading = this.#read();
  }

  /** Number of products. */
  get size(): number {
    return this.#reading.index.size;
  }

  /** What was noticed while the products were read. */
  get warnings(): readonly Warning[] {
    return this.#reading.catalogue.warnings;
  }

  /** What was learned; `serialise` of `@decidable/engine/ranking` writes it as text. */
  get model(): Model {
    return this.#model;
  }

  /**
   * Notes what a shopper did.
   *
   * @param session who it was: any text that stays the same during a visit
   * @param now ms since the epoch, of signals that state no time of their own; the latest known time when absent
   * @throws SignalError; then none of them counts
   */
  track(session: string, signals: RawSignal | readonly RawSignal[], now?: number): Tracked {
    const at = this.#time(now, [signals].flat());
    const { read, warnings } = this.#signals([signals].flat(), at);
    const before = this.#sessions.get(session);
    const profile = withSignals(before?.profile, read);
    this.#sessions.set(session, { log: [...(before?.log ?? []), ...read].slice(-MAX_LOGGED), profile });
    this.#now = at;
    return {
      personas:
        profile === undefined ? [] : personasOf(readProfile(profile, searchReader(this.#reading.index)), at),
      warnings,
    };
  }

  /**
   * All products in the order for a session. The scores add up to 1 over all products, and the breakdown of each item to
   * its score.
   *
   * @throws SignalError, FilterError for a filter that cannot be read
   */
  rank(request: ListRequest = {}): Warned<Ranking> {
    const { session: _, signals: _own, now: _now, limit = RANKED, ...asked } = request;
    const { warnings, ...shopper } = this.#shopper(request);
    const { index } = this.#reading;
    const { category, filters } = asked;
    return {
      ...rank({ ...shopper, index, model: this.#model, limit, ...asked }),
      warnings: [
        ...warnings,
        ...(category === undefined || hasCategory(index, category)
          ? []
          : [unknownCategory(index.category, category)]),
        ...(filters === undefined ? [] : unknownValues(runToEnd(readFilters(index, filters)).unknown)),
      ],
    };
  }

  /** The products that meet a search, in the order for a session; those near it where none does. */
  search(query: string, request: Omit<ListRequest, 'query'> = {}): Warned<Ranking> {
    return this.rank({ unmatched: 'exclude', ...request, query });
  }

  /**
   * The results of another search engine, or any list, in the order for a session.
   *
   * @param results ids, or products whose attributes win over those of the shop; in the order of the caller
   * @throws SignalError
   */
  rerank(
    results: readonly (string | InlineProduct)[],
    options: RerankOptions = {},
  ): Warned<Omit<Ranking, 'items'>> & { readonly items: readonly RerankedItem[] } {
    const { query, strength = STRENGTH, limit } = options;
    const { warnings, ...shopper } = this.#shopper(options);
    const products = results.map((result) => (typeof result === 'string' ? { id: result } : result));
    const { index } = this.#reading;
    return {
      ...rerank({ ...shopper, index, model: this.#model, products, query, strength, limit }),
      warnings,
    };
  }

  /** Searches that what is typed may become: categories, brands, products. The first call reads them all. */
  suggest(typed: string, options: SuggestOptions = {}): readonly Suggestion[] {
    const { limit = SUGGESTED } = options;
    const { warnings: _, ...shopper } = this.#shopper(options);
    const { catalogue, index } = this.#reading;
    this.#completions ??= buildCompletions(catalogue, index);
    const completions = this.#completions;
    return suggest({ ...shopper, index, completions, model: this.#model, query: typed, limit });
  }

  /**
   * Learns from what was tracked, and from visits of the past. It learns from all of them anew.
   *
   * @param history visits that were not tracked, in any order
   */
  train(
    history: readonly TrainingSession[] = [],
    options: Pick<TrainOptions, 'exposures' | 'purchases'> = {},
  ): Model {
    const tracked = [...this.#sessions.values()].flatMap(({ log }) => visitsOf(log));
    this.#model = train([...history, ...tracked], {
      ...options,
      index: this.#reading.index,
      personasOf: (profile) => personasOf(profile, profile.lastSeenAt),
    });
    return this.#model;
  }

  /**
   * Replaces the products that have the ids of these ones, and adds the others.
   *
   * @throws CatalogueError; then nothing changes
   */
  update(products: Source): void {
    const { idColumn } = this.#reading;
    const added = rowsFrom(products, this.#options);
    const id = added.names.includes(idColumn) ? idColumn : undefined;
    const { ids } = idsOf(added, { ...this.#options, id });
    this.#replace(new Set(ids.ids), { ...added, names: added.names.with(ids.column, idColumn) });
  }

  /** Removes products; ids that the shop does not have are passed over. */
  remove(ids: Iterable<string>): void {
    this.#replace(new Set(ids), { ...this.#rows, rows: [] });
  }

  #replace(gone: ReadonlySet<string>, added: ReturnType<typeof rowsFrom>): void {
    const before = this.#rows;
    const { idColumn } = this.#reading;
    const { ids, rows, productOfRow } = idsOf(before, { ...this.#options, id: idColumn }).ids;
    const kept = [...rows].filter((_, k) => !gone.has(ids[productOfRow[k]]));
    this.#rows = withRows(before, [...kept], added);
    try {
      this.#reading = this.#read(idColumn);
    } catch (error) {
      this.#rows = before;
      throw error;
    }
    this.#completions = undefined;
  }

  #read(id = this.#options.id): Reading {
    const { roles } = this.#options;
    const table = readTable(this.#rows, { ...this.#options, id });
    const catalogue = withoutPrivateColumns(interpret(table));
    const index = buildIndex(catalogue, recogniseRoles(catalogue, roles));
    const { idColumn } = table;
    return {
      idColumn,
      catalogue,
      index,
    };
  }

  #shopper({ session, signals = [], now }: Pick<ListRequest, 'session' | 'signals' | 'now'>) {
    const at = this.#time(now, signals);
    const { read, warnings } = this.#signals(signals, at);
    const known = session === undefined ? undefined : this.#sessions.get(session)?.profile;
    const folded = withSignals(known, read);
    const profile = folded && readProfile(folded, searchReader(this.#reading.index));
    return { profile, now: at, personas: profile === undefined ? [] : personasOf(profile, at), warnings };
  }

  /** The time as of which signals are read: as stated, or the latest that was. */
  #time(now: number | undefined, signals: readonly RawSignal[]): number {
    if (now !== undefined) return now;
    return signals.reduce((latest, { at }) => {
      const time = typeof at === 'string' ? Date.parse(at) : at;
      return time === undefined || Number.isNaN(time) ? latest : Math.max(latest, time);
    }, this.#now);
  }

  #signals(raw: readonly RawSignal[], now: number): { read: readonly Signal[]; warnings: Warning[] } {
    const { index } = this.#reading;
    const parsed = parseSignals(raw, now);
    if (!parsed.ok) throw new SignalError(parsed.fault.message);
    for (const [i, signal] of parsed.signals.entries()) {
      const refused = refusedSign(index, signal, `signals[${i}].value`);
      if (refused !== undefined) throw new SignalError(refused);
    }
    const types = parsed.unrecognised.map((type) => ({
      code: 'unrecognised_type',
      field: 'signals',
      message: `Signals of the type "${type}" are kept, but carry no weight: there is no such type.`,
    }));
    return {
      read: parsed.signals,
      warnings: [...types, ...unknownInSignals(index, parsed.signals)],
    };
  }
}

const withSignals = (
  profile: FoldedProfile | undefined,
  signals: readonly Signal[],
): FoldedProfile | undefined => (profile === undefined ? replay(signals) : foldAll(profile, signals));
