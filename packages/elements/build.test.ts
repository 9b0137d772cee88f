import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { test } from 'node:test';
import { promisify } from 'node:util';
import { gzipSync } from 'node:zlib';
import { buildModule } from './build.ts';

/** Bytes of the module with gzip -9. Set by hand: 4.5 kB. */
const MOST_BYTES = 4500;

test(`the three elements together have at most ${MOST_BYTES} bytes, compressed`, async () => {
  const bytes = gzipSync(await buildModule(), { level: 9 }).length;
  assert.ok(bytes <= MOST_BYTES, `${bytes} bytes`);
});

test('on a server the module is imported without a document, and defines nothing', async () => {
  const module = await buildModule();
  const globals = 'JSON.stringify(Object.getOwnPropertyNames(globalThis))';
  const script = `const before = ${globals};
const { DecidableShelf } = await import('data:text/javascript,' + encodeURIComponent(${JSON.stringify(module)}));
console.log(typeof DecidableShelf, before === ${globals});`;
  const run = promisify(execFile);
  const { stdout, stderr } = await run(process.execPath, ['--input-type=module', '-e', script]);
  assert.equal(stdout, 'function true\n');
  assert.equal(stderr, '');
});
