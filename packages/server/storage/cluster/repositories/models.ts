import type { Models, OrganizationId, StoredModel } from '../../ports.ts';
import type { ClusterChangeFeed } from '../change-feed.ts';
import type { Database } from '../connection/database.ts';
import { ClusterVersions } from './versioned-bytes.ts';

interface Row {
  readonly organization_id: OrganizationId;
  readonly version: string;
  readonly catalogue_version: string | null;
  readonly built_at: number;
  readonly bytes: number;
}

export class ClusterModels extends ClusterVersions<Row, StoredModel> implements Models {
  constructor(database: Database, changes: ClusterChangeFeed) {
    super('model', database, changes);
  }

  put(
    { organizationId, version, catalogueVersion, builtAt, bytes }: StoredModel,
    expected?: string | null,
  ): Promise<'stored' | 'lost'> {
    return this.putVersion(organizationId, version, bytes, expected, async (query) => {
      const inserted = await query(
        `INSERT INTO models (organization_id, version, catalogue_version, built_at, bytes) VALUES ($1, $2, $3, $4, $5)
         ON CONFLICT DO NOTHING RETURNING 1`,
        [organizationId, version, catalogueVersion, builtAt, bytes.byteLength],
      );
      return inserted.length > 0;
    });
  }

  currentVersion(organizationId: OrganizationId): Promise<string | undefined> {
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
