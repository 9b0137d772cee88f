import type { Organization, OrganizationId, Organizations } from '../../ports.ts';
import type { ClusterChangeFeed } from '../change-feed.ts';
import type { Database } from '../connection/database.ts';

interface Row {
  readonly organization_id: OrganizationId;
  readonly name: string;
  readonly created_at: number;
}

const fromRow = (row: Row): Organization => ({
  id: row.organization_id,
  name: row.name,
  createdAt: row.created_at,
});

export class ClusterOrganizations implements Organizations {
  readonly #database: Database;
  readonly #changes: ClusterChangeFeed;

  constructor(database: Database, changes: ClusterChangeFeed) {
    this.#database = database;
    this.#changes = changes;
  }

  async create({ id, name, createdAt }: Organization): Promise<void> {
    await this.#database.query(
      'INSERT INTO organizations (organization_id, name, created_at) VALUES ($1, $2, $3)',
      [id, name, createdAt],
    );
  }

  async list(): Promise<readonly Organization[]> {
    const rows = await this.#database.query<Row>(
      'SELECT organization_id, name, created_at FROM organizations ORDER BY created_at, organization_id',
    );
    return rows.map(fromRow);
  }

  async rankedSince(since: number): Promise<readonly OrganizationId[]> {
    const rows = await this.#database.query<Row>(
      `SELECT organization_id FROM organizations
         CROSS JOIN LATERAL (SELECT max(at) AS at FROM decisions d
           WHERE d.organization_id = organizations.organization_id) AS ranked
       WHERE ranked.at >= $1 ORDER BY ranked.at DESC`,
      [since],
    );
    return rows.map(({ organization_id }) => organization_id);
  }

  async find(id: OrganizationId): Promise<Organization | undefined> {
    const row = await this.#database.one<Row>(
      'SELECT organization_id, name, created_at FROM organizations WHERE organization_id = $1',
      [id],
    );
    return row && fromRow(row);
  }

  rename(id: OrganizationId, name: string): Promise<boolean> {
    return this.#database.meets('UPDATE organizations SET name = $2 WHERE organization_id = $1 RETURNING 1', [
      id,
      name,
    ]);
  }

  async personas(id: OrganizationId): Promise<string | undefined> {
    const row = await this.#database.one<{ personas: string | null }>(
      'SELECT personas FROM organizations WHERE organization_id = $1',
      [id],
    );
    return row?.personas ?? undefined;
  }

  async setPersonas(id: OrganizationId, json: string | undefined): Promise<void> {
    await this.#changes.transaction(async (query, announce) => {
      await query('UPDATE organizations SET personas = $2 WHERE organization_id = $1', [id, json ?? null]);
      await announce(id, 'personas');
    });
  }

  async synonyms(id: OrganizationId): Promise<string | undefined> {
    const row = await this.#database.one<{ synonyms: string | null }>(
      'SELECT synonyms FROM organizations WHERE organization_id = $1',
      [id],
    );
    return row?.synonyms ?? undefined;
  }

  async setSynonyms(
    id: OrganizationId,
    json: string | undefined,
    expected: string | undefined,
  ): Promise<'stored' | 'lost'> {
    const outcome = await this.#changes.transaction(async (query, announce) => {
      const met = await query(
        `UPDATE organizations SET synonyms = $2
         WHERE organization_id = $1 AND synonyms IS NOT DISTINCT FROM $3 RETURNING 1`,
        [id, json ?? null, expected ?? null],
      );
      if (met.length === 0) return 'lost';
      await announce(id, 'synonyms');
      return 'stored';
    });
    return outcome;
  }
}
