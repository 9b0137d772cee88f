import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { readConfig } from '../../config.ts';
import { withoutServer } from '../../storage/cluster/valkey/testing/redis-binaries.ts';
import { ValkeyProcess } from '../../storage/cluster/valkey/testing/valkey-process.ts';
import { openClusterStorage } from '../../storage/index.ts';
import { type TestDatabase, testDatabase, withoutPostgres } from '../../testing/postgres.ts';
import { verdictOnClocks, verdictOnDatabase, verdictOnValkey } from './cluster.ts';
import { clusterChecks, examine } from './index.ts';

describe('the verdict', () => {
  const sound = {
    version: '15.4',
    schema: 2,
    knownSchema: 2,
    isUsable: true,
    unsafe: [],
    ahead: 0,
    sharesValkey: false,
  } as const;

  it('on PostgreSQL is a problem where it is too old, loses what it acknowledged, or has a later store', () => {
    assert.equal(verdictOnDatabase(sound).verdict, 'fine');
    assert.equal(verdictOnDatabase({ ...sound, version: '14.9' }).verdict, 'problem');
    assert.equal(verdictOnDatabase({ ...sound, unsafe: ['fsync'] }).verdict, 'problem');
    assert.equal(verdictOnDatabase({ ...sound, schema: 3, isUsable: false }).verdict, 'problem');
    assert.equal(verdictOnDatabase({ ...sound, schema: 3 }).verdict, 'notice');
    assert.equal(verdictOnDatabase({ ...sound, schema: 1 }).verdict, 'notice');
    assert.equal(verdictOnDatabase({ ...sound, schema: undefined }).verdict, 'notice');
  });

  it('on Valkey is a problem below 7, and a notice where it is slow', () => {
    const quick = { name: 'Valkey', version: '7.0.1', roundTrip: 20 } as const;
    assert.equal(verdictOnValkey(quick).verdict, 'fine');
    assert.equal(verdictOnValkey({ ...quick, version: '6.2.14' }).verdict, 'problem');
    assert.equal(verdictOnValkey({ ...quick, roundTrip: 20.1 }).verdict, 'notice');
  });

  it('on clocks is a notice where they are more than five seconds apart', () => {
    for (const apart of [5_000, -5_000]) assert.equal(verdictOnClocks(apart).verdict, 'fine');
    assert.match(verdictOnClocks(5_001).found, /5\.0 s behind that of PostgreSQL/);
    assert.match(verdictOnClocks(-5_001).found, /5\.0 s ahead of that of PostgreSQL/);
  });
});

describe('a cluster', { skip: withoutPostgres() || withoutServer }, () => {
  let database: TestDatabase;
  let valkey: ValkeyProcess;
  before(async () => {
    [database, valkey] = await Promise.all([testDatabase(), ValkeyProcess.start()]);
  });
  after(async () => {
    await valkey.dispose();
    await database.drop();
  });

  async function findings(settings: Readonly<Record<string, string>>) {
    const config = readConfig({ STORAGE: 'cluster', ...settings });
    const installation = { folder: '/nowhere', config, now: Date.now() };
    const found = await Array.fromAsync(examine(installation, clusterChecks));
    return Object.fromEntries(found.map((each) => [each.check, each]));
  }

  it('is examined by asking its servers, without changing them', async () => {
    const urls = { DATABASE_URL: database.url, VALKEY_URL: valkey.url };
    const found = await findings(urls);
    // The server of the tests does not wait for the disk.
    assert.match(found.PostgreSQL.found, /may lose what it has acknowledged: fsync is off/);
    assert.match(found.Valkey.found, /^(Valkey|Redis) \d+\.\d+\.\d+ answers in \d/);
    assert.equal(found.clock.verdict, 'fine');
    assert.match(found['data folder'].found, /no node runs here/);
    assert.equal(await valkey.ask((client) => client.dbsize()), 0);

    const storage = await openClusterStorage({ databaseUrl: database.url, valkey: { url: valkey.url } });
    await storage.close();
    assert.equal((await findings(urls)).Valkey.verdict, 'fine');
    const without = await findings({ DATABASE_URL: database.url });
    assert.match(without.Valkey.found, /share Valkey, and VALKEY_URL is not set/);
  });

  it('whose servers do not answer has problems, which name them without their passwords', async () => {
    const found = await findings({
      DATABASE_URL: 'postgresql://decidable:hunter2@127.0.0.1:1/decidable',
      VALKEY_URL: 'valkey://:hunter2@127.0.0.1:1',
    });
    assert.match(found.PostgreSQL.found, /^127\.0\.0\.1:1\/decidable cannot be used \(.*ECONNREFUSED/);
    assert.match(found.Valkey.found, /cannot be used \(.*ECONNREFUSED/);
    assert.equal(found.clock.verdict, 'unknown');
    assert.doesNotMatch(JSON.stringify(found), /hunter2/);
  });
});
