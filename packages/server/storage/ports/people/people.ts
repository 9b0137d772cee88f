import type { OrganizationId } from '../identity.ts';

/** What a member of an organization may do: a viewer reads, an editor changes, an owner also decides who may. */
export type Role = 'owner' | 'editor' | 'viewer';

/** Somebody who signs in to the dashboard. Times are in ms since the epoch. */
export interface Person {
  readonly id: string;
  /** Unique; compared without regard to case. */
  readonly email: string;
  readonly name?: string;
  readonly passwordHash: string;
  readonly createdAt: number;
}

/** A person in an organization. */
export interface Membership {
  readonly organizationId: OrganizationId;
  readonly personId: string;
  readonly role: Role;
  readonly joinedAt: number;
}

/** A member as the others see them. */
export interface Member extends Membership {
  readonly email: string;
  readonly name?: string;
}

/** A link that lets whoever has it join an organization once. */
export interface Invitation {
  readonly organizationId: OrganizationId;
  readonly id: string;
  /** Lower-case hex SHA-256 of the token in the link. */
  readonly tokenHash: string;
  readonly role: Role;
  /** Whom it is meant for, as a note: whoever has the link may use it. */
  readonly email?: string;
  readonly createdAt: number;
  readonly expiresAt: number;
}

/** What became of a change of who owns an organization, which always has an owner. */
export type MembershipChange = 'changed' | 'missing' | 'last_owner';

/** People belong to no organization; what they may do in one is their membership. */
export interface People {
  count(): Promise<number>;
  /** With memberships, all or nothing. `taken`: another person has the address. */
  create(person: Person, memberships: readonly Omit<Membership, 'personId'>[]): Promise<'created' | 'taken'>;
  find(id: string): Promise<Person | undefined>;
  findByEmail(email: string): Promise<Person | undefined>;
  /** Oldest first. */
  list(): Promise<readonly Person[]>;
  /** Changes what is given. `missing`: there is no such person. */
  update(
    id: string,
    changes: Partial<Pick<Person, 'email' | 'name' | 'passwordHash'>>,
  ): Promise<'updated' | 'taken' | 'missing'>;
  /** The organizations of a person. */
  memberships(personId: string): Promise<readonly Membership[]>;
  membership(organizationId: OrganizationId, personId: string): Promise<Membership | undefined>;
  /** Oldest first. */
  members(organizationId: OrganizationId): Promise<readonly Member[]>;
  join(membership: Membership): Promise<void>;
  changeRole(organizationId: OrganizationId, personId: string, role: Role): Promise<MembershipChange>;
  leave(organizationId: OrganizationId, personId: string): Promise<MembershipChange>;
  invite(invitation: Invitation): Promise<void>;
  /** Oldest first, expired ones included. */
  invitations(organizationId: OrganizationId): Promise<readonly Invitation[]>;
  findInvitation(tokenHash: string): Promise<Invitation | undefined>;
  /** Whether there was one. */
  withdraw(organizationId: OrganizationId, invitationId: string): Promise<boolean>;
  /**
   * Uses an invitation up: the person joins with its role; a member keeps the role that they have.
   *
   * @returns the membership; `undefined` where nobody invites with this token, or no longer
   */
  accept(tokenHash: string, personId: string, now: number): Promise<Membership | undefined>;
  /**
   * The same for somebody new, who is created with the membership or not at all.
   *
   * @returns `taken` where another person has the address; the invitation stays
   */
  acceptAsNew(tokenHash: string, person: Person, now: number): Promise<Membership | 'taken' | undefined>;
}
