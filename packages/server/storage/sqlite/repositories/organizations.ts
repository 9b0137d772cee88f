import type { DatabaseSync } from 'node:sqlite';
import type { Organization, OrganizationId, Organizations } from '../../ports.ts';
import { type Announcements, announcer } from '../change-feed.ts';
import type { Reader } from '../connection/reader.ts';
import type { WriteHandlers, Writer } from '../writer/store-writes.ts';

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

export class SqliteOrganizations implements Organizations {
  readonly #reader: Reader;
  readonly #writer: Writer;
  readonly #announcements: Announcements;

  constructor(reader: Reader, writer: Writer, announcements: Announcements) {
    this.#reader = reader;
    this.#writer = writer;
    this.#announcements = announcements;
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
    this.#announcements.look();
  }

  async create(organization: Organization): Promise<void> {
    await this.#writer.write('createOrganization', organization);
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

  async find(id: OrganizationId): Promise<Organization | undefined> {
    const row = this.#reader.get<Row>('SELECT * FROM organizations WHERE organization_id = ?', id);
    return row && fromRow(row);
  }
}

export function organizationWrites(
  database: DatabaseSync,
): Pick<WriteHandlers, 'createOrganization' | 'setPersonas'> {
  const announce = announcer(database);
  const update = database.prepare('UPDATE organizations SET personas = ? WHERE organization_id = ?');
  const insert = database.prepare(
    'INSERT INTO organizations (organization_id, name, created_at) VALUES (?, ?, ?)',
  );
  return {
    createOrganization({ id, name, createdAt }) {
      insert.run(id, name, createdAt);
      return null;
    },
    setPersonas({ id, json }) {
      update.run(json, id);
      // Whoever holds the catalogue holds what belongs to it, and reads both again.
      announce(id, 'catalogue');
      return null;
    },
  };
}
