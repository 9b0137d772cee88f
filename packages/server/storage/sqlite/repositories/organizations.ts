import type { DatabaseSync } from 'node:sqlite';
import type { Organization, OrganizationId, Organizations } from '../../ports.ts';
import { announcer, type SqliteChangeFeed } from '../change-feed.ts';
import type { Reader } from '../connection/reader.ts';
import type { Handlers, Writer } from '../writer/writer.ts';

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

export interface OrganizationWrites {
  createOrganization: { input: Organization; output: null };
  renameOrganization: { input: { readonly id: OrganizationId; readonly name: string }; output: boolean };
  setPersonas: { input: { readonly id: OrganizationId; readonly json: string | null }; output: null };
  setSynonyms: {
    input: { readonly id: OrganizationId; readonly json: string | null; readonly expected: string | null };
    output: 'stored' | 'lost';
  };
}

export class SqliteOrganizations implements Organizations {
  readonly #reader: Reader;
  readonly #writer: Writer<OrganizationWrites>;
  readonly #changes: SqliteChangeFeed;

  constructor(reader: Reader, writer: Writer<OrganizationWrites>, changes: SqliteChangeFeed) {
    this.#reader = reader;
    this.#writer = writer;
    this.#changes = changes;
  }

  async personas(id: OrganizationId): Promise<string | undefined> {
    const row = this.#reader.get<{ personas: string | null }>(
      'SELECT personas FROM organizations WHERE organization_id = ?',
      id,
    );
    return row?.personas ?? undefined;
  }

  async setPersonas(id: OrganizationId, json: string | undefined): Promise<void> {
    await this.#writer.write('setPersonas', { id, json: json ?? null });
    this.#changes.pollNow();
  }

  async synonyms(id: OrganizationId): Promise<string | undefined> {
    const row = this.#reader.get<{ synonyms: string | null }>(
      'SELECT synonyms FROM organizations WHERE organization_id = ?',
      id,
    );
    return row?.synonyms ?? undefined;
  }

  async setSynonyms(
    id: OrganizationId,
    json: string | undefined,
    expected: string | undefined,
  ): Promise<'stored' | 'lost'> {
    const outcome = await this.#writer.write('setSynonyms', {
      id,
      json: json ?? null,
      expected: expected ?? null,
    });
    this.#changes.pollNow();
    return outcome;
  }

  async create(organization: Organization): Promise<void> {
    await this.#writer.write('createOrganization', organization);
  }

  rename(id: OrganizationId, name: string): Promise<boolean> {
    return this.#writer.write('renameOrganization', { id, name });
  }

  async list(): Promise<readonly Organization[]> {
    const organizations: Organization[] = [];
    const rows = this.#reader.scan<Row>(
      'SELECT * FROM organizations WHERE organization_id > ? ORDER BY organization_id',
      [''],
      (row) => [row.organization_id],
    );
    for await (const row of rows) organizations.push(fromRow(row));
    return organizations.sort((a, b) => a.createdAt - b.createdAt);
  }

  async rankedSince(since: number): Promise<readonly OrganizationId[]> {
    const ranked: { readonly id: OrganizationId; readonly at: number }[] = [];
    const rows = this.#reader.scan<{ organization_id: OrganizationId; at: number | null }>(
      `SELECT organization_id,
         (SELECT max(at) FROM decisions WHERE decisions.organization_id = organizations.organization_id) AS at
       FROM organizations WHERE organization_id > ? ORDER BY organization_id`,
      [''],
      (row) => [row.organization_id],
    );
    for await (const { organization_id: id, at } of rows) {
      if (at !== null && at >= since) ranked.push({ id, at });
    }
    return ranked.sort((a, b) => b.at - a.at).map(({ id }) => id);
  }

  async find(id: OrganizationId): Promise<Organization | undefined> {
    const row = this.#reader.get<Row>('SELECT * FROM organizations WHERE organization_id = ?', id);
    return row && fromRow(row);
  }
}

export function organizationWrites(database: DatabaseSync): Handlers<OrganizationWrites> {
  const announce = announcer(database);
  const rename = database.prepare('UPDATE organizations SET name = ? WHERE organization_id = ?');
  const update = database.prepare('UPDATE organizations SET personas = ? WHERE organization_id = ?');
  const updateSynonyms = database.prepare(
    'UPDATE organizations SET synonyms = ? WHERE organization_id = ? AND synonyms IS ?',
  );
  const insert = database.prepare(
    'INSERT INTO organizations (organization_id, name, created_at) VALUES (?, ?, ?)',
  );
  return {
    createOrganization({ id, name, createdAt }) {
      insert.run(id, name, createdAt);
      return null;
    },
    renameOrganization: ({ id, name }) => rename.run(name, id).changes === 1,
    setPersonas({ id, json }) {
      if (update.run(json, id).changes > 0) announce(id, 'personas');
      return null;
    },
    setSynonyms({ id, json, expected }) {
      if (updateSynonyms.run(json, id, expected).changes === 0) return 'lost';
      announce(id, 'synonyms');
      return 'stored';
    },
  };
}
