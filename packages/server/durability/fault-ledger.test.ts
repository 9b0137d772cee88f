import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { mintKey } from '../keys/mint-key.ts';
import { openSqliteStorage } from '../storage/index.ts';
import type { OrganizationId } from '../storage/ports.ts';
import { BALANCED, balance, Ledger } from './acknowledged-writes.ts';
import { DISK_TRACED, TracedDisk } from './disk-trace.ts';
import { ServiceProcess } from './service-process.ts';
import { bytesIn, callsOf } from './system-calls.ts';

/*
 * One store through every fault, and one ledger of all writes that were acknowledged. After each fault the store has each
 * of them once.
 */

const organizationId = 'org_ledger' as OrganizationId;
const hour = 3_600_000;
const missing = ['strace', 'prlimit'].filter((program) => spawnSync(program, ['--version']).status !== 0);

/** Acknowledged writes in all, at least. */
const ENOUGH = 10_000;
/** Power cuts, at points that are spread over the trace. */
const CUTS = 16;

let place: string;
let folder: string;
let ledger: Ledger;

before(async () => {
  place = mkdtempSync(join(tmpdir(), 'decidable-ledger-'));
  folder = join(place, 'data');
  const storage = await openSqliteStorage({ folder, role: 'command' });
  const { value, ...minted } = mintKey();
  await storage.organizations.create({ id: organizationId, name: 'Ledger', createdAt: 0 });
  await storage.keys.create({ ...minted, organizationId, origins: [], createdAt: 0 });
  await storage.close();
  ledger = new Ledger(organizationId, value);
});
after(() => rmSync(place, { recursive: true, force: true }));

async function balanced(): Promise<void> {
  const found = await balance(folder, organizationId, ledger.acknowledged, ledger.wasSent);
  assert.deepEqual(found.balance, BALANCED);
}

/** Writes to a service while `work` does it harm, then kills it and compares the store with the ledger. */
async function through(
  work: (service: ServiceProcess) => Promise<void>,
  command: readonly string[] = [],
): Promise<void> {
  const service = await ServiceProcess.start(folder, command);
  ledger.begin(service);
  try {
    await work(service);
  } finally {
    await service.end('SIGKILL');
    await ledger.pause();
  }
  await balanced();
}

describe('the ledger of acknowledged writes', {
  skip: missing.length > 0 && `${missing} not installed`,
}, () => {
  for (const round of [1, 2, 3, 4]) {
    it(`balances after kill ${round} of 4 under load`, () => through(() => ledger.more(1_600)));
  }

  it('balances after a service was stopped and continued', () =>
    through(async (service) => {
      for (let time = 0; time < 3; time++) {
        await ledger.more(250);
        service.signal('SIGSTOP');
        await new Promise((resolve) => setTimeout(resolve, 200));
        service.signal('SIGCONT');
      }
      await ledger.more(250);
    }));

  it('balances after its clock went back and forth', () =>
    through(async (service) => {
      for (const by of [20 * hour, -30 * hour, -5 * hour, 15 * hour]) {
        await service.moveClock(by);
        await ledger.more(200);
      }
    }));

  it('balances after writes that the disk cut short, and after a full disk', () =>
    through(
      async (service) => {
        // The first limit lies inside a page of the log, the second before all of them.
        for (const limit of ['10000', '4096', '30011']) {
          await ledger.more(200);
          service.limitFiles(limit);
          await ledger.moreRefused(100);
          service.limitFiles('unlimited');
        }
        await ledger.more(200);
      },
      // The signal of the limit is ignored, so that a write fails as on a full disk.
      ['bash', '-c', `trap '' XFSZ; exec "$@"`, 'bash'],
    ));

  it('balances after I/O errors of writes and syncs', () => {
    const path = (name: string) => ['-P', join(folder, name)];
    const fail = (call: string, error: string, when: string) => [
      '-e',
      `inject=${call}:error=${error}:when=${when}`,
    ];
    const command = [
      ...['strace', '-f', '-qq', '-o', '/dev/null', '--seccomp-bpf', '-e', 'trace=pwrite64,fdatasync'],
      ...[...path('decidable.db'), ...path('decidable.db-wal')],
      ...fail('fdatasync', 'EIO', '9+17'),
      ...fail('pwrite64', 'ENOSPC', '150+203'),
    ];
    return through(async () => {
      await ledger.moreRefused(50);
      await ledger.more(600);
    }, command);
  });

  it(`balances after each of ${CUTS} power cuts, and no cut is taken for damage`, async () => {
    const filesBefore = new Map(
      readdirSync(folder)
        .filter((name) => !name.endsWith('-shm') && !name.startsWith('serve.'))
        .map((name) => [name, readFileSync(join(folder, name))]),
    );
    const earlier = [...ledger.acknowledged];
    const trace = join(place, 'trace');
    await through(() => ledger.more(1_200), ['strace', ...DISK_TRACED, '-o', trace]);
    const calls = callsOf(readFileSync(trace, 'latin1').split('\n'));
    const acknowledgedAt = calls.flatMap(({ name, args, began }) => {
      if (!/^(write|writev|sendto|sendmsg)$/.test(name)) return [];
      const text = bytesIn(args).toString('latin1');
      return [...text.matchAll(/HTTP\/1\.1 200[\s\S]*?\nx-correlation-id: ([\w-]+)/gi)].flatMap(
        ([, answer = '']) => {
          const id = ledger.answers.get(answer);
          return id === undefined ? [] : [{ id, began }];
        },
      );
    });
    assert.ok(acknowledgedAt.length >= 1_200, `${acknowledgedAt.length} answers are in the trace`);
    const from = calls.findIndex(({ began }) => began >= acknowledgedAt[0]!.began);
    const random = seeded(7);
    const cuts = new Set(
      Array.from(
        { length: CUTS },
        (_, n) => from + Math.floor(((n + random()) / CUTS) * (calls.length - from)),
      ),
    );
    const disk = new TracedDisk(folder, filesBefore);
    for (const [number, call] of calls.entries()) {
      if (cuts.has(number)) {
        const left = join(place, `cut-${number}`);
        mkdirSync(left);
        for (const [name, bytes] of disk.cut(random)) writeFileSync(join(left, name), bytes);
        const here = acknowledgedAt.filter(({ began }) => began < call.began).map(({ id }) => id);
        const found = await balance(left, organizationId, [...earlier, ...here], ledger.wasSent);
        assert.deepEqual({ number, ...found.balance }, { number, ...BALANCED });
        rmSync(left, { recursive: true });
      }
      disk.carryOut(call);
    }
  });

  it(`has at least ${ENOUGH.toLocaleString('en-GB')} writes, and each is in the store once`, async (t) => {
    assert.ok(ledger.acknowledged.size >= ENOUGH, `${ledger.acknowledged.size}`);
    const { found, balance: difference } = await balance(
      folder,
      organizationId,
      ledger.acknowledged,
      ledger.wasSent,
    );
    assert.deepEqual(difference, BALANCED);
    t.diagnostic(
      `${ledger.acknowledged.size} acknowledged, ${found} found, ${ledger.refused} without an answer or refused`,
    );
  });
});

/** Numbers in [0, 1) that are the same for the same seed (mulberry32). */
function seeded(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
