import type { DatabaseSync } from 'node:sqlite';
import type { Catalogues, OrganizationId, StoredCatalogue } from '../../ports.ts';
import type { SqliteChangeFeed } from '../change-feed.ts';
import type { Reader } from '../connection/reader.ts';
import type { Handlers, Writer } from '../writer/writer.ts';
import { type PartWrites, publisher, SqliteVersions } from './versioned-bytes.ts';

interface Row {
  readonly organization_id: OrganizationId;
  readonly version: string;
  readonly products: number;
  readonly imported_at: number;
  readonly roles: string | null;
  readonly privacy: string | null;
  readonly kinds: string | null;
  readonly bytes: number;
}

const fromRow = (row: Row): Omit<StoredCatalogue, 'csv'> => ({
  organizationId: row.organization_id,
  version: row.version,
  products: row.products,
  importedAt: row.imported_at,
  ...(row.roles !== null && { roles: JSON.parse(row.roles) as Record<string, string | null> }),
  ...(row.privacy !== null && { privacy: JSON.parse(row.privacy) as StoredCatalogue['privacy'] & {} }),
  ...(row.kinds !== null && { kinds: JSON.parse(row.kinds) as StoredCatalogue['kinds'] & {} }),
});

export interface CatalogueWrites {
  publishCatalogue: {
    input: Omit<StoredCatalogue, 'csv'> & { readonly bytes: number };
    output: 'stored' | 'incomplete';
  };
}

type Writes = CatalogueWrites & PartWrites;

export class SqliteCatalogues extends SqliteVersions<Row, StoredCatalogue> implements Catalogues {
  readonly #writer: Writer<Writes>;

  constructor(reader: Reader, writer: Writer<Writes>, changes: SqliteChangeFeed) {
    super('catalogue', reader, writer, changes);
    this.#writer = writer;
  }

  async put({ csv, ...facts }: StoredCatalogue): Promise<void> {
    const row = { ...facts, bytes: csv.byteLength };
    // A version is derived from the bytes, so those of two imports under one version are the same.
    await this.putBytes(facts.organizationId, facts.version, csv, () =>
      this.#writer.write('publishCatalogue', row),
    );
  }

  onChange(listener: (organizationId: OrganizationId) => void): void {
    this.changes.onChange(['catalogue', 'personas', 'synonyms'], listener);
  }

  async currentVersion(
    organizationId: OrganizationId,
  ): Promise<{ readonly version: string; readonly bytes: number } | undefined> {
    const row = this.reader.get<Pick<Row, 'version' | 'bytes'>>(
      `SELECT version, bytes FROM current_versions JOIN catalogues USING (organization_id, version)
       WHERE organization_id = ? AND kind = 'catalogue'`,
      organizationId,
    );
    return row && { version: row.version, bytes: row.bytes };
  }

  async list(organizationId: OrganizationId): Promise<readonly Omit<StoredCatalogue, 'csv'>[]> {
    return this.reader
      .all<Row>(
        'SELECT * FROM catalogues WHERE organization_id = ? ORDER BY imported_at DESC',
        organizationId,
      )
      .map(fromRow);
  }

  protected override stored(row: Row, csv: Uint8Array): StoredCatalogue {
    return { ...fromRow(row), csv };
  }
}

export function catalogueWrites(database: DatabaseSync): Handlers<CatalogueWrites> {
  const publish = publisher(database, 'catalogue');
  const insert = database.prepare(
    `INSERT OR REPLACE INTO catalogues (organization_id, version, products, imported_at, roles, privacy, kinds, bytes)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
  );
  return {
    publishCatalogue(catalogue) {
      const {
        organizationId,
        version,
        products,
        importedAt,
        roles = null,
        privacy = null,
        kinds = null,
        bytes,
      } = catalogue;
      const texts = [roles, privacy, kinds].map((chosen) => chosen && JSON.stringify(chosen));
      const isWhole = publish({ ...catalogue, content: version }, () =>
        insert.run(organizationId, version, products, importedAt, ...texts, bytes),
      );
      return isWhole ? 'stored' : 'incomplete';
    },
  };
}
