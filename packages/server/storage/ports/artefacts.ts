import type { OrganizationId } from './identity.ts';

/** Names what was built of a catalogue. Two builds with the same key are interchangeable. */
export interface ArtefactKey {
  readonly organizationId: OrganizationId;
  /** The catalogue that it was built from. */
  readonly catalogueVersion: string;
  /** What it is, such as `index`. */
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
