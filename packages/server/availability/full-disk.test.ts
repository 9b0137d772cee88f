import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, rmSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { PostgresProcess, withoutPostgres } from '../testing/postgres-process.ts';
import { RunningService } from '../testing/running-service.ts';

/** Bytes of the disk, in memory: a new PostgreSQL takes about half. */
const DISK = 200_000_000;

/** A disk of its own in a folder; false where this process may not mount one. */
const mounted = (folder: string): boolean =>
  spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${DISK},mode=0700`, 'tmpfs', folder]).status === 0;

describe('a service whose PostgreSQL has a full disk', { skip: withoutPostgres() }, () => {
  it('is not ready, and says why, while writes find no space; it is ready again when there is some', async (t) => {
    const folder = mkdtempSync(join(tmpdir(), 'decidable-full-'));
    // Closed last first, which hooks of a test are not.
    await using open = new AsyncDisposableStack();
    open.defer(() => rmSync(folder, { recursive: true, force: true }));
    chmodSync(folder, 0o755);
    const data = join(folder, 'data');
    mkdirSync(data);
    if (!mounted(data)) {
      t.skip('a file system cannot be mounted');
      return;
    }
    open.defer(() => void execFileSync('umount', ['-l', data]));
    const postgres = await PostgresProcess.start(folder, { settings: { wal_recycle: 'off' } });
    open.defer(() => postgres.kill());
    await postgres.run('CREATE DATABASE shops');
    const service = await RunningService.start({
      STORAGE: 'cluster',
      DATABASE_URL: `${postgres.address}/shops`,
      DECIDABLE_NODE: 'node',
    });
    open.defer(() => service.close());
    const readiness = async () => {
      const response = await fetch(`${service.service.operationsAddress}/ready`);
      return { status: response.status, text: await response.text() };
    };
    // Of so many bytes that each needs a page of its own.
    const properties = Object.fromEntries(Array.from({ length: 20 }, (_, n) => [`p${n}`, 'x'.repeat(200)]));
    const write = async () => (await service.post('/event', service.event({ properties }))).status;
    assert.equal(await write(), 200);
    assert.equal((await readiness()).status, 200);

    const { bavail, bsize } = statfsSync(data);
    execFileSync('fallocate', ['-l', String(bavail * bsize), join(data, 'ballast')]);
    while ((await write()) === 200);
    const { status, text } = await readiness();
    assert.equal(status, 503);
    assert.match(text, /No space left on device/);
    assert.equal(await write(), 503);

    rmSync(join(data, 'ballast'));
    if (postgres.hasEnded) await postgres.start();
    // Nobody sends a request to a service that is not ready.
    while ((await readiness()).status !== 200) await pause(100);
    while ((await write()) !== 200) await pause(100);
    assert.equal((await readiness()).status, 200);
  });
});
