import type {
  Invitation,
  Member,
  Membership,
  MembershipChange,
  OrganizationId,
  Person,
  Role,
} from '../../ports.ts';
import {
  isErased,
  meets,
  NotUnique,
  type Reading,
  rowOf,
  rowsOf,
  type StatementWork,
  type Writing,
} from '../work.ts';

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

function* membershipOf(
  organizationId: OrganizationId,
  personId: string,
): StatementWork<Membership | undefined> {
  const row = yield* rowOf<MembershipRow>(
    'SELECT * FROM memberships WHERE organization_id = $1 AND person_id = $2',
    [organizationId, personId],
  );
  return row && toMembership(row);
}

export const reads = {
  *count(): Reading<number> {
    return (yield* rowOf<{ count: number }>('SELECT count(*) AS count FROM people'))?.count ?? 0;
  },

  *find(id: string): Reading<Person | undefined> {
    const row = yield* rowOf<PersonRow>('SELECT * FROM people WHERE person_id = $1', [id]);
    return row && toPerson(row);
  },

  *findByEmail(email: string): Reading<Person | undefined> {
    const row = yield* rowOf<PersonRow>('SELECT * FROM people WHERE email = $1', [stored(email)]);
    return row && toPerson(row);
  },

  *list(): Reading<readonly Person[]> {
    return (yield* rowsOf<PersonRow>('SELECT * FROM people ORDER BY created_at, person_id')).map(toPerson);
  },

  *memberships(personId: string): Reading<readonly Membership[]> {
    const text = 'SELECT * FROM memberships WHERE person_id = $1 ORDER BY organization_id';
    return (yield* rowsOf<MembershipRow>(text, [personId])).map(toMembership);
  },

  membership: (organizationId: OrganizationId, personId: string): Reading<Membership | undefined> =>
    membershipOf(organizationId, personId),

  *members(organizationId: OrganizationId): Reading<readonly Member[]> {
    const rows = yield* rowsOf<MembershipRow & Pick<PersonRow, 'email' | 'name'>>(
      `SELECT memberships.*, email, name FROM memberships JOIN people USING (person_id)
       WHERE organization_id = $1 ORDER BY joined_at, person_id`,
      [organizationId],
    );
    return rows.map((row) => ({
      ...toMembership(row),
      email: row.email,
      ...(row.name !== null && { name: row.name }),
    }));
  },

  *invitations(organizationId: OrganizationId): Reading<readonly Invitation[]> {
    const rows = yield* rowsOf<InvitationRow>(
      'SELECT * FROM invitations WHERE organization_id = $1 ORDER BY created_at, invitation_id',
      [organizationId],
    );
    return rows.map(toInvitation);
  },

  *findInvitation(tokenHash: string): Reading<Invitation | undefined> {
    const row = yield* rowOf<InvitationRow>('SELECT * FROM invitations WHERE token_hash = $1', [tokenHash]);
    return row && toInvitation(row);
  },
};

/** @returns false where another person has the address */
const insertPerson = ({ id, email, name, passwordHash, createdAt }: Person): Writing<boolean> =>
  meets(
    `INSERT INTO people (person_id, email, name, password_hash, created_at) VALUES ($1, $2, $3, $4, $5)
     ON CONFLICT (email) DO NOTHING RETURNING 1`,
    [id, stored(email), name ?? null, passwordHash, createdAt],
  );

function* insertMember({ organizationId, personId, role, joinedAt }: Membership): Writing<void> {
  if (yield* isErased(organizationId)) return;
  yield* rowsOf(
    `INSERT INTO memberships (organization_id, person_id, role, joined_at) VALUES ($1, $2, $3, $4)
     ON CONFLICT DO NOTHING`,
    [organizationId, personId, role, joinedAt],
  );
}

/** Without a role the member leaves. */
function* changeMember(
  organizationId: OrganizationId,
  personId: string,
  role: Role | undefined,
): Writing<MembershipChange> {
  // All owners are locked, so that two who leave at once do not leave none.
  const members = yield* rowsOf<MembershipRow>(
    `SELECT * FROM memberships WHERE organization_id = $1 AND (role = 'owner' OR person_id = $2)
     ORDER BY person_id FOR UPDATE`,
    [organizationId, personId],
  );
  const before = members.find(({ person_id }) => person_id === personId);
  if (before === undefined) return 'missing';
  const owners = members.filter((member) => member.role === 'owner').length;
  if (before.role === 'owner' && role !== 'owner' && owners === 1) return 'last_owner';
  const member = [organizationId, personId];
  const where = 'WHERE organization_id = $1 AND person_id = $2';
  if (role === undefined) yield* rowsOf(`DELETE FROM memberships ${where}`, member);
  else yield* rowsOf(`UPDATE memberships SET role = $3 ${where}`, [...member, role]);
  return 'changed';
}

function* joined(
  { organization_id: organizationId, role }: InvitationRow,
  personId: string,
  now: number,
): Writing<Membership | undefined> {
  yield* insertMember({ organizationId, personId, role, joinedAt: now });
  return yield* membershipOf(organizationId, personId);
}

export const writes = {
  *create(
    person: Person,
    memberships: readonly Omit<Membership, 'personId'>[],
  ): Writing<'created' | 'taken'> {
    if (!(yield* insertPerson(person))) return 'taken';
    for (const membership of memberships) yield* insertMember({ ...membership, personId: person.id });
    return 'created';
  },

  *update(
    id: string,
    { email, name, passwordHash }: Partial<Pick<Person, 'email' | 'name' | 'passwordHash'>>,
  ): Writing<'updated' | 'taken' | 'missing'> {
    try {
      const isThere = yield* meets(
        `UPDATE people SET email = COALESCE($2, email), name = COALESCE($3, name),
           password_hash = COALESCE($4, password_hash) WHERE person_id = $1 RETURNING 1`,
        [id, email === undefined ? null : stored(email), name ?? null, passwordHash ?? null],
      );
      return isThere ? 'updated' : 'missing';
    } catch (error) {
      if (error instanceof NotUnique) return 'taken';
      throw error;
    }
  },

  join: insertMember,

  changeRole: (organizationId: OrganizationId, personId: string, role: Role): Writing<MembershipChange> =>
    changeMember(organizationId, personId, role),

  leave: (organizationId: OrganizationId, personId: string): Writing<MembershipChange> =>
    changeMember(organizationId, personId, undefined),

  *invite(invitation: Invitation): Writing<void> {
    const { organizationId, id, tokenHash, role, email = null, createdAt, expiresAt } = invitation;
    if (yield* isErased(organizationId)) return;
    yield* rowsOf(
      `INSERT INTO invitations (organization_id, invitation_id, token_hash, role, email, created_at, expires_at)
       VALUES ($1, $2, $3, $4, $5, $6, $7)`,
      [organizationId, id, tokenHash, role, email, createdAt, expiresAt],
    );
  },

  withdraw: (organizationId: OrganizationId, id: string): Writing<boolean> =>
    meets('DELETE FROM invitations WHERE organization_id = $1 AND invitation_id = $2 RETURNING 1', [
      organizationId,
      id,
    ]),

  *accept(tokenHash: string, personId: string, now: number): Writing<Membership | undefined> {
    const row = yield* rowOf<InvitationRow>(
      `DELETE FROM invitations WHERE token_hash = $1 AND expires_at > $2
         AND EXISTS (SELECT 1 FROM people WHERE person_id = $3) RETURNING *`,
      [tokenHash, now, personId],
    );
    return row && (yield* joined(row, personId, now));
  },

  *acceptAsNew(tokenHash: string, person: Person, now: number): Writing<Membership | 'taken' | undefined> {
    // The invitation is locked before the address, by all who accept it.
    const row = yield* rowOf<InvitationRow>(
      'SELECT * FROM invitations WHERE token_hash = $1 AND expires_at > $2 FOR UPDATE',
      [tokenHash, now],
    );
    if (row === undefined) return undefined;
    if (!(yield* insertPerson(person))) return 'taken';
    yield* rowsOf('DELETE FROM invitations WHERE token_hash = $1', [tokenHash]);
    return yield* joined(row, person.id, now);
  },
};
