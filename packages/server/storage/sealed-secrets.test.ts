import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import type { OrganizationId } from './ports.ts';
import { SealedSecrets } from './sealed-secrets.ts';

const store = (byte: number) => new SealedSecrets(new Uint8Array(32).fill(byte));
const owner = (organizationId: string, id: string) => ({
  organizationId: organizationId as OrganizationId,
  id,
});
const secret = fc.string({ unit: 'grapheme', maxLength: 300 });

describe('a sealed secret', () => {
  it('opens as it was, and is sealed alike for the same webhook of the same store alone', () => {
    fc.assert(
      fc.property(secret, secret, (one, other) => {
        const sealed = store(1).seal(one, owner('org', 'w'));
        assert.equal(store(1).unseal(sealed, owner('org', 'w')), one);
        assert.deepEqual(store(1).seal(one, owner('org', 'w')), sealed);
        const others = [
          store(2).seal(one, owner('org', 'w')),
          store(1).seal(one, owner('org', 'v')),
          store(1).seal(one, owner('other', 'w')),
          ...(other === one ? [] : [store(1).seal(other, owner('org', 'w'))]),
        ];
        // A nonce that comes again would give away what was sealed with it.
        const nonce = (bytes: Uint8Array) => Buffer.from(bytes.subarray(0, 12)).toString('hex');
        for (const each of others) assert.notEqual(nonce(each), nonce(sealed));
      }),
      { numRuns: 100 },
    );
  });

  it('opens for no other webhook, organization or store, and not where a byte of it has changed', () => {
    const secrets = store(1);
    const sealed = secrets.seal('secret', owner('org', 'w'));
    assert.equal(secrets.unseal(sealed, owner('org', 'v')), undefined);
    assert.equal(secrets.unseal(sealed, owner('other', 'w')), undefined);
    assert.equal(store(2).unseal(sealed, owner('org', 'w')), undefined);
    for (let place = 0; place < sealed.length; place++) {
      const changed = Uint8Array.from(sealed);
      changed[place] = changed[place]! ^ 1;
      assert.equal(secrets.unseal(changed, owner('org', 'w')), undefined, `byte ${place}`);
    }
  });
});
