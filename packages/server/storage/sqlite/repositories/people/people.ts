import type { DatabaseSync } from 'node:sqlite';
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
import type { Reader } from '../../connection/reader.ts';
import type { Handlers, Writer } from '../../writer/writer.ts';

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

interface MemberOf {
  readonly organizationId: OrganizationId;
  readonly personId: string;
}

export interface PeopleWrites {
  createPerson: {
    input: { readonly person: Person; readonly memberships: readonly Omit<Membership, 'personId'>[] };
    output: 'created' | 'taken';
  };
  updatePerson: {
    input: { readonly id: string; readonly changes: Parameters<People['update']>[1] };
    output: 'updated' | 'taken' | 'missing';
  };
  join: { input: Membership; output: null };
  /** Without a role the member leaves. */
  changeMember: { input: MemberOf & { readonly role?: Role }; output: MembershipChange };
  invite: { input: Invitation; output: null };
  withdraw: { input: { readonly organizationId: OrganizationId; readonly id: string }; output: boolean };
  accept: {
    input: { readonly tokenHash: string; readonly personId: string; readonly now: number };
    output: Membership | null;
  };
  acceptAsNew: {
    input: { readonly tokenHash: string; readonly person: Person; readonly now: number };
    output: Membership | 'taken' | null;
  };
}

export class SqlitePeople implements People {
  readonly #reader: Reader;
  readonly #writer: Writer<PeopleWrites>;

  constructor(reader: Reader, writer: Writer<PeopleWrites>) {
    this.#reader = reader;
    this.#writer = writer;
  }

  async count(): Promise<number> {
    return this.#reader.get<{ count: number }>('SELECT COUNT(*) AS count FROM people')!.count;
  }

  create(person: Person, memberships: readonly Omit<Membership, 'personId'>[]): Promise<'created' | 'taken'> {
    return this.#writer.write('createPerson', { person, memberships });
  }

  async find(id: string): Promise<Person | undefined> {
    const row = this.#reader.get<PersonRow>('SELECT * FROM people WHERE person_id = ?', id);
    return row && toPerson(row);
  }

  async findByEmail(email: string): Promise<Person | undefined> {
    const row = this.#reader.get<PersonRow>('SELECT * FROM people WHERE email = ?', stored(email));
    return row && toPerson(row);
  }

  async list(): Promise<readonly Person[]> {
    return this.#reader.all<PersonRow>('SELECT * FROM people ORDER BY created_at, person_id').map(toPerson);
  }

  update(id: string, changes: Parameters<People['update']>[1]): Promise<'updated' | 'taken' | 'missing'> {
    return this.#writer.write('updatePerson', { id, changes });
  }

  async memberships(personId: string): Promise<readonly Membership[]> {
    return this.#reader
      .all<MembershipRow>('SELECT * FROM memberships WHERE person_id = ? ORDER BY organization_id', personId)
      .map(toMembership);
  }

  async membership(organizationId: OrganizationId, personId: string): Promise<Membership | undefined> {
    const row = this.#reader.get<MembershipRow>(
      'SELECT * FROM memberships WHERE organization_id = ? AND person_id = ?',
      organizationId,
      personId,
    );
    return row && toMembership(row);
  }

  async members(organizationId: OrganizationId): Promise<readonly Member[]> {
    return this.#reader
      .all<MembershipRow & Pick<PersonRow, 'email' | 'name'>>(
        `SELECT memberships.*, email, name FROM memberships JOIN people USING (person_id)
         WHERE organization_id = ? ORDER BY joined_at, person_id`,
        organizationId,
      )
      .map((row) => ({
        ...toMembership(row),
        email: row.email,
        ...(row.name !== null && { name: row.name }),
      }));
  }

  async join(membership: Membership): Promise<void> {
    await this.#writer.write('join', membership);
  }

  changeRole(organizationId: OrganizationId, personId: string, role: Role): Promise<MembershipChange> {
    return this.#writer.write('changeMember', { organizationId, personId, role });
  }

  leave(organizationId: OrganizationId, personId: string): Promise<MembershipChange> {
    return this.#writer.write('changeMember', { organizationId, personId });
  }

  async invite(invitation: Invitation): Promise<void> {
    await this.#writer.write('invite', invitation);
  }

  async invitations(organizationId: OrganizationId): Promise<readonly Invitation[]> {
    return this.#reader
      .all<InvitationRow>(
        'SELECT * FROM invitations WHERE organization_id = ? ORDER BY created_at, invitation_id',
        organizationId,
      )
      .map(toInvitation);
  }

  async findInvitation(tokenHash: string): Promise<Invitation | undefined> {
    const row = this.#reader.get<InvitationRow>('SELECT * FROM invitations WHERE token_hash = ?', tokenHash);
    return row && toInvitation(row);
  }

  withdraw(organizationId: OrganizationId, id: string): Promise<boolean> {
    return this.#writer.write('withdraw', { organizationId, id });
  }

  async accept(tokenHash: string, personId: string, now: number): Promise<Membership | undefined> {
    return (await this.#writer.write('accept', { tokenHash, personId, now })) ?? undefined;
  }

  async acceptAsNew(
    tokenHash: string,
    person: Person,
    now: number,
  ): Promise<Membership | 'taken' | undefined> {
    return (await this.#writer.write('acceptAsNew', { tokenHash, person, now })) ?? undefined;
  }
}

export function peopleWrites(database: DatabaseSync): Handlers<PeopleWrites> {
  const insert = database.prepare(
    `INSERT INTO people (person_id, email, name, password_hash, created_at) VALUES (?, ?, ?, ?, ?)
     ON CONFLICT (email) DO NOTHING`,
  );
  const find = database.prepare('SELECT * FROM people WHERE person_id = ?');
  const holderOf = database.prepare('SELECT person_id FROM people WHERE email = ?');
  const update = database.prepare(
    'UPDATE people SET email = ?, name = ?, password_hash = ? WHERE person_id = ?',
  );
  const insertMember = database.prepare(
    `INSERT INTO memberships (organization_id, person_id, role, joined_at) VALUES (?, ?, ?, ?)
     ON CONFLICT DO NOTHING`,
  );
  const member = database.prepare('SELECT * FROM memberships WHERE organization_id = ? AND person_id = ?');
  const owners = database.prepare(
    "SELECT COUNT(*) AS count FROM memberships WHERE organization_id = ? AND role = 'owner'",
  );
  const setRole = database.prepare(
    'UPDATE memberships SET role = ? WHERE organization_id = ? AND person_id = ?',
  );
  const remove = database.prepare('DELETE FROM memberships WHERE organization_id = ? AND person_id = ?');
  const insertInvitation = database.prepare(
    `INSERT INTO invitations (organization_id, invitation_id, token_hash, role, email, created_at, expires_at)
     VALUES (?, ?, ?, ?, ?, ?, ?)`,
  );
  const removeInvitation = database.prepare(
    'DELETE FROM invitations WHERE organization_id = ? AND invitation_id = ?',
  );
  const invitationOf = database.prepare('SELECT * FROM invitations WHERE token_hash = ?');
  const create = ({ id, email, name, passwordHash, createdAt }: Person): boolean =>
    insert.run(id, stored(email), name ?? null, passwordHash, createdAt).changes === 1;
  const goodInvitation = (tokenHash: string, now: number): InvitationRow | undefined => {
    const row = invitationOf.get(tokenHash) as InvitationRow | undefined;
    return row === undefined || row.expires_at <= now ? undefined : row;
  };
  const useUp = (
    { organization_id: organizationId, invitation_id, role }: InvitationRow,
    personId: string,
    now: number,
  ): Membership => {
    removeInvitation.run(organizationId, invitation_id);
    insertMember.run(organizationId, personId, role, now);
    return toMembership(member.get(organizationId, personId) as unknown as MembershipRow);
  };
  return {
    createPerson({ person, memberships }) {
      if (!create(person)) return 'taken';
      for (const { organizationId, role, joinedAt } of memberships)
        insertMember.run(organizationId, person.id, role, joinedAt);
      return 'created';
    },
    updatePerson({ id, changes }) {
      const row = find.get(id) as PersonRow | undefined;
      if (row === undefined) return 'missing';
      const email = changes.email === undefined ? row.email : stored(changes.email);
      const holder = holderOf.get(email) as Pick<PersonRow, 'person_id'> | undefined;
      if (holder !== undefined && holder.person_id !== id) return 'taken';
      update.run(email, changes.name ?? row.name, changes.passwordHash ?? row.password_hash, id);
      return 'updated';
    },
    join({ organizationId, personId, role, joinedAt }) {
      insertMember.run(organizationId, personId, role, joinedAt);
      return null;
    },
    changeMember({ organizationId, personId, role }) {
      const row = member.get(organizationId, personId) as MembershipRow | undefined;
      if (row === undefined) return 'missing';
      const { count } = owners.get(organizationId) as { count: number };
      if (row.role === 'owner' && role !== 'owner' && count === 1) return 'last_owner';
      if (role === undefined) remove.run(organizationId, personId);
      else setRole.run(role, organizationId, personId);
      return 'changed';
    },
    invite({ organizationId, id, tokenHash, role, email, createdAt, expiresAt }) {
      insertInvitation.run(organizationId, id, tokenHash, role, email ?? null, createdAt, expiresAt);
      return null;
    },
    withdraw({ organizationId, id }) {
      return removeInvitation.run(organizationId, id).changes === 1;
    },
    accept({ tokenHash, personId, now }) {
      const row = goodInvitation(tokenHash, now);
      return row === undefined || find.get(personId) === undefined ? null : useUp(row, personId, now);
    },
    acceptAsNew({ tokenHash, person, now }) {
      const row = goodInvitation(tokenHash, now);
      if (row === undefined) return null;
      return create(person) ? useUp(row, person.id, now) : 'taken';
    },
  };
}
