import type { DatabaseSync } from 'node:sqlite';
import type { Catalogues, OrganizationId, StoredCatalogue } from '../ports.ts';
import type { Announcements } from './announcements.ts';
import { currentVersion, getParts, publisher, putParts } from './parts.ts';
import type { Reader } from './reader.ts';
import type { WriteHandlers, Writer } from './writes.ts';

interface Row {
  readonly organization_id: OrganizationId;
  readonly version: string;
  readonly products: number;
  readonly imported_at: number;
  readonly roles: string | null;
  readonly bytes: number;
}

const fromRow = (row: Row): Omit<StoredCatalogue, 'csv'> => ({
  organizationId: row.organization_id,
  version: row.version,
  products: row.products,
  importedAt: row.imported_at,
  ...(row.roles !== null && { roles: JSON.parse(row.roles) as Record<string, string | null> }),
});

export class SqliteCatalogues implements Catalogues {
  readonly #reader: Reader;
  readonly #writer: Writer;
  readonly #announcements: Announcements;

  constructor(reader: Reader, writer: Writer, announcements: Announcements) {
    this.#reader = reader;
    this.#writer = writer;
    this.#announcements = announcements;
  }

  async put(catalogue: StoredCatalogue): Promise<void> {
    const { csv, ...facts } = catalogue;
    await putParts(this.#writer, facts.organizationId, 'catalogue', facts.version, csv);
    await this.#writer.write('publishCatalogue', { ...facts, bytes: csv.byteLength });
    this.#announcements.look();
  }

  async current(organizationId: OrganizationId): Promise<StoredCatalogue | undefined> {
    const version = currentVersion(this.#reader, organizationId, 'catalogue');
    return version === undefined ? undefined : this.find(organizationId, version);
  }

  async find(organizationId: OrganizationId, version: string): Promise<StoredCatalogue | undefined> {
    const row = this.#reader.get<Row>(
      'SELECT * FROM catalogues WHERE organization_id = ? AND version = ?',
      organizationId,
      version,
    );
    if (row === undefined) return undefined;
    const csv = await getParts(this.#reader, organizationId, 'catalogue', version, row.bytes);
    return { ...fromRow(row), csv };
  }

  async list(organizationId: OrganizationId): Promise<readonly Omit<StoredCatalogue, 'csv'>[]> {
    return this.#reader
      .all<Row>(
        'SELECT * FROM catalogues WHERE organization_id = ? ORDER BY imported_at DESC',
        organizationId,
      )
      .map(fromRow);
  }

  onChange(listener: (organizationId: OrganizationId) => void): void {
    this.#announcements.on('catalogue', listener);
  }
}

export function catalogueWrites(database: DatabaseSync): Pick<WriteHandlers, 'publishCatalogue'> {
  const publish = publisher(database);
  const insert = database.prepare(
    `INSERT OR REPLACE INTO catalogues (organization_id, version, products, imported_at, roles, bytes)
     VALUES (?, ?, ?, ?, ?, ?)`,
  );
  return {
    publishCatalogue({ organizationId, version, products, importedAt, roles, bytes }) {
      insert.run(organizationId, version, products, importedAt, roles ? JSON.stringify(roles) : null, bytes);
      publish(organizationId, 'catalogue', version);
      return null;
    },
  };
}
