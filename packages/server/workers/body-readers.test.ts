import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import { endpoints } from '@decidable/contract';
import { DomainError } from '../errors.ts';
import { checkBody } from '../request-body/checked-body.ts';
import type { OrganizationId } from '../storage/ports.ts';
import { BodyReaders, MOST_AT_ONCE, MOST_WAITING } from './body-readers.ts';

const own = 'org_own' as OrganizationId;

const bytesOf = (body: unknown): Buffer => Buffer.from(JSON.stringify(body));
const search = endpoints['/search'];

describe('a large body', () => {
  const shed: string[] = [];
  const readers = new BodyReaders({ shed: (reason) => shed.push(reason) });
  after(() => readers.close());

  it('says the same as one that is read at once', async () => {
    const body = {
      sessionId: 's',
      organizationId: 'o',
      products: Array.from({ length: 1_000 }, (_, i) => ({
        id: i === 7 ? '' : `p${i}`,
        title: `Boots ${'é'.repeat(i % 90)}`,
        tags: ['a', i, true],
      })),
      qery: 'été 🥾',
    };
    const read = await readers.read(search, bytesOf({ ...body, unknown: { much: 'more' } }), own);
    const { qery: _, ...known } = body;
    assert.deepEqual(read.body, { ...known, products: body.products.filter(({ id }) => id !== '') });
    const { warnings, leftOut } = checkBody(search, bytesOf(body));
    assert.deepEqual([read.warnings, read.leftOut], [warnings, leftOut]);
    assert.deepEqual([warnings.length, leftOut.map(({ index }) => index)], [2, [7]]);
  });

  it('is refused in the same words', async () => {
    for (const sent of [
      '{"sessionId": ',
      '[]',
      '{"sessionId":"s","organizationId":"o","products":{}}',
      '{"sessionId":"s","organizationId":"o","products":[{"id":"a"}],"limit":-1e999}',
      '\xff',
    ]) {
      const bytes = Buffer.from(sent, 'latin1');
      const refusal = await readers.read(search, bytes, own).then(
        () => assert.fail('it was read'),
        (error: unknown) => error,
      );
      assert.ok(refusal instanceof DomainError);
      assert.throws(() => checkBody(search, Buffer.from(sent, 'latin1')), {
        name: refusal.name,
        message: refusal.message,
      });
    }
  });

  it('waits while as many as allowed are worked on, and one more than may wait is refused for now', async () => {
    const leave = await Promise.all(Array.from({ length: MOST_AT_ONCE }, () => readers.turn(own, 40_000)));
    const waiting = Array.from({ length: MOST_WAITING }, () => readers.turn(own, 40_000));
    await assert.rejects(readers.turn(own, 40_000), { name: 'Overloaded' });
    assert.deepEqual(shed, ['large-requests']);
    for (const end of leave) end();
    for (const turn of waiting) (await turn)();
    (await readers.turn(own, 40_000))();
  });

  it('of another organization is served before those that wait of the first one', async () => {
    const leave = await Promise.all(Array.from({ length: MOST_AT_ONCE }, () => readers.turn(own, 2_000_000)));
    const order: string[] = [];
    const asked = [own, own, own, 'org_other'].map((organization) =>
      readers.turn(organization as OrganizationId, 2_000_000).then((end) => {
        order.push(organization);
        end();
      }),
    );
    for (const end of leave) end();
    await Promise.all(asked);
    assert.deepEqual(order, ['org_other', own, own, own]);
  });
});
