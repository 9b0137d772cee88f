import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { OrganizationId, Webhook } from '../ports.ts';
import { NOON, organizationId, type StoreUnderTest } from './store-under-test.ts';

const webhook = (of: OrganizationId, id: string, more: Partial<Webhook> = {}): Webhook => ({
  id,
  organizationId: of,
  sender: 'segment',
  sealedSecret: new Uint8Array([1, 0, 255, 7]),
  createdAt: NOON,
  ...more,
});

export function webhooksContract(store: StoreUnderTest): void {
  describe('webhooks', () => {
    it('a webhook is found and listed with everything that was said of it, oldest first', async () => {
      const { webhooks } = store.storage;
      const [of] = [organizationId()];
      const younger = webhook(of, 'a', { sender: 'shopify', label: 'orders', createdAt: NOON + 1 });
      const older = webhook(of, 'b');
      await webhooks.create(younger);
      await webhooks.create(older);
      assert.deepEqual(await webhooks.find(of, 'a'), younger);
      assert.deepEqual(await webhooks.list(of), [older, younger]);
    });

    it('one of another organization is neither found nor removed, also with the same id', async () => {
      const { webhooks } = store.storage;
      const [mine, theirs] = [organizationId(), organizationId()];
      await webhooks.create(webhook(mine, 'same', { label: 'mine' }));
      await webhooks.create(webhook(theirs, 'same', { label: 'theirs' }));
      await webhooks.create(webhook(theirs, 'other'));
      assert.equal(await webhooks.find(mine, 'other'), undefined);
      assert.equal(await webhooks.remove(mine, 'other'), false);
      assert.equal(await webhooks.remove(mine, 'same'), true);
      assert.equal(await webhooks.find(mine, 'same'), undefined);
      assert.equal((await webhooks.find(theirs, 'same'))?.label, 'theirs');
    });

    it('one that was removed is gone at once', async () => {
      const { webhooks } = store.storage;
      const of = organizationId();
      await webhooks.create(webhook(of, 'a'));
      assert.equal(await webhooks.remove(of, 'a'), true);
      assert.deepEqual(await webhooks.list(of), []);
      assert.equal(await webhooks.remove(of, 'a'), false);
    });
  });
}
