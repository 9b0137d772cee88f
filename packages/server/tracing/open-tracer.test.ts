import assert from 'node:assert/strict';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { isMissing } from './open-tracer.ts';

test('the package of traces is missing where it is not there, not where something is missing that it needs', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'decidable-tracing-'));
  const failureIn = async (name: string) => {
    const file = join(folder, `${name}.mjs`);
    await writeFile(file, "await import('@decidable/tracing');");
    return import(pathToFileURL(file).href).then(
      () => assert.fail('it was found'),
      (error: unknown) => error,
    );
  };
  try {
    assert.equal(isMissing(await failureIn('without')), true);
    const broken = join(folder, 'node_modules/@decidable/tracing');
    await mkdir(broken, { recursive: true });
    await writeFile(join(broken, 'package.json'), '{"type":"module","exports":"./index.js"}');
    await writeFile(join(broken, 'index.js'), "import '@opentelemetry/gone';");
    const failure = await failureIn('broken');
    assert.equal(Object(failure).code, 'ERR_MODULE_NOT_FOUND');
    assert.equal(isMissing(failure), false);
    assert.equal(isMissing(new Error("'@decidable/tracing'")), false);
  } finally {
    await rm(folder, { recursive: true });
  }
});
