import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { describe, it } from 'node:test';
import type { Invitation, OrganizationId, Person, Role } from '../../ports.ts';
import { NOON, organizationId, type StoreUnderTest } from '../store-under-test.ts';

const person = (more: Partial<Person> = {}): Person => ({
  id: randomUUID(),
  email: `${randomUUID()}@example.org`,
  passwordHash: 'hash',
  createdAt: NOON,
  ...more,
});

const invitation = (organization: OrganizationId, role: Role): Invitation => ({
  organizationId: organization,
  id: randomUUID(),
  tokenHash: randomUUID(),
  role,
  createdAt: NOON,
  expiresAt: NOON + 100,
});

export function peopleContract(store: StoreUnderTest): void {
  const member = async (organization: OrganizationId, role: Role): Promise<Person> => {
    const created = person();
    const joined = { organizationId: organization, role, joinedAt: NOON };
    assert.equal(await store.storage.people.create(created, [joined]), 'created');
    return created;
  };

  describe('people', () => {
    it('are found by their address in any case, which belongs to one of them', async () => {
      const { people } = store.storage;
      const ada = person({ email: `${randomUUID()}@Example.org`, name: 'Ada' });
      const before = await people.count();
      assert.equal(await people.create(ada, []), 'created');
      assert.equal(await people.create(person({ email: ada.email.toUpperCase() }), []), 'taken');
      assert.equal(await people.count(), before + 1);
      const stored = { ...ada, email: ada.email.toLowerCase() };
      assert.deepEqual(await people.findByEmail(ada.email.toUpperCase()), stored);
      assert.deepEqual(await people.find(ada.id), stored);
      assert.ok((await people.list()).some(({ id }) => id === ada.id));
    });

    it('change their address, name and password, but not to the address of another', async () => {
      const { people } = store.storage;
      const [ada, bob] = [person(), person()];
      for (const each of [ada, bob]) await people.create(each, []);
      assert.equal(await people.update(ada.id, { email: bob.email }), 'taken');
      assert.equal(await people.update(ada.id, { email: ada.email, name: 'Ada' }), 'updated');
      assert.equal(await people.update(ada.id, { passwordHash: 'other' }), 'updated');
      assert.deepEqual(await people.find(ada.id), { ...ada, name: 'Ada', passwordHash: 'other' });
      assert.equal(await people.update(randomUUID(), { name: 'Nobody' }), 'missing');
    });

    it('are members of organizations, each with a role of its own', async () => {
      const { people } = store.storage;
      const [one, other] = [organizationId(), organizationId()];
      const ada = await member(one, 'owner');
      await people.join({ organizationId: other, personId: ada.id, role: 'viewer', joinedAt: NOON });
      const roles = (await people.memberships(ada.id)).map((each) => [each.organizationId, each.role]);
      assert.deepEqual(
        new Map(roles as [string, string][]),
        new Map([
          [one, 'owner'],
          [other, 'viewer'],
        ]),
      );
      assert.equal((await people.membership(other, ada.id))?.role, 'viewer');
      assert.equal(await people.membership(organizationId(), ada.id), undefined);
      assert.deepEqual(
        (await people.members(one)).map(({ email, role }) => ({ email, role })),
        [{ email: ada.email, role: 'owner' }],
      );
    });

    it('an organization keeps its last owner', async () => {
      const { people } = store.storage;
      const organization = organizationId();
      const [ada, bob] = [await member(organization, 'owner'), await member(organization, 'editor')];
      assert.equal(await people.changeRole(organization, ada.id, 'editor'), 'last_owner');
      assert.equal(await people.leave(organization, ada.id), 'last_owner');
      assert.equal(await people.changeRole(organization, bob.id, 'owner'), 'changed');
      assert.equal(await people.leave(organization, ada.id), 'changed');
      assert.equal(await people.leave(organization, ada.id), 'missing');
      assert.equal(await people.changeRole(organizationId(), bob.id, 'viewer'), 'missing');
      assert.deepEqual(
        (await people.members(organization)).map(({ personId }) => personId),
        [bob.id],
      );
    });

    it('an invitation is good once, until it expires or is withdrawn', async () => {
      const { people } = store.storage;
      const organization = organizationId();
      const [ada, bob] = [person(), person()];
      for (const each of [ada, bob]) await people.create(each, []);
      const [used, late, withdrawn] = [1, 2, 3].map(() => invitation(organization, 'editor'));
      for (const each of [used, late, withdrawn]) await people.invite(each);
      assert.equal((await people.invitations(organization)).length, 3);
      assert.deepEqual(await people.findInvitation(used.tokenHash), used);
      const joined = { organizationId: organization, personId: ada.id, role: 'editor', joinedAt: NOON + 1 };
      assert.deepEqual(await people.accept(used.tokenHash, ada.id, NOON + 1), joined);
      assert.equal(await people.accept(used.tokenHash, bob.id, NOON + 1), undefined);
      assert.equal(await people.accept(late.tokenHash, bob.id, late.expiresAt), undefined);
      assert.equal(await people.withdraw(organizationId(), withdrawn.id), false);
      assert.equal(await people.withdraw(organization, withdrawn.id), true);
      assert.equal(await people.accept(withdrawn.tokenHash, bob.id, NOON), undefined);
      assert.equal((await people.members(organization)).length, 1);
    });

    it('of new people who accept an invitation at once one is created, with the membership; the others are not', async () => {
      const { people } = store.storage;
      const organization = organizationId();
      const [shared, taken] = [invitation(organization, 'editor'), invitation(organization, 'viewer')];
      for (const each of [shared, taken]) await people.invite(each);
      const racing = Array.from({ length: 5 }, () => person());
      const accepted = await Promise.all(
        racing.map((each) => people.acceptAsNew(shared.tokenHash, each, NOON)),
      );
      assert.equal(accepted.filter((each) => each !== undefined).length, 1);
      for (const [k, each] of racing.entries()) {
        assert.equal((await people.find(each.id)) === undefined, accepted[k] === undefined);
        if (accepted[k] === undefined) continue;
        const joined = { organizationId: organization, personId: each.id, role: 'editor', joinedAt: NOON };
        assert.deepEqual(accepted[k], joined);
        const namesake = { ...person(), email: each.email };
        assert.equal(await people.acceptAsNew(taken.tokenHash, namesake, NOON), 'taken');
      }
      assert.deepEqual(await people.findInvitation(taken.tokenHash), taken);
      assert.equal(await people.acceptAsNew(taken.tokenHash, person(), taken.expiresAt), undefined);
    });

    it('a member who accepts an invitation keeps their role', async () => {
      const organization = organizationId();
      const ada = await member(organization, 'owner');
      const asViewer = invitation(organization, 'viewer');
      await store.storage.people.invite(asViewer);
      const accepted = await store.storage.people.accept(asViewer.tokenHash, ada.id, NOON);
      assert.equal(accepted?.role, 'owner');
    });

    it('the audit log of an organization is read newest first, a page at a time', async () => {
      const { auditLog } = store.storage;
      const organization = organizationId();
      const entry = (id: string) => ({
        organizationId: organization,
        id,
        at: NOON,
        personId: 'ada',
        email: 'ada@example.org',
        action: 'key.created',
        subject: 'key_1',
      });
      for (const id of ['1', '2', '3']) await auditLog.append(entry(id));
      await auditLog.append({ ...entry('4'), organizationId: organizationId() });
      assert.deepEqual(await auditLog.list(organization, 2), [entry('3'), entry('2')]);
      assert.deepEqual(await auditLog.list(organization, 2, '2'), [entry('1')]);
    });
  });
}
