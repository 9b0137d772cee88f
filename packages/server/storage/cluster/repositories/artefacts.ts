import type { ArtefactKey, Artefacts } from '../../ports.ts';
import type { Database } from '../connection/database.ts';
import { NothingStored, putParts, readParts } from './versioned-bytes.ts';

/** The name of the parts of an artefact. None of its texts has such a character. */
const nameOf = ({ catalogueVersion, kind, format }: ArtefactKey): string =>
  `${catalogueVersion}\n${kind}\n${format}`;

const valuesOf = ({ organizationId, catalogueVersion, kind, format }: ArtefactKey) =>
  [organizationId, catalogueVersion, kind, format] as const;

export class ClusterArtefacts implements Artefacts {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  async putIfAbsent(key: ArtefactKey, bytes: Uint8Array): Promise<boolean> {
    try {
      await this.#database.transaction(async (query) => {
        // The catalogue stays until its artefact is stored: retention waits.
        const kept = await query(
          'SELECT 1 FROM catalogues WHERE organization_id = $1 AND version = $2 FOR SHARE',
          [key.organizationId, key.catalogueVersion],
        );
        if (kept.length === 0) throw new NothingStored();
        const inserted = await query(
          `INSERT INTO artefacts (organization_id, catalogue_version, kind, format, bytes) VALUES ($1, $2, $3, $4, $5)
           ON CONFLICT DO NOTHING RETURNING 1`,
          [...valuesOf(key), bytes.byteLength],
        );
        if (inserted.length === 0) throw new NothingStored();
        await putParts(query, key.organizationId, 'artefact', nameOf(key), bytes);
      });
      return true;
    } catch (error) {
      if (error instanceof NothingStored) return false;
      throw error;
    }
  }

  async get(key: ArtefactKey): Promise<Uint8Array | undefined> {
    const found = await this.#database.one<{ bytes: number }>(
      `SELECT bytes FROM artefacts
       WHERE organization_id = $1 AND catalogue_version = $2 AND kind = $3 AND format = $4`,
      valuesOf(key),
    );
    return found && readParts(this.#database, key.organizationId, 'artefact', nameOf(key), found.bytes);
  }
}
