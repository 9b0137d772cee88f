import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import type { OrganizationId, SignIns } from '../storage/ports.ts';
import { SealedSecrets } from './sealed-secrets.ts';

const store = (byte: number) => ({
  signIns: { secret: async () => new Uint8Array(32).fill(byte) } as unknown as SignIns,
});
const owner = (organizationId: string, id: string) => ({
  organizationId: organizationId as OrganizationId,
  id,
});

describe('a sealed secret', () => {
  it('opens as it was, and looks different each time', async () => {
    const secrets = await SealedSecrets.open(store(1));
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 300 }), (secret) => {
        const sealed = secrets.seal(secret, owner('org', 'w'));
        assert.equal(secrets.unseal(sealed, owner('org', 'w')), secret);
        assert.notDeepEqual(secrets.seal(secret, owner('org', 'w')), sealed);
      }),
      { numRuns: 50 },
    );
  });

  it('opens for no other webhook, organization or store, and not where a byte of it has changed', async () => {
    const secrets = await SealedSecrets.open(store(1));
    const sealed = secrets.seal('secret', owner('org', 'w'));
    assert.throws(() => secrets.unseal(sealed, owner('org', 'v')));
    assert.throws(() => secrets.unseal(sealed, owner('other', 'w')));
    const others = await SealedSecrets.open(store(2));
    assert.throws(() => others.unseal(sealed, owner('org', 'w')));
    for (let place = 0; place < sealed.length; place++) {
      const changed = Uint8Array.from(sealed);
      changed[place] = changed[place]! ^ 1;
      assert.throws(() => secrets.unseal(changed, owner('org', 'w')), `byte ${place}`);
    }
  });
});
