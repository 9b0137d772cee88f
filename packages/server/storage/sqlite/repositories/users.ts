import type { DatabaseSync } from 'node:sqlite';
import type { OrganizationId, Role, User, Users } from '../../ports.ts';
import type { Reader } from '../connection/reader.ts';
import type { Handlers, Writer } from '../writer/writer.ts';

interface Row {
  readonly organization_id: OrganizationId;
  readonly user_id: string;
  readonly email: string;
  readonly role: Role;
  readonly password_hash: string;
  readonly created_at: number;
}

const fromRow = (row: Row): User => ({
  organizationId: row.organization_id,
  id: row.user_id,
  email: row.email,
  role: row.role,
  passwordHash: row.password_hash,
  createdAt: row.created_at,
});

export interface UserWrites {
  createUser: { input: User; output: null };
}

export class SqliteUsers implements Users {
  readonly #reader: Reader;
  readonly #writer: Writer<UserWrites>;

  constructor(reader: Reader, writer: Writer<UserWrites>) {
    this.#reader = reader;
    this.#writer = writer;
  }

  async create(user: User): Promise<void> {
    await this.#writer.write('createUser', { ...user, email: user.email.toLowerCase() });
  }

  async list(organizationId: OrganizationId): Promise<readonly User[]> {
    return this.#reader
      .all<Row>('SELECT * FROM users WHERE organization_id = ? ORDER BY created_at', organizationId)
      .map(fromRow);
  }

  async findByEmail(email: string): Promise<User | undefined> {
    const row = this.#reader.get<Row>('SELECT * FROM users WHERE email = ?', email.toLowerCase());
    return row && fromRow(row);
  }
}

export function userWrites(database: DatabaseSync): Handlers<UserWrites> {
  const insert = database.prepare(
    `INSERT INTO users (organization_id, user_id, email, role, password_hash, created_at)
     VALUES (?, ?, ?, ?, ?, ?)`,
  );
  return {
    createUser({ organizationId, id, email, role, passwordHash, createdAt }) {
      insert.run(organizationId, id, email, role, passwordHash, createdAt);
      return null;
    },
  };
}
