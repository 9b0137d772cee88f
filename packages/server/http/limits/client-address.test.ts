import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { limitedAddress } from './client-address.ts';

describe('the address that limits count by', () => {
  for (const [ip, counted] of [
    ['203.0.113.9', '203.0.113.9'],
    ['::ffff:203.0.113.9', '203.0.113.9'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:0DB8:0001:0002::6', '2001:db8:1:2::/64'],
    ['2001:db8::1', '2001:db8:0:0::/64'],
    ['::1', '0:0:0:0::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ] as const) {
    it(`of ${ip} is ${counted}`, () => assert.equal(limitedAddress(ip), counted));
  }

  it('is the same for all addresses of a /64, however they are written', () => {
    const group = fc.integer({ min: 0, max: 0xffff }).map((value) => value.toString(16));
    fc.assert(
      fc.property(
        fc.array(group, { minLength: 4, maxLength: 4 }),
        fc.array(group, { minLength: 4, maxLength: 4 }),
        (net, host) => {
          const network = limitedAddress(`${net.join(':')}:0:0:0:1`);
          assert.equal(limitedAddress([...net, ...host].join(':')), network);
          assert.equal(
            limitedAddress([...net, ...host].map((part) => part.padStart(4, '0').toUpperCase()).join(':')),
            network,
          );
        },
      ),
    );
  });

  it('takes any text without failing, since a proxy may pass on nonsense', () => {
    fc.assert(fc.property(fc.string(), (text) => typeof limitedAddress(text) === 'string'));
  });
});
