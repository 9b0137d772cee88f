import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { decidable, LAUNCHER } from '../../testing/command.ts';

let place: string;
let folder: string;
beforeEach(async () => {
  place = mkdtempSync(join(tmpdir(), 'decidable-doctor-'));
  folder = join(place, 'data');
  const { code, stderr } = await decidable(['orgs', 'create', 'Shop', '--data', folder]);
  assert.equal(code, 0, stderr);
  chmodSync(folder, 0o700);
});
afterEach(() => rmSync(place, { recursive: true }));

const serve = ['serve', '--port', '0', '--operations-port', '0'];
/** Commands that open the store, by what they do to it. */
const commands = [serve, ['orgs', 'list']];

/** A refusal that tells the user what is wrong and what to do, and is no fault of the program. */
function assertRefused(result: { code: number | null; stderr: string }, message: RegExp): void {
  assert.equal(result.code, 2, result.stderr);
  assert.match(result.stderr, message);
  assert.doesNotMatch(result.stderr, /our fault|^\s+at /m);
}

/** Runs the command under another program, such as a tracer that injects faults. */
function under(program: readonly string[], args: readonly string[]) {
  const [first = '', ...rest] = program;
  const { status, stderr, stdout } = spawnSync(first, [...rest, process.execPath, LAUNCHER, ...args], {
    encoding: 'utf8',
    env: { ...process.env, NODE_OPTIONS: '' },
  });
  return { code: status, stderr, stdout };
}

async function findings(
  ...args: readonly string[]
): Promise<{ code: number | null; verdicts: Record<string, string>; text: string }> {
  const { code, stdout } = await decidable(['doctor', '--data', folder, '--json', ...args], {
    env: { OPERATIONS_PORT: '9' },
  });
  const { checks } = JSON.parse(stdout) as { checks: { check: string; verdict: string; remedy?: string }[] };
  for (const { check, verdict, remedy } of checks) {
    // What is wrong with a store is told with its remedy in one message.
    if (check !== 'store' || verdict !== 'problem') assert.equal(remedy === undefined, verdict === 'fine');
  }
  return {
    code,
    verdicts: Object.fromEntries(checks.map(({ check, verdict }) => [check, verdict])),
    text: stdout,
  };
}

describe('decidable doctor', () => {
  it('finds a new installation fine, and changes nothing', async () => {
    const before = readdirSync(folder);
    const { code, verdicts, text } = await findings();
    assert.equal(code, 0, text);
    // The machine of a test may have a full disk, or its temporary files in memory.
    const { 'disk space': _, 'file system': __, settings: ___, ...others } = verdicts;
    assert.deepEqual(new Set(Object.values(others)), new Set(['fine']), text);
    assert.deepEqual(readdirSync(folder), before);
  });

  it('says once that there is no store', async () => {
    const of = join(place, 'empty');
    mkdirSync(of, { mode: 0o700 });
    const { stdout } = await decidable(['doctor', '--data', of, '--json'], { env: { OPERATIONS_PORT: '9' } });
    const { checks } = JSON.parse(stdout) as { checks: { check: string; verdict: string }[] };
    const verdicts = new Map(checks.map(({ check, verdict }) => [check, verdict]));
    assert.deepEqual(
      ['store', 'retention', 'clock'].map((check) => verdicts.get(check)),
      ['notice', 'fine', 'fine'],
      stdout,
    );
  });

  it('passes over a file that is gone when its turn comes, as those are that a service renames', async () => {
    symlinkSync(join(folder, 'nothing'), join(folder, 'store.json.service'));
    const { verdicts, text } = await findings();
    assert.equal(verdicts['data folder'], 'fine', text);
  });

  it('finds a damaged store, and exits with 2', async () => {
    truncateSync(join(folder, 'decidable.db'), 50_000);
    const { code, verdicts, text } = await findings();
    assert.equal(code, 2);
    assert.equal(verdicts.store, 'problem');
    assert.match(text, /decidable restore/);
  });

  it('tells of pending usage, of facts that are kept too long, and of a clock that is behind', async () => {
    writeFileSync(join(folder, 'owed-usage.jsonl'), '{}\n{}\n');
    const database = new DatabaseSync(join(folder, 'decidable.db'));
    database.exec(`INSERT INTO events (organization_id, at, event_id, session_id, name) VALUES ('o', 0, 'e', 's', 'n');
      INSERT INTO pulse (id, at) VALUES (1, ${Date.now() + 3_600_000}) ON CONFLICT DO UPDATE SET at = excluded.at`);
    database.close();
    const { code, verdicts, text } = await findings();
    assert.equal(code, 0, 'no problem, but notices');
    assert.deepEqual(
      [verdicts['pending usage'], verdicts.retention, verdicts.clock],
      ['notice', 'notice', 'notice'],
    );
    assert.match(text, /2 answered requests wait/);
    assert.match(text, /outcomes are kept for \d+ days too long/);
  });

  it('finds settings with which the service would not start', async () => {
    const { code, stdout } = await decidable(['doctor', '--data', folder], { env: { PORT: 'x' } });
    assert.equal(code, 2);
    assert.match(stdout, /problem.*settings.*PORT/);
  });

  it('says so where there is no data folder', async () => {
    assertRefused(await decidable(['doctor', '--data', join(place, 'nowhere')]), /there is no data folder/);
  });
});

describe('a damaged store', () => {
  it('is refused by every command, with the file and the way back', async () => {
    truncateSync(join(folder, 'decidable.db'), 0);
    for (const command of commands) {
      const result = await decidable([...command, '--data', folder]);
      assertRefused(result, /decidable\.db is empty.*decidable restore COPY --data .* --replace/);
    }
  });

  it('is back after one command', async () => {
    const copy = join(place, 'copy');
    assert.equal((await decidable(['backup', copy, '--data', folder])).code, 0);
    truncateSync(join(folder, 'decidable.db'), 0);
    assertRefused(await decidable(['restore', copy, '--data', folder]), /--replace/);
    const { code, stderr } = await decidable(['restore', copy, '--data', folder, '--replace']);
    assert.equal(code, 0, stderr);
    const { stdout } = await decidable(['orgs', 'list', '--data', folder]);
    assert.match(stdout, /Shop/);
  });
});

describe('a store of a later release', () => {
  it('is refused by every command, and left as it is', async () => {
    const path = join(folder, 'decidable.db');
    const set = new DatabaseSync(path);
    set.exec('PRAGMA user_version = 9000');
    set.close();
    for (const command of [...commands, ['restore', path, '--replace']]) {
      assertRefused(await decidable([...command, '--data', folder]), /later release \(schema 9000/);
    }
    const database = new DatabaseSync(path);
    assert.equal(database.prepare('PRAGMA user_version').get()?.user_version, 9000);
    database.close();
  });
});

describe('a data folder that may not be written', () => {
  /** The superuser may write anywhere, unless it gives up that right. */
  const bound =
    process.getuid?.() === 0
      ? ['setpriv', '--bounding-set', '-dac_override,-dac_read_search', '--']
      : ['env'];

  it('is refused by every command, with the reason', () => {
    for (const name of readdirSync(folder)) chmodSync(join(folder, name), 0o400);
    chmodSync(folder, 0o500);
    try {
      for (const command of commands) {
        assertRefused(
          under(bound, [...command, '--data', folder]),
          /data folder .* cannot be used now .*(permission|readonly|unable to open)/i,
        );
      }
      const { code, stdout } = under(bound, ['doctor', '--data', folder]);
      assert.equal(code, 2);
      assert.match(stdout, /problem +data folder .*cannot be read and written/);
    } finally {
      chmodSync(folder, 0o700);
    }
  });

  it('is refused where it would have to be made', () => {
    chmodSync(place, 0o500);
    try {
      for (const command of [serve, ['orgs', 'create', 'Other']]) {
        const result = under(bound, [...command, '--data', join(place, 'new')]);
        assertRefused(result, /data folder .* cannot be used now .*permission denied/);
      }
    } finally {
      chmodSync(place, 0o700);
    }
  });
});

describe('a full disk', {
  skip: spawnSync('strace', ['--version']).status === 0 ? false : 'strace is not installed',
}, () => {
  const full = [
    'strace',
    '-f',
    '-qq',
    '-o',
    '/dev/null',
    '-e',
    'trace=pwrite64',
    '-e',
    'inject=pwrite64:error=ENOSPC',
  ];

  it('at the start of a command that writes is told as such; the service waits for space', () => {
    assertRefused(
      under(full, ['orgs', 'create', 'Other', '--data', folder]),
      /data folder .* cannot be used now .*disk is full/,
    );
    assertRefused(under(full, ['orgs', 'create', 'New', '--data', join(place, 'new')]), /disk is full/);
  });

  it('refuses a backup whose name is not on the disk, and leaves nothing of it', () => {
    const failing = ['strace', '-f', '-qq', '-o', '/dev/null', '-P', place];
    assertRefused(
      under([...failing, '-e', 'inject=fsync:error=EIO'], ['backup', join(place, 'copy'), '--data', folder]),
      /The copy .* cannot be made \(EIO.*\)\. Nothing is left of it\./,
    );
    assert.deepEqual(readdirSync(place), ['data']);
  });

  it('refuses a backup, and leaves nothing of it', () => {
    assertRefused(
      under(full, ['backup', join(place, 'copy'), '--data', folder]),
      /The copy .* cannot be made \((?:database or disk is full|disk I\/O error)\)/,
    );
    assert.deepEqual(readdirSync(place), ['data']);
  });
});
