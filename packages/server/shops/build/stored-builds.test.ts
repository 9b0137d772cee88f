import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { openClusterStorage, type SharedStorage } from '../../storage/cluster/storage.ts';
import type { OrganizationId } from '../../storage/ports.ts';
import { type TestDatabase, testDatabase, withoutPostgres } from '../../testing/postgres.ts';
import { SIXTY_PRODUCTS } from '../../testing/service-under-test.ts';
import { BuildPool } from './build-pool.ts';
import { INDEX_FORMAT } from './catalogue-file.ts';
import { StoredBuilds } from './stored-builds.ts';

describe('the index of a catalogue that three nodes serve', { skip: withoutPostgres() }, () => {
  const organizationId = 'org_builds' as OrganizationId;
  const csv = Buffer.from(SIXTY_PRODUCTS);
  let database: TestDatabase;
  let pool: BuildPool;
  let storages: readonly SharedStorage[];
  let faults: unknown[] = [];
  /** What nodes did, in order. */
  let done: string[] = [];
  before(async () => {
    database = await testDatabase();
    pool = new BuildPool();
    const open = () => openClusterStorage({ databaseUrl: database.url });
    storages = await Promise.all([open(), open(), open()]);
    await storages[0].organizations.create({ id: organizationId, name: 'Shop', createdAt: 0 });
  });
  after(async () => {
    await pool.close();
    await Promise.all(storages.map((storage) => storage.close()));
    await database.drop();
  });

  async function imported(version: string): Promise<void> {
    [done, faults] = [[], []];
    await storages[0].catalogues.put({ organizationId, version, products: 60, importedAt: 0, csv });
  }

  const node = (storage: SharedStorage, small = 0, threads = pool, isShared = true) =>
    new StoredBuilds({
      storage: {
        leases: storage.leases,
        built: {
          put: (...asked) => storage.built.put(...asked),
          get: async (key) => {
            const file = await storage.built.get(key);
            if (file !== undefined) done.push('loaded');
            return file;
          },
        },
      },
      builder: {
        build: (asked, { claim, keep } = {}) =>
          threads.build(asked, {
            claim: (build) =>
              claim!(() => {
                done.push('built');
                return build();
              }),
            keep: keep!,
          }),
      },
      isShared,
      small,
      onFault: (_, error) => faults.push(error),
    });
  const built = (of: StoredBuilds, version: string) =>
    of.build(organizationId, version, {
      bytes: csv.byteLength,
      fetch: () => storages[0].catalogues.find(organizationId, version),
    });

  it('is built by one of them, and loaded by the others as it was built', async () => {
    await imported('v1');
    const [first, second, third] = await Promise.all(storages.map((storage) => built(node(storage), 'v1')));
    assert.deepEqual(done, ['built', 'loaded', 'loaded']);
    assert.deepEqual(second, first);
    assert.deepEqual(third, first);
    const alone = await pool.build({
      bytes: csv.byteLength,
      fetch: () => storages[0].catalogues.find(organizationId, 'v1'),
    });
    assert.deepEqual(first, alone);
    assert.deepEqual(faults, []);
  });

  it('is built by another one where the one at it died', async () => {
    await imported('v2');
    const dead = await storages[0].leases.acquire(organizationId, 'building', 'one that died', 500);
    assert.ok(dead);
    await built(node(storages[1]), 'v2');
    assert.deepEqual(done, ['built']);
  });

  it('is built by another one while the one that was asked first has no thread for it', async () => {
    await imported('v4');
    const busy = new BuildPool();
    const { promise: until, resolve: release } = Promise.withResolvers<undefined>();
    const large = { bytes: 2_000_000, fetch: () => until };
    const running = [busy.build(large), busy.build(large)];
    const version = () => storages[0].catalogues.find(organizationId, 'v4');
    const waiting = node(storages[0], 0, busy).build(organizationId, 'v4', { ...large, fetch: version });
    // Until the first one has asked for what is stored, and waits for its turn.
    await storages[0].built.get({ organizationId, catalogueVersion: 'v4', format: INDEX_FORMAT });
    const second = await built(node(storages[1]), 'v4');
    assert.deepEqual(done, ['built']);
    release(undefined);
    await Promise.all(running);
    assert.deepEqual(await waiting, second);
    assert.deepEqual(done, ['built', 'loaded']);
    await busy.close();
  });

  it('is built without a lease where it is small or no other node builds, and by each that cannot read it, which is told', async () => {
    await imported('v3');
    const lease = await storages[0].leases.acquire(organizationId, 'building', 'a slow one', 60_000);
    await built(node(storages[0], csv.byteLength + 1), 'v3');
    await built(node(storages[1], csv.byteLength + 1), 'v3');
    await imported('v5');
    await built(node(storages[0], 0, pool, false), 'v5');
    await storages[0].leases.release(lease!);
    assert.deepEqual([...done, ...faults], ['built']);
    await imported('v6');
    await storages[0].artefacts.putIfAbsent(
      { organizationId, catalogueVersion: 'v6', kind: 'index', format: INDEX_FORMAT },
      new Uint8Array(9),
    );
    await built(node(storages[1], csv.byteLength), 'v6');
    assert.deepEqual(done, ['built']);
    assert.equal(faults.length, 1);
  });

  it('is not there where its catalogue is gone', async () => {
    assert.equal(await built(node(storages[0]), 'v-none'), undefined);
  });
});
