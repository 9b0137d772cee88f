import type { DatabaseSync } from 'node:sqlite';
import type { Models, OrganizationId, StoredModel } from '../ports.ts';
import type { Announcements } from './announcements.ts';
import { currentVersion, getParts, publisher, putParts } from './parts.ts';
import type { Reader } from './reader.ts';
import type { WriteHandlers, Writer } from './writes.ts';

interface Row {
  readonly organization_id: OrganizationId;
  readonly version: string;
  readonly catalogue_version: string | null;
  readonly built_at: number;
  readonly bytes: number;
}

export class SqliteModels implements Models {
  readonly #reader: Reader;
  readonly #writer: Writer;
  readonly #announcements: Announcements;

  constructor(reader: Reader, writer: Writer, announcements: Announcements) {
    this.#reader = reader;
    this.#writer = writer;
    this.#announcements = announcements;
  }

  async put(model: StoredModel): Promise<void> {
    const { bytes, ...facts } = model;
    await putParts(this.#writer, facts.organizationId, 'model', facts.version, bytes);
    await this.#writer.write('publishModel', { ...facts, bytes: bytes.byteLength });
    this.#announcements.look();
  }

  async current(organizationId: OrganizationId): Promise<StoredModel | undefined> {
    const version = currentVersion(this.#reader, organizationId, 'model');
    return version === undefined ? undefined : this.find(organizationId, version);
  }

  async find(organizationId: OrganizationId, version: string): Promise<StoredModel | undefined> {
    const row = this.#reader.get<Row>(
      'SELECT * FROM models WHERE organization_id = ? AND version = ?',
      organizationId,
      version,
    );
    if (row === undefined) return undefined;
    return {
      organizationId: row.organization_id,
      version: row.version,
      catalogueVersion: row.catalogue_version,
      builtAt: row.built_at,
      bytes: await getParts(this.#reader, organizationId, 'model', version, row.bytes),
    };
  }

  onChange(listener: (organizationId: OrganizationId) => void): void {
    this.#announcements.on('model', listener);
  }
}

export function modelWrites(database: DatabaseSync): Pick<WriteHandlers, 'publishModel'> {
  const publish = publisher(database);
  const insert = database.prepare(
    `INSERT OR REPLACE INTO models (organization_id, version, catalogue_version, built_at, bytes)
     VALUES (?, ?, ?, ?, ?)`,
  );
  return {
    publishModel({ organizationId, version, catalogueVersion, builtAt, bytes }) {
      insert.run(organizationId, version, catalogueVersion, builtAt, bytes);
      publish(organizationId, 'model', version);
      return null;
    },
  };
}
