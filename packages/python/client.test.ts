import assert from 'node:assert/strict';
import { globSync } from 'node:fs';
import { after, before, test } from 'node:test';
import { ProxiedService } from './testing/proxied-service.ts';
import { pythonFor } from './testing/python.ts';

const { python, skip } = pythonFor();
let service: ProxiedService;

before(async () => {
  if (!skip) service = await ProxiedService.start({ RATE_LIMIT_SESSION: '1:5' });
});
after(() => service?.close());

for (const file of globSync('tests/test_*.py', { cwd: import.meta.dirname }).sort()) {
  test(`the tests of ${file} pass`, { skip }, async () => {
    const { stderr } = await service.run(python, '-m', 'unittest', '-v', file);
    const [, count] = /^Ran (\d+) tests? in /m.exec(stderr) ?? [];
    assert.ok(Number(count) > 0, stderr);
    assert.match(stderr, /^OK$/m, stderr);
  });
}
