import assert from 'node:assert/strict';
import { closeSync, openSync, readdirSync, renameSync, rmSync, statSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { RunningService } from '../testing/running-service.ts';

let running: RunningService;
beforeEach(async () => {
  running = await RunningService.start();
});
afterEach(() => running.close());

const ready = async () => {
  const response = await fetch(`${running.service.operationsAddress}/ready`);
  return { status: response.status, text: await response.text() };
};
const metrics = async () => (await fetch(`${running.service.operationsAddress}/metrics`)).text();
const logged = (what: string) => running.log.filter(({ msg }) => msg === what);

/** Puts everything into the database's file, then destroys pages of a table there. */
function destroy(table: string): void {
  const path = join(running.folder, 'decidable.db');
  const database = new DatabaseSync(path, { timeout: 5_000 });
  database.exec('PRAGMA wal_checkpoint(TRUNCATE)');
  const size = Number(database.prepare('PRAGMA page_size').get()?.page_size);
  const { rootpage } = database.prepare('SELECT rootpage FROM sqlite_schema WHERE name = ?').get(table) as {
    rootpage: number;
  };
  database.close();
  const file = openSync(path, 'r+');
  writeSync(file, Buffer.alloc(size, 0xa5), 0, size, (rootpage - 1) * size);
  closeSync(file);
}

describe('a damaged page under a running service', () => {
  it('that one endpoint reads fails readiness and is logged once with its code, the file and the way back', async () => {
    assert.equal((await ready()).status, 200);
    destroy('current_versions');
    const answer = await running.post('/catalog/ranked', {
      organizationId: running.key.organizationId,
      sessionId: 's',
      limit: 5,
    });
    assert.equal(answer.status, 503, answer.text);
    const { status, text } = await ready();
    assert.equal(status, 503);
    assert.match(text, /decidable\.db is damaged \(SQLITE_CORRUPT, 11/);
    assert.match(text, /decidable restore COPY/);
    await running.post('/catalog/ranked', {
      organizationId: running.key.organizationId,
      sessionId: 's',
      limit: 5,
    });
    const lines = logged('the store is damaged');
    assert.equal(lines.length, 1);
    assert.match(
      String(lines[0]?.damage),
      /decidable\.db is damaged \(SQLITE_CORRUPT, 11.*decidable restore COPY/,
    );
    assert.match(await metrics(), /^decidable_store_damaged 1$/m);
  });

  it('that a write meets is found as well', async () => {
    destroy('events');
    const answer = await running.post('/event', running.event());
    assert.equal(answer.status, 503, answer.text);
    assert.match((await ready()).text, /SQLITE_CORRUPT/);
    assert.equal(logged('the store is damaged').length, 1);
  });
});

describe('a data folder that is removed under a running service', () => {
  it('fails readiness; no write is acknowledged from then on, and no new store is begun', async () => {
    assert.equal((await running.post('/event', running.event())).status, 200);
    for (const name of readdirSync(running.folder)) rmSync(join(running.folder, name));
    const { status, text } = await ready();
    assert.equal(status, 503);
    assert.match(text, /decidable\.db was removed while the service was running/);
    assert.equal((await running.post('/event', running.event())).status, 503);
    const audit = await running.post('/catalog/audit', { csv: 'id,colour\n1,red\n2,blue\n3,\n' });
    assert.equal(audit.status, 503, 'a grading that nobody could count');
    await running.service.close();
    assert.deepEqual(
      readdirSync(running.folder).filter((name) => name.startsWith('decidable.db')),
      [],
    );
  });

  it('is noticed without a request and without a probe', async () => {
    rmSync(join(running.folder, 'decidable.db-wal'));
    while (logged('the store is damaged').length === 0)
      await new Promise((resolve) => setTimeout(resolve, 50));
    assert.match(String(logged('the store is damaged')[0]?.damage), /decidable\.db-wal was removed/);
  });

  it('is noticed where another database was put in its place', async () => {
    const path = join(running.folder, 'decidable.db');
    renameSync(path, `${path}.old`);
    new DatabaseSync(path).close();
    assert.equal(statSync(path).size, 0);
    assert.match((await ready()).text, /decidable\.db was replaced/);
  });
});

describe('a store that fails without damage', () => {
  it('is not ready, says why, and is ready again when it works; its code is logged once a minute', async () => {
    const other = new DatabaseSync(join(running.folder, 'decidable.db'));
    other.exec('BEGIN IMMEDIATE');
    try {
      assert.equal((await running.post('/event', running.event())).status, 503);
      assert.equal((await running.post('/event', running.event())).status, 503);
      assert.equal((await ready()).status, 503);
    } finally {
      other.exec('ROLLBACK');
      other.close();
    }
    assert.deepEqual(
      logged('the store, or the file that marks how far it has come, could not be used').map(
        ({ failure }) => (failure as { name: string }).name,
      ),
      ['SQLITE_BUSY'],
    );
    assert.match(await metrics(), /^decidable_store_damaged 0$/m);
    assert.equal((await ready()).status, 200);
  });
});
