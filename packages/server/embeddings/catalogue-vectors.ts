import { hash } from 'node:crypto';
import { deserialize, serialize } from 'node:v8';
import { type PackedVectors, QuantisedVectors } from '@decidable/engine/ranking';
import type { Shop } from '../shops/shop.ts';
import type { ArtefactKey, OrganizationId, Storage } from '../storage/ports.ts';
import { inTurns } from '../time-slices.ts';
import type { Embedder } from './embedder.ts';
import { productTexts } from './product-texts.ts';

/** Texts that are embedded before what came back is put away. Set by hand. */
const AT_ONCE = 64;
/** Earlier catalogues that are looked at for texts that are embedded already. Set by hand. */
const EARLIER = 5;

/** The vectors of a catalogue, and what they were made of. */
export interface CatalogueVectors {
  readonly catalogueVersion: string;
  readonly vectors: QuantisedVectors;
  /** `[product]`: digest of its text; empty for one that has no vector yet. */
  readonly digests: readonly string[];
}

interface Stored extends PackedVectors {
  readonly digests: readonly string[];
}

export interface VectorsNeed {
  readonly storage: Pick<Storage, 'artefacts' | 'catalogues'>;
  readonly embedder: Embedder;
}

/** Vectors of another model, or of another form, have another format. */
const keyOf = (
  { model }: Embedder,
  organizationId: OrganizationId,
  catalogueVersion: string,
): ArtefactKey => ({
  organizationId,
  catalogueVersion,
  kind: 'vectors',
  format: `1 ${hash('sha256', model, 'base64url').slice(0, 22)}`,
});

async function stored(
  { storage, embedder }: VectorsNeed,
  organizationId: OrganizationId,
  catalogueVersion: string,
): Promise<CatalogueVectors | undefined> {
  const bytes = await storage.artefacts.get(keyOf(embedder, organizationId, catalogueVersion));
  if (bytes === undefined) return undefined;
  const { digests, ...packed } = deserialize(bytes) as Stored;
  return { catalogueVersion, digests, vectors: new QuantisedVectors(packed) };
}

/** What was embedded before of the texts of an organization: of this catalogue, or of one of those before it. */
async function storedBefore(
  need: VectorsNeed,
  organizationId: OrganizationId,
  catalogueVersion: string,
): Promise<CatalogueVectors | undefined> {
  const earlier = await need.storage.catalogues.list(organizationId);
  const versions = new Set([catalogueVersion, ...earlier.slice(0, EARLIER).map(({ version }) => version)]);
  for (const version of versions) {
    const found = await stored(need, organizationId, version);
    if (found !== undefined) return found;
  }
  return undefined;
}

/**
 * The vectors of the catalogue of a shop. Only texts that are not embedded yet are sent to the embedder; what is made is stored
 * with the catalogue. Works in turns with requests.
 *
 * @param known what is in memory of this organization, of whatever catalogue; all that is stored is looked at where there is none
 * @param progressed gets what there is so far after some texts, so that a call that fails later loses nothing
 * @throws EmbeddingFailed; StoreUnavailable; the reason of `signal`
 */
export async function makeVectors(
  need: VectorsNeed,
  organizationId: OrganizationId,
  shop: Shop,
  known: CatalogueVectors | undefined,
  progressed: (vectors: CatalogueVectors) => void,
  signal: AbortSignal,
): Promise<CatalogueVectors> {
  const catalogueVersion = shop.catalogueVersion!;
  const before = known ?? (await storedBefore(need, organizationId, catalogueVersion));
  const { texts, digests } = await inTurns(productTexts(shop), organizationId);
  const rowOf = new Map(before?.digests.map((digest, row) => [digest, row]));
  /** The products of each text that is to be embedded. */
  const missing = Map.groupBy(
    [...texts.keys()].filter((product) => texts[product] !== '' && !rowOf.has(digests[product])),
    (product) => digests[product],
  );
  let vectors = before && QuantisedVectors.of(texts.length, before.vectors.dimensions);
  const done = digests.map((digest, product) => {
    const row = rowOf.get(digest);
    if (row === undefined) return '';
    vectors!.copy(product, before!.vectors, row);
    return digest;
  });
  const waiting = [...missing.values()];
  for (let at = 0; at < waiting.length; at += AT_ONCE) {
    const batch = waiting.slice(at, at + AT_ONCE);
    const made = await need.embedder.embed(
      batch.map(([product]) => texts[product]),
      signal,
    );
    vectors ??= QuantisedVectors.of(texts.length, made[0].length);
    for (const [k, products] of batch.entries()) {
      for (const product of products) {
        vectors.set(product, made[k]);
        done[product] = digests[product];
      }
    }
    progressed({ catalogueVersion, vectors, digests: done });
  }
  vectors ??= QuantisedVectors.of(texts.length, 1);
  if (waiting.length > 0 || before?.catalogueVersion !== catalogueVersion) {
    const { dimensions, codes, scales } = vectors;
    const bytes = serialize({ dimensions, codes, scales, digests: done } satisfies Stored);
    await need.storage.artefacts.putIfAbsent(keyOf(need.embedder, organizationId, catalogueVersion), bytes);
  }
  return { catalogueVersion, vectors, digests: done };
}
