import assert from 'node:assert/strict';
import { test } from 'node:test';
import { buffersIn } from './transferred.ts';

test('the buffers of bytes are found wherever they lie in a job, each once', () => {
  const [file, csv, list, part] = [3, 4, 5, 6].map((length) => new Uint8Array(length));
  const job = {
    file: { name: 'a.csv', bytes: file },
    earlier: { csv, roles: { title: null } },
    again: new Uint8Array(csv.buffer),
    cells: [list],
    files: [{ name: 'b.csv', bytes: part }],
    names: ['a', 'b'],
    missing: undefined,
  };
  assert.deepEqual(new Set(buffersIn(job)), new Set([file.buffer, csv.buffer, list.buffer, part.buffer]));
  assert.equal(buffersIn(job).length, 4);
});

test('bytes within a larger buffer are left to whoever has the rest, and empty ones are passed over', () => {
  assert.deepEqual(buffersIn({ part: new Uint8Array(10).subarray(2, 5), none: new Uint8Array(0) }), []);
});
