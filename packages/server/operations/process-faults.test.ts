import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { describe, it } from 'node:test';

describe('a process that serves', () => {
  it('goes on after a rejection that nobody handled, which its log and its metrics tell; stops after an exception', async (t) => {
    const folder = await mkdtemp(join(tmpdir(), 'decidable-test-'));
    const child = spawn(process.execPath, [join(import.meta.dirname, 'faulty-service.child.ts')], {
      stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
      env: {
        ...process.env,
        DECIDABLE_DATA: folder,
        HOST: '127.0.0.1',
        PORT: '0',
        OPERATIONS_PORT: '0',
        LOG_LEVEL: 'fatal',
        LAME_DUCK_SECONDS: '0',
      },
    });
    t.after(async () => {
      child.kill('SIGKILL');
      await rm(folder, { recursive: true, force: true });
    });
    const [operations] = (await once(child, 'message')) as [string];
    const lines = createInterface(child.stdout!)[Symbol.asyncIterator]();
    const told = async () => {
      const { level, msg, fault } = JSON.parse((await lines.next()).value as string);
      return { level, msg, name: fault.name };
    };

    child.send('reject');
    assert.deepEqual(await told(), {
      level: 60,
      msg: 'a promise was rejected and nobody handled it: the service goes on',
      name: 'RangeError',
    });
    const metrics = await (await fetch(`${operations}/metrics`)).text();
    assert.match(metrics, /^decidable_unhandled_rejections_total 1$/m);
    assert.equal((await fetch(`${operations}/ready`)).status, 200);

    const ended = once(child, 'exit');
    child.send('throw');
    assert.deepEqual(await told(), {
      level: 60,
      msg: 'an exception that nobody caught: the service stops',
      name: 'RangeError',
    });
    assert.deepEqual(await ended, [1, null]);
  });
});
