import type { Catalogues, OrganizationId, StoredCatalogue } from '../../ports.ts';
import type { ClusterChangeFeed } from '../change-feed.ts';
import type { Database } from '../connection/database.ts';
import { ClusterVersions } from './versioned-bytes.ts';

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

export class ClusterCatalogues extends ClusterVersions<Row, StoredCatalogue> implements Catalogues {
  constructor(database: Database, changes: ClusterChangeFeed) {
    super('catalogue', database, changes);
  }

  async put({
    organizationId,
    version,
    products,
    importedAt,
    roles,
    privacy,
    kinds,
    csv,
  }: StoredCatalogue): Promise<void> {
    const texts = [roles, privacy, kinds].map((chosen) =>
      chosen === undefined ? null : JSON.stringify(chosen),
    );
    // A version is derived from the bytes, so those of two imports under one version are the same.
    await this.putVersion(organizationId, version, csv, undefined, async (query) => {
      await query(
        `INSERT INTO catalogues (organization_id, version, products, imported_at, bytes, roles, privacy, kinds)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8)
         ON CONFLICT (organization_id, version) DO UPDATE SET products = EXCLUDED.products,
           imported_at = EXCLUDED.imported_at, bytes = EXCLUDED.bytes, roles = EXCLUDED.roles,
           privacy = EXCLUDED.privacy, kinds = EXCLUDED.kinds`,
        [organizationId, version, products, importedAt, csv.byteLength, ...texts],
      );
      return true;
    });
  }

  onChange(listener: (organizationId: OrganizationId) => void): void {
    this.changes.onChange(['catalogue', 'personas', 'synonyms'], listener);
  }

  async currentVersion(
    organizationId: OrganizationId,
  ): Promise<{ readonly version: string; readonly bytes: number } | undefined> {
    return this.database.one(
      `SELECT version, bytes FROM current_versions JOIN catalogues USING (organization_id, version)
       WHERE organization_id = $1 AND kind = 'catalogue'`,
      [organizationId],
    );
  }

  async list(organizationId: OrganizationId): Promise<readonly Omit<StoredCatalogue, 'csv'>[]> {
    const rows = await this.database.query<Row>(
      'SELECT * FROM catalogues WHERE organization_id = $1 ORDER BY imported_at DESC, version',
      [organizationId],
    );
    return rows.map(fromRow);
  }

  protected override stored(row: Row, csv: Uint8Array): StoredCatalogue {
    return { ...fromRow(row), csv };
  }
}
