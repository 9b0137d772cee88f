import type { Me, MemberRole } from '@decidable/contract/management';
import { computed, signal } from '@preact/signals';
import { call } from './call.ts';
import { readMe, renewSignIn, signOut } from './operations.generated.ts';
import { credentials, send } from './request.ts';
import type { Failure, Result } from './result.ts';
import { forgetAnswers } from './use-call.ts';

/** An organization of the person who is signed in. */
export type Membership = Me['organizations'][number];

/** `asking`: not known yet. */
export type SignIn =
  | { readonly state: 'asking' }
  | { readonly state: 'out' }
  | { readonly state: 'in'; readonly me: Me }
  | { readonly state: 'unreachable'; readonly error: Failure };

/** The organization that was chosen last, in this browser. */
const CHOSEN = 'decidable.organization';
/** Set while somebody is signed in: without it nobody asks the service who it is. */
const SIGNED_IN = 'decidable.signed-in';

export const signIn = signal<SignIn>({ state: 'asking' });

/** The organization that was asked for: by the address, or chosen before. */
const wanted = signal(new URLSearchParams(location.search).get('org') ?? localStorage.getItem(CHOSEN));

/** The organization that pages are about; undefined for somebody who is a member of none. */
export const organization = computed((): Membership | undefined => {
  if (signIn.value.state !== 'in') return undefined;
  const { organizations } = signIn.value.me;
  return organizations.find(({ id }) => id === wanted.value) ?? organizations[0];
});

const ranks: Readonly<Record<MemberRole, number>> = { viewer: 0, editor: 1, owner: 2 };

/** Whether the person may do what needs this role, in the organization that is shown. The service decides again. */
export const may = (role: MemberRole): boolean =>
  organization.value !== undefined && ranks[organization.value.role] >= ranks[role];

export function chooseOrganization(id: string): void {
  localStorage.setItem(CHOSEN, id);
  wanted.value = id;
  credentials.organizationId = organization.value?.id ?? '';
}

/** Keeps what the service told of the person who is signed in. */
export function signedIn(me: Me): void {
  localStorage.setItem(SIGNED_IN, '1');
  credentials.csrfToken = me.csrfToken;
  signIn.value = { state: 'in', me };
  credentials.organizationId = organization.value?.id ?? '';
}

/** Forgets the person and everything that they saw. */
export function signedOut(): void {
  localStorage.removeItem(SIGNED_IN);
  credentials.csrfToken = '';
  credentials.organizationId = '';
  forgetAnswers();
  signIn.value = { state: 'out' };
}

/** Ends this sign-in, or all of the person. */
export async function leave(everywhere = false): Promise<Result<unknown>> {
  const answer = await call(signOut, { body: { everywhere } });
  if (answer.ok) signedOut();
  return answer;
}

/** Asks the service who is signed in, when the dashboard is opened. */
export async function resume(): Promise<void> {
  if (localStorage.getItem(SIGNED_IN) === null) {
    signedOut();
    return;
  }
  const answer = await call(readMe);
  if (answer.ok) signedIn(answer.data);
  else if (answer.error.status === 401) signedOut();
  else signIn.value = { state: 'unreachable', error: answer.error };
}

/** Asks again after organizations or the name have changed. */
export async function reloadMe(): Promise<void> {
  const answer = await call(readMe);
  if (answer.ok) signedIn(answer.data);
}

credentials.ended = signedOut;
credentials.refresh = async () => {
  const sent = await send(renewSignIn, {}, undefined, false);
  if (!sent.ok) return sent;
  const me = (await sent.data.json()) as Me;
  // Only the token: a new person object would draw the page anew under whoever works in it.
  credentials.csrfToken = me.csrfToken;
  return sent;
};
