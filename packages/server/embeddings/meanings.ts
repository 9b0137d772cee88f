import { setTimeout as after } from 'node:timers/promises';
import type { Neighbours } from '@decidable/engine/ranking';
import { LRUCache } from 'lru-cache';
import type { Shop } from '../shops/shop.ts';
import type { OrganizationId } from '../storage/ports.ts';
import { inTurns } from '../time-slices.ts';
import { outsideRequests } from '../timing/outside-requests.ts';
import { type CatalogueVectors, makeVectors, type VectorsNeed } from './catalogue-vectors.ts';

/** Products that are proposed for a query, at most: about two pages. Set by hand. */
const MAX_NEIGHBOURS = 24;
/** Queries whose vectors are kept, and those that are embedded at a time. Set by hand. */
const MAX_QUERIES = 1_000;
const MAX_UNDER_WAY = 16;
/** How long the vector of a query may take until it is not even kept for the next time, in ms. Set by hand. */
const QUERY_PATIENCE = 5_000;
/** Time after which vectors of a catalogue that could not be made are tried again, in ms. Set by hand. */
const TRY_AGAIN = 30_000;

export interface MeaningsOptions extends VectorsNeed {
  /** How long a ranking waits for the vector of its query, in ms. */
  readonly deadline: number;
  /** Lowest cosine of what is close in meaning. */
  readonly leastSimilarity: number;
  /** Bytes of the vectors of all catalogues. */
  readonly memory: number;
  /** Told where the vectors of a catalogue could not be made. */
  readonly onFault?: ((organizationId: OrganizationId, error: unknown) => void) | undefined;
  readonly tryAgain?: number;
}

/** What of a catalogue is close in meaning to a query. */
export interface CloseInMeaning extends Neighbours {
  readonly catalogueVersion: string;
}

const bytesOf = ({ vectors, digests }: CatalogueVectors): number =>
  vectors.codes.byteLength + vectors.scales.byteLength + 64 * digests.length + 1;

/**
 * What is close in meaning to queries. The vectors of a catalogue are made beside the requests, when the first of them asks for
 * what is close: until they are there, nothing is. Vectors are let go of where others need the memory, and read again from the
 * store.
 */
export class Meanings {
  readonly #options: MeaningsOptions;
  readonly #made: LRUCache<OrganizationId, CatalogueVectors>;
  /** What there is of vectors that could not be finished. */
  readonly #begun = new Map<OrganizationId, CatalogueVectors>();
  readonly #making = new Map<OrganizationId, Promise<void>>();
  readonly #queries = new LRUCache<string, Float32Array>({ max: MAX_QUERIES });
  readonly #asked = new Map<string, Promise<Float32Array | undefined>>();
  readonly #closed = new AbortController();

  constructor(options: MeaningsOptions) {
    this.#options = options;
    this.#made = new LRUCache({ maxSize: options.memory, sizeCalculation: bytesOf });
  }

  /**
   * What of the catalogue of a shop is close in meaning to a query, nearest first; `undefined` where the vectors of the catalogue
   * are not there yet, or that of the query did not come in time.
   */
  async closeTo(
    organizationId: OrganizationId,
    shop: Shop,
    query: string,
  ): Promise<CloseInMeaning | undefined> {
    const { catalogueVersion } = shop;
    if (catalogueVersion === null) return undefined;
    const made = this.#made.get(organizationId);
    if (made?.catalogueVersion !== catalogueVersion) {
      this.make(organizationId, shop);
      return undefined;
    }
    const vector = await this.#inTime(query.trim());
    if (vector === undefined || vector.length !== made.vectors.dimensions) return undefined;
    const { leastSimilarity } = this.#options;
    const nearest = made.vectors.nearest(vector, MAX_NEIGHBOURS, leastSimilarity);
    return { catalogueVersion, ...(await inTurns(nearest, organizationId)) };
  }

  /** Begins to make the vectors of the catalogue of a shop, unless they are being made. */
  make(organizationId: OrganizationId, shop: Shop): void {
    if (this.#making.has(organizationId) || this.#closed.signal.aborted) return;
    const making = outsideRequests(() => this.#make(organizationId, shop));
    this.#making.set(organizationId, making);
  }

  /** Resolves when no vectors are being made for an organization. */
  async settled(organizationId: OrganizationId): Promise<void> {
    await this.#making.get(organizationId);
  }

  /** Forgets all that is in memory of an organization, and the queries of all, whose owners are not known. */
  forget(organizationId: OrganizationId): void {
    this.#made.delete(organizationId);
    this.#begun.delete(organizationId);
    this.#queries.clear();
  }

  async close(): Promise<void> {
    this.#closed.abort();
    await Promise.all([...this.#making.values(), ...this.#asked.values()]);
  }

  async #make(organizationId: OrganizationId, shop: Shop): Promise<void> {
    const { onFault, tryAgain = TRY_AGAIN } = this.#options;
    const { signal } = this.#closed;
    try {
      const known = this.#begun.get(organizationId) ?? this.#made.get(organizationId);
      const keep = (begun: CatalogueVectors) => void this.#begun.set(organizationId, begun);
      const made = await makeVectors(this.#options, organizationId, shop, known, keep, signal);
      this.#begun.delete(organizationId);
      this.#made.set(organizationId, made);
      this.#making.delete(organizationId);
    } catch (error) {
      if (!signal.aborted) onFault?.(organizationId, error);
      // Until then nothing is close, and nobody asks the embedder in vain.
      const again = setTimeout(() => this.#making.delete(organizationId), tryAgain);
      again.unref();
    }
  }

  async #inTime(query: string): Promise<Float32Array | undefined> {
    const known = this.#queries.get(query);
    if (known !== undefined) return known;
    const late = new AbortController();
    try {
      const waited = after(this.#options.deadline, undefined, { signal: late.signal, ref: false });
      return await Promise.race([this.#vectorOf(query), waited]);
    } finally {
      late.abort();
    }
  }

  /** The vector of a query, which is embedded once however many ask for it; `undefined` where that fails. */
  #vectorOf(query: string): Promise<Float32Array | undefined> {
    const asked = this.#asked.get(query);
    if (asked !== undefined) return asked;
    if (this.#asked.size >= MAX_UNDER_WAY) return Promise.resolve(undefined);
    const signal = AbortSignal.any([this.#closed.signal, AbortSignal.timeout(QUERY_PATIENCE)]);
    const embedded = outsideRequests(() => this.#options.embedder.embed([query], signal))
      .then(([vector]) => {
        this.#queries.set(query, vector);
        return vector;
      })
      // The embedder has counted the failure; the list comes without it.
      .catch(() => undefined)
      .finally(() => this.#asked.delete(query));
    this.#asked.set(query, embedded);
    return embedded;
  }
}
