import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import { endpoints } from '@decidable/contract';
import { DomainError } from '../errors.ts';
import { checkBody } from '../request-body/checked-body.ts';
import { BodyReaders, MOST_WAITING } from './body-readers.ts';

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
        id: `p${i}`,
        title: `Boots ${'é'.repeat(i % 90)}`,
        tags: ['a', i, true],
      })),
      qery: 'été 🥾',
    };
    const read = await readers.read(search, bytesOf({ ...body, unknown: { much: 'more' } }));
    const { qery: _, ...known } = body;
    assert.deepEqual(read.body, known);
    assert.deepEqual(read.warnings, checkBody(search, bytesOf(body)).warnings);
    assert.equal(read.warnings.length, 1);
  });

  it('is refused in the same words', async () => {
    for (const sent of [
      '{"sessionId": ',
      '[]',
      '{"sessionId":"s","organizationId":"o","products":[{}]}',
      '{"sessionId":"s","organizationId":"o","products":[{"id":"a","attributes":{"weight":-1e999}}]}',
      '\xff',
    ]) {
      const bytes = Buffer.from(sent, 'latin1');
      const refusal = await readers.read(search, bytes).then(
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

  it('is refused for now where as many as allowed wait, and only then', async () => {
    const one = () => readers.read(search, bytesOf({ sessionId: 's', organizationId: 'o', products: [] }));
    const reading = Array.from({ length: MOST_WAITING }, one);
    await assert.rejects(one, { name: 'Overloaded' });
    assert.deepEqual(shed, ['bodies']);
    await Promise.all(reading);
    await one();
  });
});
