import assert from 'node:assert/strict';
import { test } from 'node:test';
import { LogLines, MOST_WAITING } from './log-lines.ts';

/** A pipe that accepts so many bytes at a time, and none while it is shut. */
function pipe(atOnce = Number.POSITIVE_INFINITY) {
  const pipe = { shut: undefined as string | undefined, taken: '' };
  const log = new LogLines((bytes) => {
    if (pipe.shut !== undefined) throw Object.assign(new Error('shut'), { code: pipe.shut });
    const part = bytes.subarray(0, atOnce);
    pipe.taken += Buffer.from(part).toString();
    return part.length;
  });
  return { pipe, log };
}

test('a line is written at once, in several parts if necessary', () => {
  const { pipe: to, log } = pipe(3);
  log.write('a longer line\n');
  assert.equal(to.taken, 'a longer line\n');
});

test('lines that a full pipe refuses are written before the next', () => {
  const { pipe: to, log } = pipe();
  to.shut = 'EAGAIN';
  log.write('one\n');
  log.write('two\n');
  to.shut = undefined;
  log.write('three\n');
  assert.equal(to.taken, 'one\ntwo\nthree\n');
});

test('a line beyond the limit of the buffer is lost', () => {
  for (const [length, kept] of [
    [MOST_WAITING - 4, true],
    [MOST_WAITING - 3, false],
  ] as const) {
    const { pipe: to, log } = pipe();
    to.shut = 'EAGAIN';
    log.write('one\n');
    log.write('x'.repeat(length));
    to.shut = undefined;
    log.write('');
    assert.equal(to.taken.length, kept ? MOST_WAITING : 4);
  }
});

test('a line that finds no space is lost, and the next one is tried', () => {
  const { pipe: to, log } = pipe();
  to.shut = 'ENOSPC';
  log.write('one\n');
  to.shut = undefined;
  log.write('two\n');
  assert.equal(to.taken, 'two\n');
});

test('an error other than a system error is not swallowed', () => {
  const log = new LogLines(() => {
    throw new TypeError('a mistake');
  });
  assert.throws(() => log.write('one\n'), TypeError);
});
