import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { openForWriting } from '../connection/database.ts';
import { migrate } from '../connection/schema.ts';
import { GroupCommit } from '../writer/group-commit.ts';
import { MarkMaker } from './mark-maker.ts';
import { MarkerFile, markerPath, readMarker, writeMarkerNow } from './marker-file.ts';
import { markOf } from './start-check.ts';

let folder: string;
let database: DatabaseSync;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'decidable-marks-'));
  database = openForWriting(folder);
  migrate(database);
});
afterEach(() => {
  database.close();
  rmSync(folder, { recursive: true });
});

describe('marks', () => {
  it('are due at first, again after a second, and after each checkpoint', () => {
    const marks = new MarkMaker(database);
    assert.ok(marks.isDue(0));
    marks.prepare();
    marks.keep(marks.advance(), 5_000);
    assert.ok(!marks.isDue(5_999));
    assert.ok(marks.isDue(6_000));
    marks.checkpointBegins();
    assert.ok(marks.isDue(5_001));
  });

  it('grow by one, and are told with the part of the log that was durable with them', () => {
    const group = new GroupCommit(database, 'local');
    group.mark();
    const first = group.takeMark();
    group.mark();
    const second = group.takeMark();
    assert.equal(second?.number, (first?.number ?? 0) + 1);
    assert.deepEqual(markOf(database)?.number, second?.number);
    assert.equal(first?.store, second?.store);
    assert.match(first?.store ?? '', /^[0-9a-f]{32}$/);
    assert.ok((second?.log?.frames ?? 0) > (first?.log?.frames ?? Number.POSITIVE_INFINITY));
    assert.equal(group.takeMark(), undefined);
  });

  it('of a transaction that failed are not told', () => {
    const group = new GroupCommit(database, 'local');
    database.exec(`CREATE TRIGGER full BEFORE UPDATE ON store_marks BEGIN SELECT RAISE(ABORT, 'full'); END`);
    assert.throws(() => group.mark(), /full/);
    assert.equal(group.takeMark(), undefined);
    assert.equal(markOf(database)?.number, 0);
  });
});

describe('the marker file', () => {
  it('holds the newest mark when it is written', async () => {
    const file = new MarkerFile(folder, (error) => assert.fail(String(error)));
    for (let number = 1; number <= 20; number++) file.write({ store: 's', number });
    await file.written();
    assert.equal(readMarker(folder)?.number, 20);
  });

  it('stays as it was where it cannot be written, and says so', async () => {
    writeMarkerNow(folder, { store: 's', number: 1 });
    const failures: unknown[] = [];
    const file = new MarkerFile(join(folder, 'nowhere'), (error) => failures.push(error));
    file.write({ store: 's', number: 2 });
    await file.written();
    assert.equal(failures.length, 1);
    assert.equal(readMarker(folder)?.number, 1);
  });

  it('that is no mark is damage; none is no mark', () => {
    assert.equal(readMarker(folder), undefined);
    for (const text of ['', '{"store":"s"}', 'null', '\0'.repeat(40)]) {
      writeFileSync(markerPath(folder), text);
      assert.throws(() => readMarker(folder), { name: 'DamagedStore', message: /store\.json is damaged/ });
    }
  });
});
