import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { connect } from 'node:net';
import { createInterface } from 'node:readline';
import { describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { basePath } from '@decidable/contract';
import { RunningService, type TestKey } from '../testing/running-service.ts';

/** Sends the head of a request and the first bytes of its body, and no more. */
async function halfSent(address: string, key: TestKey, path: string, length: number) {
  const socket = connect(Number(new URL(address).port), '127.0.0.1');
  socket.on('error', () => {});
  await once(socket, 'connect');
  const head = [
    `POST ${basePath}${path} HTTP/1.1`,
    'host: localhost',
    'content-type: application/json',
    `x-api-key: ${key.value}`,
    `content-length: ${length}`,
  ];
  socket.write(`${head.join('\r\n')}\r\n\r\n{"csv":"`);
  return socket;
}

describe('a grading', () => {
  it('takes its place when its body is there: two that arrive slowly keep out no third', async (t) => {
    const running = await RunningService.start({ RATE_LIMIT_GRADING: '2:1000' });
    t.after(() => running.close());
    const slow = await Promise.all(
      [1, 2].map(() => halfSent(running.service.address, running.key, '/catalog/audit', 5_000)),
    );
    t.after(() => {
      for (const socket of slow) socket.destroy();
    });
    // Their heads have been read when a later request has been answered.
    assert.equal((await running.post('/event', running.event())).status, 200);
    for (let n = 0; n < 3; n++) {
      assert.equal((await running.post('/catalog/audit', { csv: 'id,a\n1,2\n2,3' })).status, 200);
    }
  });

  it('counts once against its rate, though that is looked at before the body and after it', async (t) => {
    const running = await RunningService.start({ RATE_LIMIT_GRADING: '0.001:2' });
    t.after(() => running.close());
    const audit = () => running.post('/catalog/audit', { csv: 'id,a\n1,2\n2,3' });
    assert.deepEqual(
      [(await audit()).status, (await audit()).status, (await audit()).status],
      [200, 200, 429],
    );
  });
});

/** The service in a process with a small heap. */
async function startProcess(heap: number) {
  const script = fileURLToPath(new URL('../testing/service-process.ts', import.meta.url));
  const child: ChildProcess = spawn(process.execPath, [`--max-old-space-size=${heap}`, script], {
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  let errors = '';
  child.stderr!.on('data', (chunk) => {
    errors += chunk;
  });
  for await (const line of createInterface(child.stdout!)) {
    const started = JSON.parse(line) as TestKey & { readonly address: string };
    child.stdout!.resume();
    return { child, errors: () => errors, ...started };
  }
  throw new Error(`The service did not start: ${errors}`);
}

describe('large bodies', () => {
  it('60 of 2 MB at once from one address do not end a process with a small heap', async (t) => {
    const { child, errors, address, organizationId, value } = await startProcess(128);
    t.after(() => child.kill('SIGKILL'));
    const attributes = (n: number) => ({
      title: `Boots ${n} `.repeat(50),
      description: `Leather boots number ${n} for long walks. `.repeat(24),
      care: `Wash number ${n} by hand. `.repeat(15),
    });
    const results = Array.from({ length: 1_000 }, (_, n) => ({ id: `sku-${n}`, attributes: attributes(n) }));
    const body = JSON.stringify({ sessionId: 's-1', organizationId, results, query: 'leather boots' });
    assert.ok(body.length > 1_800_000 && body.length < 2 * 1024 * 1024, String(body.length));
    const send = async () => {
      const response = await fetch(`${address}${basePath}/rerank`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-api-key': value },
        body,
      });
      await response.text();
      return response.status;
    };
    const statuses = await Promise.all(Array.from({ length: 60 }, send)).catch((error: unknown) => {
      assert.fail(`${error} ${errors()}`);
    });
    assert.deepEqual(
      statuses.filter((status) => status !== 200 && status !== 429 && status !== 503),
      [],
    );
    assert.ok(statuses.includes(200));
    assert.equal(await send(), 200);
    assert.equal(child.exitCode, null);
  });
});
