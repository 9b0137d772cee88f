import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { type TestDatabase, testDatabase, withoutPostgres } from '../../testing/postgres.ts';
import { organizationId } from '../contract-suite/store-under-test.ts';
import { type OrganizationId, StoreUnavailable } from '../ports.ts';
import { ClusterChangeFeed } from './change-feed.ts';
import { Database } from './connection/database.ts';
import { migrate } from './connection/migrate.ts';

describe('changes that a node has missed', { skip: withoutPostgres() }, () => {
  let test: TestDatabase;
  let database: Database;
  before(async () => {
    test = await testDatabase();
    database = new Database({ databaseUrl: test.url, node: 'test', patience: 200 });
    await migrate(database);
  });
  after(async () => {
    await database.close();
    await test.drop();
  });

  it('are told for each organization when it is caught up, and again where the store did not answer meanwhile', async () => {
    const id = organizationId();
    await database.query(`INSERT INTO organizations VALUES ($1, 'A', 0)`, [id]);
    const feed = new ClusterChangeFeed(database);
    await feed.begin();
    const heard: OrganizationId[] = [];
    let missed = 0;
    feed.onChange(['model'], (organization) => heard.push(organization));
    feed.subscribe({ changed() {}, missed: () => void missed++ });
    await database.query('UPDATE change_head SET number = number + 20000');
    await database.transaction(async (query) => {
      await query('LOCK TABLE organizations');
      await assert.rejects(feed.caughtUp(), StoreUnavailable);
    });
    assert.equal(missed, 0);
    await feed.caughtUp();
    assert.deepEqual([missed, heard], [1, [id]]);
    await feed.caughtUp();
    assert.equal(missed, 1);
  });

  it('are asked for once where the store does not answer: those that wait for the next question fail with this one', async (t) => {
    const feed = new ClusterChangeFeed(database);
    await feed.begin();
    const answer = Promise.withResolvers<never>();
    const asked = t.mock.method(database.hot, 'query', () => answer.promise);
    const looks = [feed.look(), feed.look(), feed.look()];
    answer.reject(new StoreUnavailable(new Error('silent')));
    for (const look of looks) await assert.rejects(look, StoreUnavailable);
    assert.equal(asked.mock.callCount(), 1);
    asked.mock.restore();
    await feed.look();
  });
});
