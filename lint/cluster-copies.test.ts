import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { globSync } from 'node:fs';
import { mkdir, mkdtemp, open, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import pg from 'pg';
import { openClusterStorage } from '../packages/server/storage/index.ts';
import { fill, told } from '../packages/server/storage/move/filled-store.fixture.ts';
import type { OrganizationId, Storage } from '../packages/server/storage/ports.ts';
import { type TestDatabase, testDatabase, withoutPostgres } from '../packages/server/testing/postgres.ts';

const run = promisify(execFile);
const scripts = fileURLToPath(new URL('../deploy/copies', import.meta.url));
const programs = globSync('/usr/lib/postgresql/*/bin/pg_dump').map(dirname).sort().at(-1);

describe('copies of a cluster', { skip: withoutPostgres() }, () => {
  let folder: string;
  let copies: string;
  let database: TestDatabase;
  let other: TestDatabase;
  let ids: readonly OrganizationId[];
  let before_: readonly unknown[];

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'decidable-cluster-copies-'));
    copies = join(folder, 'copies');
    [database, other] = [await testDatabase(), await testDatabase()];
    await inStore(database, async (storage) => {
      ids = await fill(storage);
      before_ = await Promise.all(ids.map((id) => told(storage, id)));
    });
  });
  after(async () => {
    await database.drop();
    await other.drop();
    await rm(folder, { recursive: true });
  });

  async function inStore<T>({ url }: TestDatabase, work: (storage: Storage) => Promise<T>): Promise<T> {
    const storage = await openClusterStorage({ databaseUrl: url });
    return work(storage).finally(() => storage.close());
  }

  /** A copy leaves out the secret of the store, without which nothing opens those of webhooks. */
  const withoutSecrets = (one: unknown) => {
    const { webhooks, ...rest } = one as { readonly webhooks: readonly { readonly secret?: string }[] };
    assert.ok(webhooks.every(({ secret }) => secret !== undefined));
    return { ...rest, webhooks: webhooks.map((webhook) => ({ ...webhook, secret: undefined })) };
  };

  const script = (name: string, { url }: TestDatabase, ...args: readonly string[]) =>
    run(join(scripts, name), args, {
      env: { ...process.env, PATH: `${programs}${delimiter}${process.env.PATH}`, DATABASE_URL: url },
    });

  const dumps = async () => (await readdir(copies)).filter((name) => name.endsWith('.dump')).sort();

  it('are made beside running nodes and put back whole; a node then tells the same', async () => {
    await inStore(database, async (storage) => {
      await storage.signIns.secret('access tokens', new Uint8Array([1, 2, 3]));
      await script('backup-cluster.sh', database, copies);
    });
    const [copy] = await dumps();
    assert.match(copy, /^\d{8}T\d{6}Z\.dump$/);
    assert.equal((await stat(join(copies, copy))).mode & 0o077, 0, 'a copy is for its owner');
    await script('restore-cluster.sh', other, copies);
    await inStore(other, async (storage) => {
      assert.deepEqual(await Promise.all(ids.map((id) => told(storage, id))), before_.map(withoutSecrets));
      // A new one is made: nothing that was signed before, or is in Valkey from before, counts.
      const made = new Uint8Array([4, 5, 6]);
      assert.deepEqual(new Uint8Array(await storage.signIns.secret('access tokens', made)), made);
    });
  });

  it('are put back by an ordinary role that owns its database, without a warning, and nodes start as that role', async () => {
    const server = database.url.replace(/\/test_\w+$/, '');
    const name = `ordinary_${process.pid}`;
    const admin = new pg.Client(`${server}/postgres`);
    await admin.connect();
    try {
      await admin.query(`CREATE ROLE ${name} LOGIN`);
      await admin.query(`CREATE DATABASE ${name} OWNER ${name}`);
      const own = { ...database, url: `${server}/${name}`.replace(/\/\/[^@]*@/, `//${name}@`) };
      const { stdout, stderr } = await script('restore-cluster.sh', own, copies);
      assert.deepEqual([stdout, stderr], ['', '']);
      await inStore(own, async (storage) => {
        assert.deepEqual(await Promise.all(ids.map((id) => told(storage, id))), before_.map(withoutSecrets));
      });
      await admin.query(`DROP DATABASE ${name} WITH (FORCE)`);
      await admin.query(`DROP ROLE ${name}`);
    } finally {
      await admin.end();
    }
  });

  it('are not put over anything', async () => {
    await assert.rejects(
      script('restore-cluster.sh', other, copies),
      /Nothing is written over; give an empty one/,
    );
    await assert.rejects(
      script('restore-cluster.sh', other, copies, '19990101T000000Z.dump'),
      /there is no copy/,
    );
  });

  it('are not put back where a byte of them has changed', async () => {
    const [copy] = await dumps();
    const file = await open(join(copies, copy), 'r+');
    const { size } = await file.stat();
    const { buffer } = await file.read(Buffer.alloc(1), 0, 1, size >> 1);
    buffer[0] ^= 1;
    await file.write(buffer, 0, 1, size >> 1);
    await file.close();
    const empty = await testDatabase();
    try {
      await assert.rejects(script('restore-cluster.sh', empty, copies), /is not as it was made/);
    } finally {
      await empty.drop();
    }
  });

  it('are kept up to a number, the newest ones; one that fails leaves nothing', async () => {
    // Of its own: a copy of this second would have the name of another test's.
    const copies = join(folder, 'few');
    await mkdir(copies);
    for (const old of ['20200101T000000Z.dump', '20200102T000000Z.dump', 'not-a-copy.dump'])
      await writeFile(join(copies, old), '');
    await writeFile(join(copies, '20200101T000000Z.dump.sha256'), '');
    const kept = (await readdir(copies)).length;
    const nowhere = { ...database, url: database.url.replace(/\/test_\w+$/, '/nowhere') };
    await assert.rejects(script('backup-cluster.sh', nowhere, copies, '2'), /nowhere/);
    await assert.rejects(script('backup-cluster.sh', database, copies, 'many'), /COPIES must be a number/);
    assert.equal((await readdir(copies)).length, kept);
    await script('backup-cluster.sh', database, copies, '1');
    const [newest, ...others] = await readdir(copies);
    assert.match(newest, /^20[3-9]\d|^202[1-9]/);
    assert.deepEqual(others, [`${newest}.sha256`, 'not-a-copy.dump']);
  });
});
