import assert from 'node:assert/strict';
import { test } from 'node:test';
import { LogLines, MOST_WAITING } from './log-lines.ts';

/** A pipe that takes so many bytes at a time, none of them while it is shut. */
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

test('a line is written at once, in as many parts as it takes', () => {
  const { pipe: to, log } = pipe(3);
  log.write('a longer line\n');
  assert.equal(to.taken, 'a longer line\n');
});

test('lines that a full pipe does not take come before the next', () => {
  const { pipe: to, log } = pipe();
  to.shut = 'EAGAIN';
  log.write('one\n');
  log.write('two\n');
  to.shut = undefined;
  log.write('three\n');
  assert.equal(to.taken, 'one\ntwo\nthree\n');
});

test('so many bytes wait, and a line beyond them is lost', () => {
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

test('what finds no space is lost, and the next line is tried again', () => {
  const { pipe: to, log } = pipe();
  to.shut = 'ENOSPC';
  log.write('one\n');
  to.shut = undefined;
  log.write('two\n');
  assert.equal(to.taken, 'two\n');
});

test('what is no fault of the system is not swallowed', () => {
  const log = new LogLines(() => {
    throw new TypeError('a mistake');
  });
  assert.throws(() => log.write('one\n'), TypeError);
});
