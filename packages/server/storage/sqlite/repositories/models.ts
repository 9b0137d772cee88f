import type { DatabaseSync } from 'node:sqlite';
import type { Models, OrganizationId, StoredModel } from '../../ports.ts';
import type { Announcements } from '../change-feed.ts';
import type { Reader } from '../connection/reader.ts';
import type { WriteHandlers, Writer } from '../writer/store-writes.ts';
import { publisher, SqliteVersions } from './versioned-bytes.ts';

interface Row {
  readonly organization_id: OrganizationId;
  readonly version: string;
  readonly catalogue_version: string | null;
  readonly built_at: number;
  readonly bytes: number;
}

export class SqliteModels extends SqliteVersions<Row, StoredModel> implements Models {
  constructor(reader: Reader, writer: Writer, announcements: Announcements) {
    super('model', reader, writer, announcements);
  }

  put({ bytes, ...facts }: StoredModel): Promise<void> {
    const row = { ...facts, bytes: bytes.byteLength };
    return this.putVersion(facts.organizationId, facts.version, bytes, () =>
      this.writer.write('publishModel', row),
    );
  }

  protected override stored(row: Row, bytes: Uint8Array): StoredModel {
    return {
      organizationId: row.organization_id,
      version: row.version,
      catalogueVersion: row.catalogue_version,
      builtAt: row.built_at,
      bytes,
    };
  }
}

export function modelWrites(database: DatabaseSync): Pick<WriteHandlers, 'publishModel'> {
  const publish = publisher(database, 'model');
  const insert = database.prepare(
    `INSERT OR REPLACE INTO models (organization_id, version, catalogue_version, built_at, bytes)
     VALUES (?, ?, ?, ?, ?)`,
  );
  return {
    publishModel(model) {
      const { organizationId, version, catalogueVersion, builtAt, bytes } = model;
      return publish(model, () => insert.run(organizationId, version, catalogueVersion, builtAt, bytes));
    },
  };
}
