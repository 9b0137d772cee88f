import type { OrganizationId } from './identity.ts';

/** Names what was built of a catalogue. Two builds with the same key are interchangeable. */
export interface ArtefactKey {
  readonly organizationId: OrganizationId;
  /** The catalogue that it was built from. */
  readonly catalogueVersion: string;
  /** What it is, such as `vectors`. */
  readonly kind: string;
  /** Of its bytes: a release that writes others uses another name. */
  readonly format: string;
}

/** What takes long to build from a catalogue, stored once for all nodes. It is removed with its catalogue. */
export interface Artefacts {
  /**
   * Stores the bytes, unless the key has some already.
   *
   * @returns false where nothing was stored: the key has bytes, or its catalogue is not kept
   */
  putIfAbsent(key: ArtefactKey, bytes: Uint8Array): Promise<boolean>;
  get(key: ArtefactKey): Promise<Uint8Array | undefined>;
}

/** Names a built catalogue. Two of the same key are interchangeable. */
export type BuiltKey = Omit<ArtefactKey, 'kind'>;

/**
 * The index of the current catalogue of each organization, ready to be opened: what takes seconds to build. It may be lost at any
 * time, and no copy of the store needs it.
 */
export interface BuiltCatalogues {
  /** Stores the bytes, nothing where another catalogue is current by now. Those of earlier catalogues go, at once or by retention. */
  put(key: BuiltKey, bytes: Uint8Array): Promise<void>;
  /** At a multiple of 8 bytes in their buffer. */
  get(key: BuiltKey): Promise<Uint8Array | undefined>;
}
