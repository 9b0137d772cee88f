import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { test } from 'node:test';

/** V8 tells of a flag that it does not know on standard error, and goes on. */
function saidBy(code: string): string {
  const collector = JSON.stringify(new URL('./collector.ts', import.meta.url).href);
  const script = `const { tuneCollector } = await import(${collector}); ${code}`;
  const { stderr, status } = spawnSync(process.execPath, ['--input-type=module', '-e', script], {
    encoding: 'utf8',
  });
  assert.equal(status, 0, stderr);
  return stderr;
}

test('V8 knows the flags of the collector, on one core and on several', () => {
  assert.equal(saidBy('tuneCollector();'), '');
  assert.equal(
    saidBy(
      `const os = (await import('node:os')).default; const { syncBuiltinESMExports } = await import('node:module');
       os.availableParallelism = () => 1; syncBuiltinESMExports(); tuneCollector();`,
    ),
    '',
  );
});

test('a flag that V8 does not know would be told', () => {
  assert.match(
    saidBy(`(await import('node:v8')).setFlagsFromString('--no-such-flag-of-a-collector');`),
    /no-such-flag/,
  );
});
