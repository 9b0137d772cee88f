import type { OrganizationId } from './identity.ts';

export type Role = 'owner' | 'editor' | 'viewer';

/** A person who signs in to the dashboard. */
export interface User {
  readonly organizationId: OrganizationId;
  readonly id: string;
  /** Unique over all organizations; compared without regard to case. */
  readonly email: string;
  readonly role: Role;
  readonly passwordHash: string;
  /** In ms since the epoch. */
  readonly createdAt: number;
}

export interface Users {
  create(user: User): Promise<void>;
  /** Oldest first. */
  list(organizationId: OrganizationId): Promise<readonly User[]>;
  /** For signing in, where the organization is not known yet. */
  findByEmail(email: string): Promise<User | undefined>;
}
