import assert from 'node:assert/strict';
import { execFile, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { it } from 'node:test';
import { promisify } from 'node:util';
import { RunningService } from '../testing/running-service.ts';
import { createWebhook, webhookPath } from './index.ts';

const missing = ['bash', 'openssl', 'curl'].filter((program) => spawnSync('which', [program]).status !== 0);
const skip = missing.length > 0 && process.env.CI !== 'true' && `needs ${missing.join(', ')}`;

it('the lines of the guide deliver an event', { skip }, async () => {
  const guide = readFileSync(new URL('../../../docs/guides/webhooks.md', import.meta.url), 'utf8');
  const lines = [...guide.matchAll(/^```sh\n([\s\S]*?)^```$/gm)]
    .map(([, text = '']) => text)
    .find((text) => text.includes('x-signature'))!;
  const running = await RunningService.start();
  try {
    const { storage, address } = running.service;
    const { organizationId } = running.key;
    const { webhook, secret } = await createWebhook(
      storage,
      organizationId,
      { sender: 'segment' },
      Date.now(),
    );
    const env = { ...process.env, WEBHOOK: webhookPath(webhook), SECRET: secret };
    const { stdout } = await promisify(execFile)(
      'bash',
      ['-euc', lines.replace('http://localhost:8787', address)],
      { env },
    );
    assert.equal(stdout, '{"received":1,"recorded":1,"ignored":0}');
    assert.ok(guide.includes(stdout));
  } finally {
    await running.close();
  }
});
