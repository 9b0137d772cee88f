import { randomUUID } from 'node:crypto';
import { acceptInvitation, becomeFirstOwner, invite, type MemberRole } from '@decidable/contract/management';
import type { OrganizationId } from '../storage/ports.ts';
import type { RunningService } from './running-service.ts';
import { SignedInBrowser } from './signed-in-browser.ts';

export const PASSWORD = 'correct horse battery';

/** The first owner of a service, signed in: owner of the organizations that are there. */
export async function firstOwner(
  { service }: RunningService,
  email = 'owner@shop.example',
): Promise<SignedInBrowser> {
  const browser = new SignedInBrowser(service.address);
  const body = { email, password: PASSWORD, token: service.firstOwner };
  const answer = await browser.call(becomeFirstOwner, { body });
  if (answer.status !== 200) throw new Error(`The first owner was refused: ${answer.text}`);
  return browser;
}

/** Somebody who was invited by an owner, signed in. */
export async function newMember(
  { service }: RunningService,
  owner: SignedInBrowser,
  organizationId: OrganizationId,
  role: MemberRole,
  email = `${role}-${randomUUID()}@shop.example`,
): Promise<SignedInBrowser> {
  const params = { organizationId };
  const invited = await owner.call(invite, { params, body: { role } });
  if (invited.status !== 200) throw new Error(`The invitation was refused: ${invited.text}`);
  const browser = new SignedInBrowser(service.address);
  const { token } = invited.body as unknown as { readonly token: string };
  const answer = await browser.call(acceptInvitation, { body: { token, email, password: PASSWORD } });
  if (answer.status !== 200) throw new Error(`The member was refused: ${answer.text}`);
  return browser;
}
