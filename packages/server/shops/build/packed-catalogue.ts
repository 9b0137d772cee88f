import { Deserializer, Serializer } from 'node:v8';
import { constants, zstdCompressSync, zstdDecompressSync } from 'node:zlib';
import { version } from '../../operations/release.ts';
import type { SentCatalogue } from './catalogue-transfer.ts';

/**
 * Names what a built catalogue is packed as. Another release may build another index of the same catalogue, and another V8
 * may not read it: each has artefacts of its own. The number is raised where what is built changes within a release.
 */
export const INDEX_FORMAT = `13 ${version} ${process.versions.v8}`;

/** Far fewer bytes for little time: figures in `docs/design/storage.md`, "An index is built once". */
const FASTEST = { params: { [constants.ZSTD_c_compressionLevel]: 1 } };

/**
 * A built catalogue as bytes: a structured clone, compressed. Arrays keep the buffers that they have, each its own, so
 * that one can be let go of without the others.
 */
export function packCatalogue(sent: SentCatalogue): Uint8Array {
  const serializer = new Serializer();
  serializer.writeHeader();
  serializer.writeValue(sent);
  return new Uint8Array(zstdCompressSync(serializer.releaseBuffer(), FASTEST));
}

/** @throws Error for bytes that were packed as something else, or are incomplete */
export function unpackCatalogue(packed: Uint8Array): SentCatalogue {
  const deserializer = new Deserializer(zstdDecompressSync(packed));
  deserializer.readHeader();
  return deserializer.readValue() as SentCatalogue;
}
