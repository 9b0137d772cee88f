import { randomUUID } from 'node:crypto';
import type { DatabaseSync } from 'node:sqlite';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { ArtefactKey, Artefacts } from '../../ports.ts';
import type { Reader } from '../connection/reader.ts';
import type { Handlers, Writer } from '../writer/writer.ts';
import { piecesOf } from './versioned-bytes.ts';

export interface ArtefactWrites {
  putArtefactPart: {
    input: ArtefactKey & { readonly content: string; readonly part: number; readonly bytes: Uint8Array };
    output: null;
  };
  /** Answers whether the artefact was stored; else its parts are deleted. */
  publishArtefact: {
    input: ArtefactKey & { readonly content: string; readonly bytes: number };
    output: boolean;
  };
}

/** Artefacts in parts. Each attempt to store one has a content name of its own; the first one to finish counts. */
export class SqliteArtefacts implements Artefacts {
  readonly #reader: Reader;
  readonly #writer: Writer<ArtefactWrites>;

  constructor(reader: Reader, writer: Writer<ArtefactWrites>) {
    this.#reader = reader;
    this.#writer = writer;
  }

  async putIfAbsent(key: ArtefactKey, bytes: Uint8Array): Promise<boolean> {
    if (this.#find(key) !== undefined) return false;
    const content = randomUUID();
    for (const [part, piece] of piecesOf(bytes)) {
      await this.#writer.write('putArtefactPart', { ...key, content, part, bytes: piece });
    }
    return this.#writer.write('publishArtefact', { ...key, content, bytes: bytes.byteLength });
  }

  async get(key: ArtefactKey): Promise<Uint8Array | undefined> {
    const found = this.#find(key);
    if (found === undefined) return undefined;
    const bytes = new Uint8Array(found.bytes);
    let offset = 0;
    for (let part = 0; offset < bytes.byteLength; part++) {
      const row = this.#reader.get<{ bytes: Uint8Array }>(
        `SELECT bytes FROM artefact_parts
         WHERE organization_id = ? AND catalogue_version = ? AND content = ? AND part = ?`,
        key.organizationId,
        key.catalogueVersion,
        found.content,
        part,
      );
      // Removed with its catalogue since it was found.
      if (row === undefined) return undefined;
      bytes.set(row.bytes, offset);
      offset += row.bytes.byteLength;
      await nextTurn();
    }
    return bytes;
  }

  #find({ organizationId, catalogueVersion, kind, format }: ArtefactKey) {
    return this.#reader.get<{ content: string; bytes: number }>(
      `SELECT content, bytes FROM artefacts
       WHERE organization_id = ? AND catalogue_version = ? AND kind = ? AND format = ?`,
      organizationId,
      catalogueVersion,
      kind,
      format,
    );
  }
}

export function artefactWrites(database: DatabaseSync): Handlers<ArtefactWrites> {
  const insertPart = database.prepare(
    'INSERT INTO artefact_parts (organization_id, catalogue_version, content, part, bytes) VALUES (?, ?, ?, ?, ?)',
  );
  const deleteParts = database.prepare(
    'DELETE FROM artefact_parts WHERE organization_id = ? AND catalogue_version = ? AND content = ?',
  );
  const catalogue = database.prepare('SELECT 1 FROM catalogues WHERE organization_id = ? AND version = ?');
  const written = database.prepare(
    `SELECT TOTAL(LENGTH(bytes)) FROM artefact_parts
     WHERE organization_id = ? AND catalogue_version = ? AND content = ?`,
    { returnArrays: true },
  );
  const insert = database.prepare(
    `INSERT INTO artefacts (organization_id, catalogue_version, kind, format, content, bytes) VALUES (?, ?, ?, ?, ?, ?)
     ON CONFLICT DO NOTHING`,
  );
  return {
    putArtefactPart({ organizationId, catalogueVersion, content, part, bytes }) {
      insertPart.run(organizationId, catalogueVersion, content, part, bytes);
      return null;
    },
    publishArtefact({ organizationId, catalogueVersion, kind, format, content, bytes }) {
      const [found] = written.get(organizationId, catalogueVersion, content) as unknown as [number];
      // Retention may have removed the catalogue, and the parts with it.
      const isWhole = found === bytes && catalogue.get(organizationId, catalogueVersion) !== undefined;
      const isStored =
        isWhole && insert.run(organizationId, catalogueVersion, kind, format, content, bytes).changes === 1;
      if (!isStored) deleteParts.run(organizationId, catalogueVersion, content);
      return isStored;
    },
  };
}
