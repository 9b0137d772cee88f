import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { TracedDisk } from './disk-trace.ts';
import { bytesIn, callsOf } from './system-calls.ts';

const hex = (text: string) =>
  [...Buffer.from(text)].map((byte) => `\\x${byte.toString(16).padStart(2, '0')}`).join('');
const file = (name: string) => `7<${hex(`/data/${name}`)}>`;
const pwrite = (name: string, text: string, offset: number) =>
  `1 pwrite64(${file(name)}, "${hex(text)}", ${text.length}, ${offset}) = ${text.length}`;
const sync = (name: string) => `1 fdatasync(${file(name)}) = 0`;

/** The contents that a cut after these lines may leave, of one file. */
function after(lines: readonly string[], name: string): string[] {
  const disk = new TracedDisk('/data', new Map());
  for (const call of callsOf(lines)) disk.carryOut(call);
  const left = new Set<string>();
  // Nothing of what is pending, and all of it.
  for (const random of [() => 0, () => 0.6]) left.add(disk.cut(random).get(name)?.toString() ?? 'none');
  return [...left];
}

describe('a power cut', () => {
  it('leaves what was synced, and all or nothing of what was not', () => {
    assert.deepEqual(after([pwrite('a', 'old', 0)], 'a'), ['', 'old']);
    assert.deepEqual(after([pwrite('a', 'old', 0), sync('a')], 'a'), ['old']);
    assert.deepEqual(after([pwrite('a', 'old', 0), sync('a'), pwrite('a', 'new', 0)], 'a'), ['old', 'new']);
    assert.deepEqual(after([pwrite('a', 'old', 0), sync('b')], 'a'), ['', 'old']);
  });

  it('leaves writes of several buffers as one, cut where the call was cut short', () => {
    const several = `1 writev(${file('a')}, [{iov_base="${hex('one')}"}, {iov_base="${hex('two')}"}], 2) = 5`;
    assert.deepEqual(after([several, sync('a')], 'a'), ['onetw']);
  });

  it('is not made from a trace with calls that are not known', () => {
    assert.throws(() => after([`1 fallocate(${file('a')}, 0, 0, 9) = 0`], 'a'), /on a .*fallocate/);
  });

  it('leaves a write open that ended after the sync began', () => {
    const lines = [
      `1 pwrite64(${file('a')}, "${hex('late')}", 4, 0 <unfinished ...>`,
      `2 fdatasync(${file('a')}) = 0`,
      `1 <... pwrite64 resumed>) = 4`,
    ];
    assert.deepEqual(after(lines, 'a'), ['', 'late']);
  });

  it('leaves a file that was renamed with what was synced of it', () => {
    const rename = `1 rename("${hex('/data/new')}", "${hex('/data/a')}") = 0`;
    const write = `1 write(${file('new')}, "${hex('text')}", 4) = 4`;
    assert.deepEqual(after([write, rename], 'a'), ['', 'text']);
    assert.deepEqual(after([write, sync('new'), rename], 'a'), ['text']);
    assert.deepEqual(after([write, sync('new'), rename], 'new'), ['none']);
  });

  it('tears a write at a sector', () => {
    const disk = new TracedDisk('/data', new Map());
    for (const call of callsOf([pwrite('a', 'x'.repeat(2_000), 0)])) disk.carryOut(call);
    const numbers = [0.6, 0.8, 0.6];
    assert.equal(disk.cut(() => numbers.shift() ?? 0).get('a')?.length, 1_024);
  });

  it('knows nothing of calls that failed, of other folders, or of the lock', () => {
    const failed = `1 pwrite64(${file('a')}, "${hex('x')}", 1, 0) = -1 EIO (Input/output error) (INJECTED)`;
    assert.deepEqual(after([failed], 'a'), ['none']);
    assert.deepEqual(after([pwrite('../b', 'x', 0)], '../b'), ['none']);
    assert.deepEqual(after([pwrite('serve.lock', 'x', 0)], 'serve.lock'), ['none']);
  });
});

it('the bytes of a call are those of all its strings', () => {
  assert.equal(
    bytesIn(`5<${hex('socket')}>, [{iov_base="${hex('one')}"}, {iov_base="${hex('two')}"}], 2`).toString(),
    'onetwo',
  );
});
