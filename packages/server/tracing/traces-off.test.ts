import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { test } from 'node:test';
import { promisify } from 'node:util';

/** The modules of OpenTelemetry, and of ours for it, that a service loads until it has answered and stopped. */
async function modulesWith(environment: Readonly<Record<string, string>>): Promise<readonly string[]> {
  const running = new URL('../testing/running-service.ts', import.meta.url).href;
  const program = `
    import { registerHooks } from 'node:module';
    const loaded = new Set();
    registerHooks({
      load(url, context, next) {
        const name = /(?:@opentelemetry|packages)\\/[\\w-]+/.exec(url)?.[0];
        if (name !== undefined) loaded.add(name);
        return next(url, context);
      },
    });
    const { RunningService } = await import(${JSON.stringify(running)});
    const service = await RunningService.start(${JSON.stringify(environment)});
    const { status } = await service.post('/event', service.event());
    await service.close();
    console.log(JSON.stringify({ status, loaded: [...loaded] }));`;
  const { stdout } = await promisify(execFile)(process.execPath, ['-e', program]);
  const { status, loaded } = JSON.parse(stdout) as { status: number; loaded: string[] };
  assert.equal(status, 200);
  assert.ok(loaded.includes('packages/server'));
  return loaded.filter((name) => /opentelemetry|tracing$/.test(name)).sort();
}

const endpoint = { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:9' };

/** What prom-client, which counts the metrics, loads of its own. */
const OF_METRICS = ['@opentelemetry/api'];

test('without a collector nothing of OpenTelemetry is loaded for traces; nor where they are turned off', async () => {
  assert.deepEqual(await modulesWith({}), OF_METRICS);
  assert.deepEqual(await modulesWith({ ...endpoint, OTEL_SDK_DISABLED: 'true' }), OF_METRICS);
});

test('with a collector it is', async () => {
  const loaded = await modulesWith(endpoint);
  for (const name of [
    'packages/tracing',
    '@opentelemetry/sdk-trace',
    '@opentelemetry/exporter-trace-otlp-proto',
  ])
    assert.ok(loaded.includes(name), name);
});
