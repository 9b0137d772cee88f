import { setTimeout as after, setImmediate as nextTurn } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { type Binding, bindStepwise, ModelFormatError, update } from '@decidable/engine/ranking';
import { ShopOpening } from '../errors.ts';
import {
  type Learned,
  loadLearned,
  type ModelStep,
  stepsBetween,
  UNTRAINED,
  untrainedModel,
} from '../learning/learned-model.ts';
import { NewerModel } from '../learning/stored-model.ts';
import { bytesOf } from '../memory-size.ts';
import type { DecisionRecord } from '../ranking/decision-record.ts';
import { type OrganizationId, type Storage, StoreUnavailable } from '../storage/ports.ts';
import { inTurns, Pace } from '../time-slices.ts';
import { type AskedCatalogue, type BuildPool, NO_CATALOGUE } from './build/build-pool.ts';
import type { StoredBuilds } from './build/stored-builds.ts';
import { MOST_REMEMBERED } from './catalogue-traits.ts';
import { personaSettingsOf } from './persona-settings.ts';
import { type BuiltCatalogue, openShop, type Shop, withSynonyms } from './shop.ts';
import { rulesInForce, synonymSettingsOf } from './synonyms/synonym-settings.ts';

/** How long a request waits for a shop to be opened where no service says so; ms. */
const PATIENCE = 60_000;
/** Seconds after which a request that found the shop closed should come back, at most. Set by hand. */
const LONGEST_RETRY = 10;
/** Time after a failed read of a catalogue before it is tried again; ms. Set by hand. */
const TRY_AGAIN = 5_000;
/** Bytes of all shops together, beyond which the least recently used are evicted. Set by hand. */
const MEMORY = 768 * 1024 * 1024;
/** Bytes of an empty shop, and of a product that its persona catalogue caches; estimates. */
const SHOP_BYTES = 8 * 1024;
const SHELF_BYTES = 300;

export interface ShopsOptions {
  readonly storage: Pick<Storage, 'catalogues' | 'models' | 'organizations'>;
  readonly builder: Pick<BuildPool, 'build'>;
  /** Keeps what is built; without it, each opening builds. */
  readonly stored?: StoredBuilds | undefined;
  readonly memory?: number;
  /** How long a request waits for a shop to be opened; ms. */
  readonly patience?: number;
  /** Called when a shop was opened, or could not be, with the time that it took in ms. */
  readonly onOpened?: (milliseconds: number, isOpen: boolean) => void;
  /** Called with the error when a catalogue could not be read. */
  readonly onFault?: (organizationId: OrganizationId, error: unknown) => void;
}

/** The versions that identify a shop as of an earlier time. */
export type ShopAsOf = Pick<DecisionRecord, 'catalogueVersion' | 'modelVersion' | 'personas' | 'synonyms'>;

/** A shop that is being opened. */
interface Opening {
  readonly shop: Promise<Shop>;
  /** When it was asked for, by `performance.now`. */
  readonly since: number;
}

interface Held {
  shop: Shop;
  readonly bytes: number;
  /** Its last use, counted among those of all shops. */
  usedAs: number;
}

/**
 * The shops in memory. A shop is opened at its first request. When its catalogue is replaced, the new one is built beside
 * it and swapped in when it is ready, so that no request waits. Beyond the memory bound the least recently used shops are
 * evicted.
 */
export class Shops {
  readonly #options: ShopsOptions;
  readonly #held = new Map<OrganizationId, Held>();
  readonly #opening = new Map<OrganizationId, Opening>();
  /** Number of model changes announced for an organization while its shop was open or being opened. */
  readonly #news = new Map<OrganizationId, number>();
  /** Organizations whose catalogue changed while it was being read. */
  readonly #outdated = new Set<OrganizationId>();
  /** The error of the last failed opening, kept until the next try. */
  readonly #failed = new Map<OrganizationId, { readonly error: unknown }>();
  #bytes = 0;
  #uses = 0;
  #opened = 0;
  #evicted = 0;

  constructor(options: ShopsOptions) {
    this.#options = options;
    const changed = (organizationId: OrganizationId): void => {
      this.#failed.delete(organizationId);
      if (this.#opening.has(organizationId)) this.#outdated.add(organizationId);
      else if (this.#held.has(organizationId)) this.#refresh(organizationId);
    };
    options.storage.catalogues.onChange(changed);
    options.storage.models.onChange((organizationId) => {
      const opening = this.#opening.get(organizationId);
      if (opening === undefined && !this.#held.has(organizationId)) return;
      const news = (this.#news.get(organizationId) ?? 0) + 1;
      this.#news.set(organizationId, news);
      // A shop that is being opened may have read the model before this one. A failed opening has reported its error.
      Promise.resolve(opening?.shop)
        .catch(() => undefined)
        .then(() => this.#reloadModel(organizationId, news))
        .catch((error: unknown) => options.onFault?.(organizationId, error));
    });
  }

  /** The shop, if it is open. */
  peek(organizationId: OrganizationId): Shop | undefined {
    const held = this.#held.get(organizationId);
    if (held === undefined) return undefined;
    held.usedAs = ++this.#uses;
    return held.shop;
  }

  /** The shop, opened if need be, however long that takes: for work that no request waits for. */
  async get(organizationId: OrganizationId): Promise<Shop> {
    const shop = this.peek(organizationId);
    if (shop !== undefined) return shop;
    const failed = this.#failed.get(organizationId);
    if (failed !== undefined) throw failed.error;
    return this.#open(organizationId);
  }

  /**
   * The shop, if it can be opened before a request has waited too long; it goes on opening.
   *
   * @param patience ms
   * @throws ShopOpening, and what opening throws
   */
  async within(organizationId: OrganizationId, patience = this.#options.patience ?? PATIENCE): Promise<Shop> {
    const given = new AbortController();
    try {
      const late = after(patience, undefined, { signal: given.signal, ref: false });
      const shop = await Promise.race([this.get(organizationId), late]);
      if (shop !== undefined) return shop;
      // An opening that has taken so long is likely to take as long again.
      const { since } = this.#opening.get(organizationId) ?? { since: performance.now() };
      const seconds = Math.round((performance.now() - since) / 1_000);
      throw new ShopOpening(Math.min(Math.max(1, seconds), LONGEST_RETRY));
    } finally {
      given.abort();
    }
  }

  /**
   * As `within`, for requests that can be answered without the catalogue: `undefined` where it is not open in time. One
   * that cannot be read, which `onFault` reports, must not keep signals out.
   */
  soon(organizationId: OrganizationId): Promise<Shop | undefined> {
    return this.within(organizationId).catch(() => undefined);
  }

  /** A shop as it was, for ranking again; `undefined` when its catalogue or model is no longer kept. */
  async past(
    organizationId: OrganizationId,
    { catalogueVersion, modelVersion, personas, synonyms = [] }: ShopAsOf,
  ): Promise<Shop | undefined> {
    const { models } = this.#options.storage;
    const built = await this.#buildPast(organizationId, catalogueVersion);
    const learned =
      modelVersion === UNTRAINED
        ? untrainedModel()
        : await loadLearned(models, organizationId, await models.find(organizationId, modelVersion));
    if (built === undefined || learned === undefined) return undefined;
    return withSynonyms(openShop(catalogueVersion, built, learned, personas), synonyms, organizationId);
  }

  /** The model of an organization. Neither opens its shop nor counts as a use of it. */
  async learned(organizationId: OrganizationId): Promise<Learned> {
    return this.#held.get(organizationId)?.shop.learned ?? this.#learned(organizationId);
  }

  /** The model of the open shop, if it is open; no use of it. */
  peekLearned(organizationId: OrganizationId): Learned | undefined {
    return this.#held.get(organizationId)?.shop.learned;
  }

  get bytes(): number {
    return this.#bytes;
  }

  /** Figures for the metrics. */
  get state() {
    return {
      open: this.#held.size,
      opening: this.#opening.size,
      bytes: this.#bytes,
      opened: this.#opened,
      evicted: this.#evicted,
    };
  }

  /** When the models of open shops were trained, those that were; ms since the epoch. */
  get trained(): readonly number[] {
    return [...this.#held.values()].map(({ shop }) => shop.learned.trainedAt).filter(Number.isFinite);
  }

  #open(organizationId: OrganizationId): Promise<Shop> {
    let opening = this.#opening.get(organizationId);
    if (opening === undefined) {
      this.#failed.delete(organizationId);
      const since = performance.now();
      const ended = (isOpen: boolean) => this.#options.onOpened?.(performance.now() - since, isOpen);
      const shop = this.#make(organizationId)
        .catch((error: unknown) => {
          ended(false);
          this.#failed.set(organizationId, { error });
          setTimeout(() => this.#failed.delete(organizationId), TRY_AGAIN).unref();
          this.#options.onFault?.(organizationId, error);
          throw error;
        })
        .finally(() => {
          this.#opening.delete(organizationId);
          if (this.#outdated.delete(organizationId)) this.#refresh(organizationId);
        });
      shop.then(
        () => ended(true),
        () => undefined,
      );
      opening = { shop, since };
      this.#opening.set(organizationId, opening);
    }
    return opening.shop;
  }

  /** Reopens the shop beside the open one, which stays if that fails; tries again later if the store failed. */
  #refresh(organizationId: OrganizationId): void {
    this.#open(organizationId).catch((error: unknown) => {
      if (!(error instanceof StoreUnavailable)) return;
      const again = () => this.#held.has(organizationId) && this.#refresh(organizationId);
      setTimeout(again, TRY_AGAIN).unref();
    });
  }

  async #make(organizationId: OrganizationId): Promise<Shop> {
    const { catalogueVersion, built } = await this.#buildCurrent(organizationId);
    const learned = await this.learned(organizationId);
    const personas = await personaSettingsOf(this.#options.storage, organizationId);
    const synonyms = await synonymSettingsOf(this.#options.storage, organizationId);
    const rules = rulesInForce(synonyms, learned.synonyms);
    const shop = await withSynonyms(
      openShop(catalogueVersion, built, learned, personas),
      rules,
      organizationId,
    );
    // Otherwise the first ranking would have to bind the model.
    await nextTurn();
    const binding = await inTurns(bindStepwise(shop.index, shop.learned.model), organizationId);
    // The open shop may have got another model meanwhile: it stays, so that a version always names the state it ranks by.
    const held = this.#held.get(organizationId);
    const current = held === undefined ? shop : { ...shop, learned: held.shop.learned };
    this.#opened++;
    this.#put(organizationId, current, binding, held?.usedAs ?? ++this.#uses);
    return current;
  }

  async #buildCurrent(
    organizationId: OrganizationId,
  ): Promise<{ readonly catalogueVersion: string | null; readonly built: BuiltCatalogue }> {
    const { catalogues } = this.#options.storage;
    for (;;) {
      const current = await catalogues.currentVersion(organizationId);
      if (current === undefined) return { catalogueVersion: null, built: NO_CATALOGUE };
      const { version, bytes } = current;
      const fetch = () => catalogues.find(organizationId, version);
      const built = await this.#build(organizationId, version, { bytes, fetch });
      // If the version was replaced and removed while it waited for its turn, the next one is current by now.
      if (built !== undefined) return { catalogueVersion: version, built };
    }
  }

  async #buildPast(
    organizationId: OrganizationId,
    catalogueVersion: string | null,
  ): Promise<BuiltCatalogue | undefined> {
    if (catalogueVersion === null) return NO_CATALOGUE;
    const stored = await this.#options.storage.catalogues.find(organizationId, catalogueVersion);
    const asked = stored && { bytes: stored.csv.length, fetch: async () => stored };
    return asked && this.#build(organizationId, catalogueVersion, asked);
  }

  #build(
    organizationId: OrganizationId,
    version: string,
    asked: AskedCatalogue,
  ): Promise<BuiltCatalogue | undefined> {
    const { stored, builder } = this.#options;
    return stored === undefined ? builder.build(asked) : stored.build(organizationId, version, asked);
  }

  /** The current model. One that cannot be read is reported, and the untrained model is used until the next. */
  async #learned(organizationId: OrganizationId): Promise<Learned> {
    try {
      return await this.#stored(organizationId);
    } catch (error) {
      if (!(error instanceof NewerModel)) throw error;
      this.#options.onFault?.(organizationId, error);
      return untrainedModel();
    }
  }

  /** @throws NewerModel */
  async #stored(organizationId: OrganizationId): Promise<Learned> {
    const { models } = this.#options.storage;
    try {
      const stored = await models.current(organizationId);
      return (await loadLearned(models, organizationId, stored)) ?? untrainedModel();
    } catch (error) {
      if (!(error instanceof ModelFormatError)) throw error;
      this.#options.onFault?.(organizationId, error);
      return untrainedModel();
    }
  }

  /**
   * Applies a step that is stored to the model of the open shop, in place, unless that has another version than the step
   * builds on: a shop that was opened meanwhile read the stored one.
   */
  apply(organizationId: OrganizationId, { base, version, visits }: ModelStep): void {
    const held = this.#held.get(organizationId);
    if (held === undefined || held.shop.learned.version !== base) return;
    const { learned } = held.shop;
    update(learned.model, visits);
    held.shop = { ...held.shop, learned: { ...learned, version, updates: learned.updates + 1 } };
  }

  /** Brings the model of the open shop to the stored one: by the steps between, or else as a whole. */
  async #reloadModel(organizationId: OrganizationId, news: number): Promise<void> {
    // A learner in this process applies its step to the shop itself, right after storing it.
    await nextTurn();
    const { models } = this.#options.storage;
    const version = await models.currentVersion(organizationId);
    const held = this.#held.get(organizationId);
    if (held === undefined || version === held.shop.learned.version) return;
    const steps =
      version === undefined
        ? undefined
        : await stepsBetween(models, organizationId, held.shop.learned.version, version);
    if (steps !== undefined) {
      const pace = new Pace(organizationId);
      for (const step of steps) {
        this.apply(organizationId, step);
        await pace.rest();
      }
      return;
    }
    // A shop goes on with the model that it has where a later release has stored one.
    const learned = await this.#stored(organizationId);
    const binding = await inTurns(bindStepwise(held.shop.index, learned.model), organizationId);
    // A later change, which may have been read sooner, is applied by its own call.
    if (this.#news.get(organizationId) === news) this.#swapModel(organizationId, learned, binding);
  }

  /** Swaps the model of the open shop, if there is one; its catalogue stays. */
  #swapModel(organizationId: OrganizationId, learned: Learned, binding: Binding): void {
    const held = this.#held.get(organizationId);
    if (held === undefined) return;
    const { synonyms } = held.shop.learned;
    this.#put(organizationId, { ...held.shop, learned }, binding, held.usedAs);
    // The words of the catalogue are read with other synonyms then.
    if (!isDeepStrictEqual(synonyms, learned.synonyms)) this.#refresh(organizationId);
  }

  #put(organizationId: OrganizationId, shop: Shop, binding: Binding, usedAs: number): void {
    this.#bytes -= this.#held.get(organizationId)?.bytes ?? 0;
    const held = { shop, bytes: bytesOfShop(shop, binding), usedAs };
    this.#held.set(organizationId, held);
    this.#bytes += held.bytes;
    if (this.#bytes > (this.#options.memory ?? MEMORY)) this.#evictSome();
  }

  /** Evicts the least recently used shops; the last used one stays, however large it is. */
  #evictSome(): void {
    const { memory = MEMORY } = this.#options;
    const byUse = [...this.#held].sort(([, a], [, b]) => a.usedAs - b.usedAs);
    for (const [organizationId, { bytes }] of byUse.slice(0, -1)) {
      if (this.#bytes <= memory) return;
      this.#held.delete(organizationId);
      this.#bytes -= bytes;
      this.#evicted++;
    }
  }
}

/** Memory of a shop with its bound model and the cache of its persona catalogue; bytes. */
function bytesOfShop(shop: Shop, { index: _, catalogue, model, ...workedOut }: Binding): number {
  // All arrays of an index lie in one file, which counts once: not by the part of it that a sample of a long list has.
  const { buffer } = shop.index.logPrice;
  const rest = bytesOf([shop, workedOut], new Set([buffer]));
  return SHOP_BYTES + SHELF_BYTES * Math.min(catalogue.size, MOST_REMEMBERED) + buffer.byteLength + rest;
}
