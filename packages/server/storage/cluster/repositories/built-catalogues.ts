import { promisify } from 'node:util';
import { constants, zstdCompress, zstdDecompress } from 'node:zlib';
import type { ArtefactKey, Artefacts, BuiltCatalogues, BuiltKey, Catalogues } from '../../ports.ts';

/** A third of the bytes for little time: figures in `docs/design/storage.md`, "An index is built once". */
const FASTEST = { params: { [constants.ZSTD_c_compressionLevel]: 1 } };

const compressed = promisify(zstdCompress);
const decompressed = promisify(zstdDecompress);

const artefactKey = (key: BuiltKey): ArtefactKey => ({ ...key, kind: 'index' });

/** Built catalogues as compressed artefacts. Retention removes those of catalogues that are not current. */
export class ClusterBuiltCatalogues implements BuiltCatalogues {
  readonly #artefacts: Artefacts;
  readonly #catalogues: Pick<Catalogues, 'currentVersion'>;

  constructor(artefacts: Artefacts, catalogues: Pick<Catalogues, 'currentVersion'>) {
    this.#artefacts = artefacts;
    this.#catalogues = catalogues;
  }

  async put(key: BuiltKey, bytes: Uint8Array): Promise<void> {
    const current = await this.#catalogues.currentVersion(key.organizationId);
    if (current?.version !== key.catalogueVersion) return;
    await this.#artefacts.putIfAbsent(artefactKey(key), await compressed(bytes, FASTEST));
  }

  async get(key: BuiltKey): Promise<Uint8Array | undefined> {
    const bytes = await this.#artefacts.get(artefactKey(key));
    return bytes && decompressed(bytes);
  }
}
