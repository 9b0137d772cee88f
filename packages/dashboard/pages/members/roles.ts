import type { MemberRole } from '@decidable/contract/management';

/** What each role may do, from least to most. */
export const roles: readonly (readonly [MemberRole, string, string])[] = [
  ['viewer', 'Viewer', 'reads everything but secrets'],
  ['editor', 'Editor', 'also grades, imports catalogues, and creates and revokes keys'],
  ['owner', 'Owner', 'also invites, changes roles, renames and deletes the organization'],
];
