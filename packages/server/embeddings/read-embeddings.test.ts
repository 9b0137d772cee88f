import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { ConfigError, readConfig } from '../config.ts';

const folder = mkdtempSync(join(tmpdir(), 'embeddings-'));
after(() => rmSync(folder, { recursive: true }));

const url = 'http://localhost:8080/v1/embeddings';
const problemsOf = (environment: Record<string, string>): string => {
  try {
    readConfig(environment);
  } catch (error) {
    assert.ok(error instanceof ConfigError);
    return error.problems.join('\n');
  }
  return '';
};

test('embeddings are off where no address is set, whatever else is', () => {
  assert.equal(readConfig({}).embeddings, undefined);
  assert.equal(readConfig({ EMBEDDINGS_MODEL: 'small', EMBEDDINGS_KEY: 'k' }).embeddings, undefined);
});

test('address, model, key of a file and limits are read', () => {
  const file = join(folder, 'key');
  writeFileSync(file, ' secret-key\n');
  const environment = { EMBEDDINGS_URL: url, EMBEDDINGS_MODEL: 'small', EMBEDDINGS_KEY_FILE: file };
  assert.deepEqual(readConfig({ ...environment, EMBEDDINGS_MEMORY_MB: '2' }).embeddings, {
    url,
    model: 'small',
    key: 'secret-key',
    deadline: 150,
    leastSimilarity: 0.4,
    memory: 2 * 1024 * 1024,
  });
});

test('what cannot be used is named with what it should look like, and no secret is repeated', () => {
  const model = { EMBEDDINGS_MODEL: 'small' };
  assert.match(problemsOf({ EMBEDDINGS_URL: url }), /EMBEDDINGS_MODEL must name/);
  assert.match(problemsOf({ EMBEDDINGS_URL: 'ftp://secret', ...model }), /EMBEDDINGS_URL must be an address/);
  const withUser = problemsOf({ EMBEDDINGS_URL: 'http://me:secret@host/v1', ...model });
  assert.match(withUser, /without a user/);
  const spaced = problemsOf({ EMBEDDINGS_URL: url, ...model, EMBEDDINGS_KEY: 'secret two' });
  assert.match(spaced, /EMBEDDINGS_KEY must be printable/);
  const both = problemsOf({
    EMBEDDINGS_URL: url,
    ...model,
    EMBEDDINGS_KEY: 'secret',
    EMBEDDINGS_KEY_FILE: join(folder, 'no'),
  });
  assert.match(both, /EMBEDDINGS_KEY_FILE must be absent[\s\S]*can be read \(ENOENT\)/);
  assert.match(problemsOf({ EMBEDDINGS_LEAST_SIMILARITY: '1.1' }), /from 0 to 1/);
  assert.match(problemsOf({ EMBEDDINGS_DEADLINE_MS: '0' }), /from 1 to 10000/);
  assert.ok(![withUser, spaced, both].join().includes('secret'));
});
