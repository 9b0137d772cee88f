import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type Check, fine, type Installation } from './check.ts';
import { verdictOn as onClock } from './clock.ts';
import { verdictOn as onSpace } from './disk-space.ts';
import { verdictOn as onFileSystem } from './file-system.ts';
import { examine } from './index.ts';

const MB = 1024 * 1024;

describe('the verdict', () => {
  it('on free space is a problem below 128 MB, a notice where a copy would not fit', () => {
    assert.equal(onSpace(128 * MB - 1, 0).verdict, 'problem');
    assert.equal(onSpace(128 * MB, 128 * MB).verdict, 'fine');
    assert.equal(onSpace(200 * MB, 200 * MB + 1).verdict, 'notice');
  });

  it('on the clock is a notice from a minute behind the store on, a problem before the release', () => {
    const now = Date.UTC(2030, 0, 1);
    assert.equal(onClock(now, now + 60_000).verdict, 'fine');
    assert.equal(onClock(now, now + 60_001).verdict, 'notice');
    assert.equal(onClock(now, undefined).verdict, 'fine');
    assert.equal(onClock(Date.UTC(2025, 0, 1), undefined).verdict, 'fine');
    assert.equal(onClock(Date.UTC(2025, 0, 1) - 1, undefined).verdict, 'problem');
  });

  it('on a file system over a network is a problem, in memory a notice', () => {
    assert.equal(onFileSystem(0x6969).verdict, 'problem');
    assert.equal(onFileSystem(0x01021994).verdict, 'notice');
    assert.equal(onFileSystem(0xef53).verdict, 'fine');
  });
});

it('a check that fails itself is unknown, and the others go on', async () => {
  const broken: Check = {
    name: 'broken',
    run() {
      throw new Error('no such thing');
    },
  };
  const installation: Installation = { folder: '/', config: { problems: [] }, now: 0 };
  const found = await Array.fromAsync(
    examine(installation, [broken, { name: 'sound', run: () => fine('Good.') }]),
  );
  assert.deepEqual(
    found.map(({ check, verdict }) => [check, verdict]),
    [
      ['broken', 'unknown'],
      ['sound', 'fine'],
    ],
  );
  assert.match(found[0]?.found ?? '', /no such thing/);
});
