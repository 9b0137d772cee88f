import assert from 'node:assert/strict';
import { type ChildProcessByStdio, execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { DatabaseSync } from 'node:sqlite';
import type { Readable } from 'node:stream';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { fsyncsOfTheLog, loggedAt, TRACED } from '../../durability/system-calls.ts';
import { type OrganizationId, type SessionId, type Storage, StoreUnavailable } from '../ports.ts';
import { databasePath } from './connection/database.ts';
import { openSqliteStorage } from './storage.ts';

const organizationId = 'org_load' as OrganizationId;
const at = Date.UTC(2025, 2, 14);
const script = fileURLToPath(new URL('./write-load.child.ts', import.meta.url));
const isThere = (program: string) => spawnSync(program, ['--version']).status === 0;

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'decidable-faults-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

/** What a load process has said so far, by its first word. */
class Load {
  readonly said: Record<'sent' | 'kept' | 'lost', string[]> = { sent: [], kept: [], lost: [] };
  readonly child: ChildProcessByStdio<null, Readable, null>;
  readonly #lines;
  #ended = false;
  #wake = () => {};

  constructor(command: readonly string[]) {
    this.child = spawn(command[0], command.slice(1), { stdio: ['ignore', 'pipe', 'inherit'] });
    this.#lines = createInterface(this.child.stdout);
    this.#lines.on('line', (line) => {
      const [word, id] = line.split(' ');
      if (word === 'sent' || word === 'kept' || word === 'lost') this.said[word].push(id!);
      this.#wake();
    });
    this.#lines.on('close', () => {
      this.#ended = true;
      this.#wake();
    });
  }

  static node(...parameters: string[]): string[] {
    return [process.execPath, '--disable-warning=ExperimentalWarning', script, ...parameters];
  }

  /** Resolves when `count` more lines of a kind have been said. */
  async more(word: 'sent' | 'kept' | 'lost', count: number): Promise<void> {
    const enough = this.said[word].length + count;
    while (this.said[word].length < enough) {
      assert.ok(!this.#ended, 'the load process ended early');
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    }
  }

  async end(signal?: NodeJS.Signals): Promise<void> {
    const closed = once(this.child, 'close');
    if (signal !== undefined) this.child.kill(signal);
    await closed;
  }
}

/** Ids of the events in the store; every commit of the load wrote one, an exposure, a signal and its metering. */
async function found(storage: Storage): Promise<string[]> {
  const events: string[] = [];
  for await (const event of storage.outcomes.events(organizationId, 0)) events.push(event.eventId);
  let exposures = 0;
  for await (const _ of storage.outcomes.exposures(organizationId, 0)) exposures++;
  const signalled: unknown[] = [];
  for await (const { signals } of storage.sessions.since(organizationId, 0)) {
    assert.ok(
      signals.every(({ sequence }, index) => sequence === index + 1),
      'signals without a gap',
    );
    signalled.push(...signals.map(({ value }) => value));
  }
  const [line] = await storage.usage.report(organizationId, '2025-03-14', '2025-03-14');
  assert.equal(exposures, events.length, 'as many exposures as events');
  assert.deepEqual(signalled.toSorted(), events.toSorted(), 'a signal for each event');
  assert.equal(line?.requests ?? 0, events.length, 'as many metered requests as events');
  return events;
}

function allOf(wanted: readonly string[], events: readonly string[]): void {
  const there = new Set(events);
  assert.equal(there.size, events.length, 'every event once');
  assert.deepEqual(
    wanted.filter((id) => !there.has(id)),
    [],
  );
}

describe('a process that is killed', () => {
  it('has lost nothing that it acknowledged, and counted it exactly once, three times over', async () => {
    const kept: string[] = [];
    const sent: string[] = [];
    for (const round of ['a', 'b', 'c']) {
      const load = new Load(Load.node(folder, round, '100'));
      // Enough for the log to be folded in, on the thread for it, again and again.
      await load.more('kept', 12_000);
      while (statSync(databasePath(folder)).size <= 1_000_000) await load.more('kept', 1_000);
      await load.end('SIGKILL');
      kept.push(...load.said.kept);
      sent.push(...load.said.sent);
    }
    const storage = await openSqliteStorage({ folder, role: 'serve' });
    try {
      const events = await found(storage);
      allOf(kept, events);
      allOf(events, sent);
    } finally {
      await storage.close();
    }
  });

  it('leaves a folder that the next service can take at once', async () => {
    const load = new Load(Load.node(folder, 'a', '1'));
    await load.more('kept', 1);
    await assert.rejects(openSqliteStorage({ folder, role: 'serve' }), {
      name: 'FolderInUse',
      message: new RegExp(`served by process ${load.child.pid} `),
    });
    await load.end('SIGKILL');
    const storage = await openSqliteStorage({ folder, role: 'serve' });
    await storage.close();
  });
});

describe('the system calls of a process', () => {
  it('show an fsync of what was written between its writing and each acknowledgement', {
    skip: isThere('strace') ? false : 'strace is not installed',
  }, async () => {
    const trace = join(folder, 'trace');
    const load = new Load(['strace', ...TRACED, '-o', trace, ...Load.node(folder, 'traced', '8', '60')]);
    await load.end();
    assert.equal(load.said.kept.length, 60);
    const lines = readFileSync(trace, 'latin1').split('\n');
    const synced = fsyncsOfTheLog(lines);
    for (const id of load.said.kept) {
      const acknowledged = lines.findIndex((line) => line.includes(`"kept ${id}\\n"`));
      const written = loggedAt(lines, id);
      assert.ok(written !== -1 && acknowledged !== -1, `${id} is in the trace`);
      assert.ok(
        synced.some(({ began, ended }) => written < began && ended < acknowledged),
        `an fsync lies between line ${written} and line ${acknowledged}`,
      );
    }
  });
});

describe('a disk without space', () => {
  it('makes the store unavailable, and when space returns it goes on, with all that it acknowledged', {
    skip: isThere('prlimit') ? false : 'prlimit is not installed',
  }, async () => {
    // The limit of a file's size stands in for the size of the disk. Its signal is ignored, so that a write
    // past it fails with an error, as on a full disk.
    const load = new Load([
      'bash',
      '-c',
      `trap '' XFSZ; exec "$@"`,
      'bash',
      ...Load.node(folder, 'full', '20'),
    ]);
    const limit = (bytes: string) =>
      execFileSync('prlimit', ['--pid', `${load.child.pid}`, `--fsize=${bytes}:`]);
    await load.more('kept', 200);
    limit('4096');
    await load.more('lost', 50);
    limit('unlimited');
    await load.more('kept', 200);
    await load.end('SIGKILL');
    const storage = await openSqliteStorage({ folder, role: 'serve' });
    try {
      const events = await found(storage);
      allOf(load.said.kept, events);
      allOf(events, load.said.sent);
    } finally {
      await storage.close();
    }
  });

  it('makes a store unavailable that may not grow, and reads go on', async () => {
    const storage = await openSqliteStorage({ folder, role: 'serve', writer: { maxPages: 100 } });
    try {
      const data = 'x'.repeat(100_000);
      const commit = (eventId: string) =>
        storage.commit({
          organizationId,
          at,
          writes: [
            {
              kind: 'event',
              event: { eventId, sessionId: 's' as SessionId, name: 'n', at, data },
            },
          ],
        });
      await commit('first');
      await assert.rejects(commit('second'), StoreUnavailable);
      const events: string[] = [];
      for await (const { eventId } of storage.outcomes.events(organizationId, 0)) events.push(eventId);
      assert.deepEqual(events, ['first']);
    } finally {
      await storage.close();
    }
  });
});

describe('a database locked by another process', () => {
  it('makes the store unavailable for writes until the lock is gone; reads go on meanwhile', async () => {
    const storage = await openSqliteStorage({ folder, role: 'serve', writer: { patience: 50 } });
    const other = new DatabaseSync(databasePath(folder));
    try {
      const organization = { id: organizationId, name: 'Locked', createdAt: at };
      await storage.organizations.create(organization);
      other.exec('BEGIN IMMEDIATE');
      await assert.rejects(
        storage.commit({ organizationId, at, metered: '/track', writes: [] }),
        StoreUnavailable,
      );
      await assert.rejects(storage.ping(), StoreUnavailable);
      assert.deepEqual(await storage.organizations.find(organizationId), organization);
      other.exec('ROLLBACK');
      await storage.commit({ organizationId, at, metered: '/track', writes: [] });
      await storage.ping();
      const [line] = await storage.usage.report(organizationId, '2025-03-14', '2025-03-14');
      assert.equal(line?.requests, 1);
    } finally {
      other.close();
      await storage.close();
    }
  });
});
