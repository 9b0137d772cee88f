import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createFirstOwner, offerFirstOwner } from '../../../people/index.ts';
import { testDatabase, withoutPostgres } from '../../../testing/postgres.ts';
import { openClusterStorage } from '../../cluster/storage.ts';
import { NOON } from '../../contract-suite/store-under-test.ts';

describe('the link for the first owner', { skip: withoutPostgres() }, () => {
  it('of one node outlives the start of another, and is replaced when its own node starts again', async () => {
    await using open = new AsyncDisposableStack();
    const test = await testDatabase();
    open.defer(() => test.drop());
    const start = async (node: string) => {
      const storage = await openClusterStorage({ databaseUrl: test.url, node });
      open.defer(() => storage.close());
      return { storage, token: (await offerFirstOwner(storage, NOON))! };
    };
    const [first, other, again] = [await start('a'), await start('b'), await start('a')];
    const take = ({ token }: typeof first) => {
      const fields = { email: `${token}@example.org`, password: 'correct horse battery staple' };
      return createFirstOwner(first.storage, token, fields, 'Shop', NOON);
    };
    await assert.rejects(take(first), /has been used or is too old/);
    await take(other);
    await assert.rejects(take(again), /has been used or is too old/);
  });
});
