import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { test } from 'node:test';

/** The standard error of a script: V8 reports an unknown flag there, and continues. */
function standardErrorOf(code: string): string {
  const collector = JSON.stringify(new URL('./garbage-collector.ts', import.meta.url).href);
  const script = `const { tuneCollector } = await import(${collector}); ${code}`;
  const { stderr, status } = spawnSync(process.execPath, ['--input-type=module', '-e', script], {
    encoding: 'utf8',
  });
  assert.equal(status, 0, stderr);
  return stderr;
}

test('V8 knows the flags of the collector, on one core and on several', () => {
  assert.equal(standardErrorOf('tuneCollector();'), '');
  assert.equal(
    standardErrorOf(
      `const os = (await import('node:os')).default; const { syncBuiltinESMExports } = await import('node:module');
       os.availableParallelism = () => 1; syncBuiltinESMExports(); tuneCollector();`,
    ),
    '',
  );
});

test('V8 would report an unknown flag', () => {
  assert.match(
    standardErrorOf(`(await import('node:v8')).setFlagsFromString('--no-such-flag-of-a-collector');`),
    /no-such-flag/,
  );
});
