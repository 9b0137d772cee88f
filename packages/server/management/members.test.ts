import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import {
  acceptInvitation,
  changeMember,
  createOrganization,
  invite,
  joinByInvitation,
  leaveOrganization,
  listAuditLog,
  listInvitations,
  listMembers,
  readInvitation,
  readMe,
  readOrganization,
  removeMember,
  renameOrganization,
  withdrawInvitation,
} from '@decidable/contract/management';
import { MOST_INVITATIONS } from '../people/index.ts';
import { RunningService } from '../testing/running-service.ts';
import { firstOwner, newMember, PASSWORD } from '../testing/shop-people.ts';
import { SignedInBrowser } from '../testing/signed-in-browser.ts';

let service: RunningService;
let owner: SignedInBrowser;
let params: { organizationId: typeof service.key.organizationId };
const browser = () => new SignedInBrowser(service.service.address);
const invited = async (body: object) => (await owner.call(invite, { params, body })).body;
const personOf = async (member: SignedInBrowser) => String((await member.call(readMe)).body.person.id);

before(async () => {
  service = await RunningService.start();
  owner = await firstOwner(service);
  params = { organizationId: service.key.organizationId };
});
after(() => service.close());

describe('an invitation', () => {
  test('makes a new person a member with its role, once', async () => {
    const { token, path, invitation } = await invited({ role: 'editor', email: 'Eve@Shop.example' });
    assert.equal(String(path), `/invitation#${String(token)}`);
    const eve = browser();
    const read = await eve.call(readInvitation, { body: { token } });
    assert.equal(read.status, 200, read.text);
    assert.deepEqual(read.body.organization, { id: params.organizationId, name: 'Test' });
    assert.deepEqual([read.body.role, read.body.email], ['editor', 'Eve@Shop.example']);
    const listed = await owner.call(listInvitations, { params });
    assert.ok(listed.text.includes(String(invitation.id)));
    assert.ok(!listed.text.includes(String(token)), 'the token is shown once');

    const body = { token, email: 'eve@shop.example', password: PASSWORD, name: 'Eve' };
    const accepted = await eve.call(acceptInvitation, { body });
    assert.equal(accepted.status, 200, accepted.text);
    assert.equal(String(accepted.body.organizations[0].role), 'editor');
    assert.equal((await eve.call(listMembers, { params })).status, 200);
    for (const again of [readInvitation, acceptInvitation] as const) {
      const answer = await browser().call(again, { body: { ...body, email: 'other@shop.example' } });
      assert.equal(answer.status, 404);
    }
    assert.equal(String((await owner.call(listInvitations, { params })).body.invitations.length), '0');
  });

  test('adds an organization to a person who has others, with their password or signed in', async () => {
    const made = await owner.call(createOrganization, { body: { name: ' Second shop ' } });
    assert.equal(made.status, 200, made.text);
    const second = { organizationId: String(made.body.id) };
    const email = 'both@shop.example';
    const both = await newMember(service, owner, params.organizationId, 'viewer', email);
    assert.equal((await both.call(readOrganization, { params: second })).status, 404);

    const { token } = (await owner.call(invite, { params: second, body: { role: 'viewer' } })).body;
    const wrong = await browser().call(acceptInvitation, {
      body: { token, email, password: 'not the password' },
    });
    assert.equal(wrong.status, 401);
    const joined = await both.call(joinByInvitation, { body: { token } });
    assert.equal(joined.status, 200, joined.text);
    assert.equal([...joined.body.organizations].length, 2);
    assert.equal((await both.call(joinByInvitation, { body: { token } })).status, 404);

    const { token: other } = (await owner.call(invite, { params: second, body: { role: 'owner' } })).body;
    const phone = browser();
    const signed = await phone.call(acceptInvitation, { body: { token: other, email, password: PASSWORD } });
    assert.equal(signed.status, 200, signed.text);
    // A member keeps the role that they have.
    const roles = [...signed.body.organizations].map(({ name, role }) => `${name} ${role}`);
    assert.deepEqual(roles, ['Second shop viewer', 'Test viewer']);
  });

  test('that was withdrawn, or is of another organization, is none', async () => {
    const { token, invitation } = await invited({ role: 'owner' });
    const of = { ...params, invitationId: String(invitation.id) };
    const other = (await owner.call(createOrganization, { body: { name: 'Other' } })).body;
    const elsewhere = { ...of, organizationId: String(other.id) };
    assert.equal((await owner.call(withdrawInvitation, { params: elsewhere })).status, 404);
    assert.equal((await owner.call(withdrawInvitation, { params: of })).status, 200);
    assert.equal((await browser().call(readInvitation, { body: { token } })).status, 404);
  });

  test('needs an address that is one, and there are a hundred at most', async () => {
    const wrong = await owner.call(invite, { params, body: { role: 'viewer', email: 'no address' } });
    assert.equal(wrong.status, 400);
    const { people } = service.service.storage;
    const open = (await people.invitations(params.organizationId)).length;
    for (let n = open; n < MOST_INVITATIONS - 1; n++) {
      await people.invite({
        ...params,
        id: `i${n}`,
        tokenHash: `h${n}`,
        role: 'viewer',
        createdAt: 1,
        expiresAt: 2,
      });
    }
    assert.equal((await owner.call(invite, { params, body: { role: 'viewer' } })).status, 200);
    assert.equal((await owner.call(invite, { params, body: { role: 'viewer' } })).status, 409);
    for (let n = open; n < MOST_INVITATIONS - 1; n++) await people.withdraw(params.organizationId, `i${n}`);
  });
});

describe('members', () => {
  test('a changed role holds for the very next request', async () => {
    const member = await newMember(service, owner, params.organizationId, 'viewer');
    const personId = await personOf(member);
    const rename = { params, body: { name: 'Renamed' } };
    assert.equal((await member.call(renameOrganization, rename)).status, 403);
    const promoted = await owner.call(changeMember, {
      params: { ...params, personId },
      body: { role: 'owner' },
    });
    assert.equal(promoted.status, 200, promoted.text);
    assert.equal((await member.call(renameOrganization, rename)).status, 200);
    assert.equal(String((await owner.call(readOrganization, { params })).body.name), 'Renamed');
    assert.equal((await owner.call(removeMember, { params: { ...params, personId } })).status, 200);
    assert.equal((await member.call(renameOrganization, rename)).status, 404);
    assert.equal((await owner.call(removeMember, { params: { ...params, personId } })).status, 404);
  });

  test('the last owner stays', async () => {
    const personId = await personOf(owner);
    const self = { ...params, personId };
    assert.equal((await owner.call(removeMember, { params: self })).status, 409);
    assert.equal((await owner.call(leaveOrganization, { params })).status, 409);
    const demoted = await owner.call(changeMember, { params: self, body: { role: 'viewer' } });
    assert.equal(demoted.status, 409);
    assert.match(String(demoted.body.error.message), /last owner/);
    const other = await newMember(service, owner, params.organizationId, 'owner');
    assert.equal((await other.call(leaveOrganization, { params })).status, 200);
    assert.equal((await other.call(listMembers, { params })).status, 404);
  });

  test('who only works for others creates no organization', async () => {
    const editor = await newMember(service, owner, params.organizationId, 'editor');
    assert.equal((await editor.call(createOrganization, { body: { name: 'Mine' } })).status, 403);
    assert.equal((await owner.call(createOrganization, { body: { name: '   ' } })).status, 400);
  });
});

test('the audit log says who did what, newest first and page by page', async () => {
  const entries: { action: string; email: string; id: string }[] = [];
  let cursor: string | undefined;
  do {
    const query = { limit: 3, ...(cursor !== undefined && { cursor }) };
    const { body } = await owner.call(listAuditLog, { params, query });
    entries.push(...(body.entries as unknown as typeof entries));
    cursor = body.next as unknown as string | undefined;
  } while (cursor !== undefined);
  const ids = entries.map(({ id }) => id);
  assert.deepEqual(ids, [...new Set(ids)].sort().reverse());
  const actions = entries.map(({ action, email }) => `${email} ${action}`);
  for (const expected of [
    'owner@shop.example invitation.created',
    'eve@shop.example member.joined',
    'owner@shop.example member.changed',
    'owner@shop.example member.removed',
  ])
    assert.ok(actions.includes(expected), expected);
  assert.equal(actions.at(-2), 'eve@shop.example member.joined');
  const all = await owner.call(listAuditLog, { params });
  assert.ok(!all.text.includes('organization.created'), 'of other organizations there is nothing');
});
