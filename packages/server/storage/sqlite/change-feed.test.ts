import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, it } from 'node:test';
import type { OrganizationId } from '../ports.ts';
import { announcer, CHANGES_KEPT, SqliteChangeFeed } from './change-feed.ts';
import { openForReading, openForWriting } from './connection/database.ts';
import { Reader } from './connection/reader.ts';
import { migrate } from './connection/schema.ts';

describe('a change feed that looks seldom', () => {
  let folder: string;
  let database: DatabaseSync;
  let reader: Reader;
  let feed: SqliteChangeFeed;
  let heard: (number | 'missed')[];

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'decidable-changes-'));
    database = openForWriting(folder);
    migrate(database);
    reader = new Reader(openForReading(folder));
    feed = new SqliteChangeFeed(reader);
    heard = [];
    feed.subscribe({ changed: ({ version }) => heard.push(version), missed: () => heard.push('missed') });
  });
  afterEach(() => {
    reader.close();
    database.close();
    rmSync(folder, { recursive: true });
  });

  const change = (times: number) => {
    const announce = announcer(database);
    database.exec('BEGIN');
    for (let n = 0; n < times; n++) announce('org_a', 'model');
    database.exec('COMMIT');
  };

  it('hears of every change while they are kept', () => {
    change(CHANGES_KEPT);
    feed.pollNow();
    assert.equal(heard.length, CHANGES_KEPT);
    assert.ok(!heard.includes('missed'));
  });

  it('is told of a gap where it has missed some, and then goes on after them', () => {
    change(CHANGES_KEPT + 1);
    feed.pollNow();
    assert.deepEqual(heard, ['missed']);
    change(1);
    feed.pollNow();
    assert.deepEqual(heard, ['missed', CHANGES_KEPT + 2]);
  });

  it('calls listeners of one subject for every organization after a gap', () => {
    const insert = database.prepare(
      'INSERT INTO organizations (organization_id, name, created_at) VALUES (?, ?, 0)',
    );
    for (const id of ['org_a', 'org_b']) insert.run(id, id);
    const organizations: OrganizationId[] = [];
    feed.onChange(['catalogue'], (id) => organizations.push(id));
    change(1);
    feed.pollNow();
    assert.deepEqual(organizations, []);
    change(CHANGES_KEPT + 1);
    feed.pollNow();
    assert.deepEqual(organizations, ['org_a', 'org_b']);
  });

  it('tells a subscription that has ended nothing more, and others go on', () => {
    const end = feed.subscribe({ changed: () => assert.fail('ended'), missed: () => assert.fail('ended') });
    end();
    change(1);
    feed.pollNow();
    assert.deepEqual(heard, [1]);
  });
});
