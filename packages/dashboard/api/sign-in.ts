import type { MemberRole } from '@decidable/contract/management';
import { computed, signal } from '@preact/signals';
import { credentials } from './request.ts';
import { forgetAnswers } from './use-call.ts';

/** An organization of the person who is signed in. */
export interface Membership {
  readonly organizationId: string;
  readonly name: string;
  readonly role: MemberRole;
}

/** The person who is signed in, as the service tells. */
export interface Me {
  readonly person: { readonly id: string; readonly email: string; readonly name?: string };
  readonly csrfToken: string;
  readonly organizations: readonly Membership[];
}

/** `asking`: not known yet. */
export type SignIn =
  | { readonly state: 'asking' }
  | { readonly state: 'out' }
  | { readonly state: 'in'; readonly me: Me };

const REMEMBERED = 'decidable.organization';

export const signIn = signal<SignIn>({ state: 'asking' });

/** The organization that was asked for: by the address, or chosen before. */
const wanted = signal(
  new URLSearchParams(location.search).get('org') ?? localStorage.getItem(REMEMBERED) ?? undefined,
);

/** The organization that pages are about; undefined for somebody who is a member of none. */
export const organization = computed((): Membership | undefined => {
  if (signIn.value.state !== 'in') return undefined;
  const { organizations } = signIn.value.me;
  return organizations.find(({ organizationId }) => organizationId === wanted.value) ?? organizations[0];
});

const ranks: Readonly<Record<MemberRole, number>> = { viewer: 0, editor: 1, owner: 2 };

/** Whether the person may do what needs this role, in the organization that is shown. The service decides again. */
export const may = (role: MemberRole): boolean =>
  organization.value !== undefined && ranks[organization.value.role] >= ranks[role];

export function chooseOrganization(organizationId: string): void {
  localStorage.setItem(REMEMBERED, organizationId);
  wanted.value = organizationId;
  credentials.organizationId = organization.value?.organizationId ?? '';
}

/** Keeps what the service told of a person who has signed in. */
export function signedIn(me: Me): void {
  credentials.csrfToken = me.csrfToken;
  signIn.value = { state: 'in', me };
  credentials.organizationId = organization.value?.organizationId ?? '';
}

/** Forgets the person and everything that they saw. */
export function signedOut(): void {
  credentials.csrfToken = '';
  credentials.organizationId = '';
  forgetAnswers();
  signIn.value = { state: 'out' };
}
credentials.ended = signedOut;

/** Asks the service who is signed in, when the dashboard is opened. */
export async function resume(): Promise<void> {
  const response = await fetch('/management/v1/me');
  if (response.ok) signedIn((await response.json()) as Me);
  else signedOut();
}
