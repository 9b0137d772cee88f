import { randomUUID } from 'node:crypto';
import type { DatabaseSync } from 'node:sqlite';
import type { Models, OrganizationId, StoredModel } from '../../ports.ts';
import type { SqliteChangeFeed } from '../change-feed.ts';
import type { Reader } from '../connection/reader.ts';
import type { Handlers, Writer } from '../writer/writer.ts';
import { type PartWrites, publisher, SqliteVersions } from './versioned-bytes.ts';

interface Row {
  readonly organization_id: OrganizationId;
  readonly version: string;
  readonly catalogue_version: string | null;
  readonly built_at: number;
  readonly bytes: number;
  readonly content: string | null;
}

export interface ModelWrites {
  publishModel: {
    input: Omit<StoredModel, 'bytes'> & {
      readonly content: string;
      readonly bytes: number;
      /** Version that has to be the current one, null for none; not compared where absent. */
      readonly expected?: string | null | undefined;
    };
    output: 'stored' | 'lost' | 'incomplete';
  };
}

type Writes = ModelWrites & PartWrites;

export class SqliteModels extends SqliteVersions<Row, StoredModel> implements Models {
  readonly #writer: Writer<Writes>;

  constructor(reader: Reader, writer: Writer<Writes>, changes: SqliteChangeFeed) {
    super('model', reader, writer, changes);
    this.#writer = writer;
  }

  put({ bytes, ...facts }: StoredModel, expected?: string | null): Promise<'stored' | 'lost'> {
    // The bytes of two attempts under one version must not mix, whichever of them is published.
    const content = `${facts.version}#${randomUUID()}`;
    const row = { ...facts, content, bytes: bytes.byteLength, expected };
    return this.putBytes(facts.organizationId, content, bytes, () => this.#writer.write('publishModel', row));
  }

  async currentVersion(organizationId: OrganizationId): Promise<string | undefined> {
    return this.version(organizationId);
  }

  onChange(listener: (organizationId: OrganizationId) => void): void {
    this.changes.onChange(['model'], listener);
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

export function modelWrites(database: DatabaseSync): Handlers<ModelWrites> {
  const publish = publisher(database, 'model');
  const current = database.prepare(
    `SELECT version FROM current_versions WHERE organization_id = ? AND kind = 'model'`,
  );
  const taken = database.prepare('SELECT 1 FROM models WHERE organization_id = ? AND version = ?');
  const insert = database.prepare(
    `INSERT INTO models (organization_id, version, catalogue_version, built_at, bytes, content)
     VALUES (?, ?, ?, ?, ?, ?)`,
  );
  const deleteParts = database.prepare(
    `DELETE FROM parts WHERE organization_id = ? AND kind = 'model' AND version = ?`,
  );
  return {
    publishModel(model) {
      const { organizationId, version, catalogueVersion, builtAt, bytes, content, expected } = model;
      const currentVersion =
        (current.get(organizationId) as { version: string } | undefined)?.version ?? null;
      const isExpected = expected === undefined || expected === currentVersion;
      if (!isExpected || taken.get(organizationId, version) !== undefined) {
        deleteParts.run(organizationId, content);
        return 'lost';
      }
      const isWhole = publish(model, () =>
        insert.run(organizationId, version, catalogueVersion, builtAt, bytes, content),
      );
      return isWhole ? 'stored' : 'incomplete';
    },
  };
}
