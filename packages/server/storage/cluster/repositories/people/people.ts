import type {
  Invitation,
  Member,
  Membership,
  MembershipChange,
  OrganizationId,
  People,
  Person,
  Role,
} from '../../../ports.ts';
import type { Database, Query } from '../../connection/database.ts';
import { sqlState, UNIQUE_VIOLATION } from '../../connection/store-errors.ts';
import { isErased } from '../../erasure/erased-organizations.ts';

interface PersonRow {
  readonly person_id: string;
  readonly email: string;
  readonly name: string | null;
  readonly password_hash: string;
  readonly created_at: number;
}

interface MembershipRow {
  readonly organization_id: OrganizationId;
  readonly person_id: string;
  readonly role: Role;
  readonly joined_at: number;
}

interface InvitationRow {
  readonly organization_id: OrganizationId;
  readonly invitation_id: string;
  readonly token_hash: string;
  readonly role: Role;
  readonly email: string | null;
  readonly created_at: number;
  readonly expires_at: number;
}

const toPerson = ({ person_id, email, name, password_hash, created_at }: PersonRow): Person => ({
  id: person_id,
  email,
  ...(name !== null && { name }),
  passwordHash: password_hash,
  createdAt: created_at,
});

const toMembership = ({ organization_id, person_id, role, joined_at }: MembershipRow): Membership => ({
  organizationId: organization_id,
  personId: person_id,
  role,
  joinedAt: joined_at,
});

const toInvitation = (row: InvitationRow): Invitation => ({
  organizationId: row.organization_id,
  id: row.invitation_id,
  tokenHash: row.token_hash,
  role: row.role,
  ...(row.email !== null && { email: row.email }),
  createdAt: row.created_at,
  expiresAt: row.expires_at,
});

/** Addresses are compared without regard to case, so they are stored in one. */
const stored = (email: string): string => email.normalize().toLowerCase();

async function insertMember(
  query: Query,
  { organizationId, personId, role, joinedAt }: Membership,
): Promise<void> {
  if (await isErased(query, organizationId)) return;
  await query(
    `INSERT INTO memberships (organization_id, person_id, role, joined_at) VALUES ($1, $2, $3, $4)
     ON CONFLICT DO NOTHING`,
    [organizationId, personId, role, joinedAt],
  );
}

/** @returns false where another person has the address */
async function insertPerson(
  query: Query,
  { id, email, name, passwordHash, createdAt }: Person,
): Promise<boolean> {
  const created = await query(
    `INSERT INTO people (person_id, email, name, password_hash, created_at) VALUES ($1, $2, $3, $4, $5)
     ON CONFLICT (email) DO NOTHING RETURNING 1`,
    [id, stored(email), name ?? null, passwordHash, createdAt],
  );
  return created.length > 0;
}

export class ClusterPeople implements People {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  async count(): Promise<number> {
    return (await this.#database.one<{ count: number }>('SELECT count(*) AS count FROM people'))?.count ?? 0;
  }

  create(person: Person, memberships: readonly Omit<Membership, 'personId'>[]): Promise<'created' | 'taken'> {
    return this.#database.transaction(async (query) => {
      if (!(await insertPerson(query, person))) return 'taken';
      for (const membership of memberships) await insertMember(query, { ...membership, personId: person.id });
      return 'created';
    });
  }

  async find(id: string): Promise<Person | undefined> {
    const row = await this.#database.one<PersonRow>('SELECT * FROM people WHERE person_id = $1', [id]);
    return row && toPerson(row);
  }

  async findByEmail(email: string): Promise<Person | undefined> {
    const row = await this.#database.one<PersonRow>('SELECT * FROM people WHERE email = $1', [stored(email)]);
    return row && toPerson(row);
  }

  async list(): Promise<readonly Person[]> {
    return (await this.#database.query<PersonRow>('SELECT * FROM people ORDER BY created_at, person_id')).map(
      toPerson,
    );
  }

  async update(
    id: string,
    changes: Parameters<People['update']>[1],
  ): Promise<'updated' | 'taken' | 'missing'> {
    const { email, name, passwordHash } = changes;
    try {
      const isThere = await this.#database.meets(
        `UPDATE people SET email = COALESCE($2, email), name = COALESCE($3, name),
           password_hash = COALESCE($4, password_hash) WHERE person_id = $1 RETURNING 1`,
        [id, email === undefined ? null : stored(email), name ?? null, passwordHash ?? null],
      );
      return isThere ? 'updated' : 'missing';
    } catch (error) {
      if (sqlState(error) === UNIQUE_VIOLATION) return 'taken';
      throw error;
    }
  }

  async memberships(personId: string): Promise<readonly Membership[]> {
    const rows = await this.#database.query<MembershipRow>(
      'SELECT * FROM memberships WHERE person_id = $1 ORDER BY organization_id',
      [personId],
    );
    return rows.map(toMembership);
  }

  async membership(organizationId: OrganizationId, personId: string): Promise<Membership | undefined> {
    return membershipOf(this.#database.query, organizationId, personId);
  }

  async members(organizationId: OrganizationId): Promise<readonly Member[]> {
    const rows = await this.#database.query<MembershipRow & Pick<PersonRow, 'email' | 'name'>>(
      `SELECT memberships.*, email, name FROM memberships JOIN people USING (person_id)
       WHERE organization_id = $1 ORDER BY joined_at, person_id`,
      [organizationId],
    );
    return rows.map((row) => ({
      ...toMembership(row),
      email: row.email,
      ...(row.name !== null && { name: row.name }),
    }));
  }

  join(membership: Membership): Promise<void> {
    return this.#database.transaction((query) => insertMember(query, membership));
  }

  changeRole(organizationId: OrganizationId, personId: string, role: Role): Promise<MembershipChange> {
    return this.#changeMember(organizationId, personId, role);
  }

  leave(organizationId: OrganizationId, personId: string): Promise<MembershipChange> {
    return this.#changeMember(organizationId, personId, undefined);
  }

  /** Without a role the member leaves. */
  #changeMember(
    organizationId: OrganizationId,
    personId: string,
    role: Role | undefined,
  ): Promise<MembershipChange> {
    return this.#database.transaction(async (query) => {
      // All owners are locked, so that two who leave at once do not leave none.
      const members = await query<MembershipRow>(
        `SELECT * FROM memberships WHERE organization_id = $1 AND (role = 'owner' OR person_id = $2)
         ORDER BY person_id FOR UPDATE`,
        [organizationId, personId],
      );
      const before = members.find(({ person_id }) => person_id === personId);
      if (before === undefined) return 'missing';
      const owners = members.filter((member) => member.role === 'owner').length;
      if (before.role === 'owner' && role !== 'owner' && owners === 1) return 'last_owner';
      if (role === undefined) {
        await query('DELETE FROM memberships WHERE organization_id = $1 AND person_id = $2', [
          organizationId,
          personId,
        ]);
      } else {
        await query('UPDATE memberships SET role = $3 WHERE organization_id = $1 AND person_id = $2', [
          organizationId,
          personId,
          role,
        ]);
      }
      return 'changed';
    });
  }

  async invite({
    organizationId,
    id,
    tokenHash,
    role,
    email,
    createdAt,
    expiresAt,
  }: Invitation): Promise<void> {
    await this.#database.transaction(async (query) => {
      if (await isErased(query, organizationId)) return;
      await query(
        `INSERT INTO invitations (organization_id, invitation_id, token_hash, role, email, created_at, expires_at)
         VALUES ($1, $2, $3, $4, $5, $6, $7)`,
        [organizationId, id, tokenHash, role, email ?? null, createdAt, expiresAt],
      );
    });
  }

  async invitations(organizationId: OrganizationId): Promise<readonly Invitation[]> {
    const rows = await this.#database.query<InvitationRow>(
      'SELECT * FROM invitations WHERE organization_id = $1 ORDER BY created_at, invitation_id',
      [organizationId],
    );
    return rows.map(toInvitation);
  }

  async findInvitation(tokenHash: string): Promise<Invitation | undefined> {
    const row = await this.#database.one<InvitationRow>('SELECT * FROM invitations WHERE token_hash = $1', [
      tokenHash,
    ]);
    return row && toInvitation(row);
  }

  withdraw(organizationId: OrganizationId, invitationId: string): Promise<boolean> {
    return this.#database.meets(
      'DELETE FROM invitations WHERE organization_id = $1 AND invitation_id = $2 RETURNING 1',
      [organizationId, invitationId],
    );
  }

  accept(tokenHash: string, personId: string, now: number): Promise<Membership | undefined> {
    return this.#database.transaction(async (query) => {
      const [row] = await query<InvitationRow>(
        `DELETE FROM invitations WHERE token_hash = $1 AND expires_at > $2
           AND EXISTS (SELECT 1 FROM people WHERE person_id = $3) RETURNING *`,
        [tokenHash, now, personId],
      );
      if (row === undefined) return undefined;
      return joined(query, row, personId, now);
    });
  }

  acceptAsNew(tokenHash: string, person: Person, now: number): Promise<Membership | 'taken' | undefined> {
    return this.#database.transaction(async (query) => {
      // The invitation is locked before the address, by all who accept it.
      const [row] = await query<InvitationRow>(
        'SELECT * FROM invitations WHERE token_hash = $1 AND expires_at > $2 FOR UPDATE',
        [tokenHash, now],
      );
      if (row === undefined) return undefined;
      if (!(await insertPerson(query, person))) return 'taken';
      await query('DELETE FROM invitations WHERE token_hash = $1', [tokenHash]);
      return joined(query, row, person.id, now);
    });
  }
}

async function joined(
  query: Query,
  { organization_id: organizationId, role }: InvitationRow,
  personId: string,
  now: number,
): Promise<Membership | undefined> {
  await insertMember(query, { organizationId, personId, role, joinedAt: now });
  return membershipOf(query, organizationId, personId);
}

async function membershipOf(
  query: Query,
  organizationId: OrganizationId,
  personId: string,
): Promise<Membership | undefined> {
  const [row] = await query<MembershipRow>(
    'SELECT * FROM memberships WHERE organization_id = $1 AND person_id = $2',
    [organizationId, personId],
  );
  return row && toMembership(row);
}
