import assert from 'node:assert/strict';
import { once } from 'node:events';
import { PassThrough } from 'node:stream';
import { test } from 'node:test';
import { Progress } from './progress.ts';

/** Standard error as far as progress needs it, and what was written to it. */
function standardError(isTTY: boolean) {
  return Object.assign(new PassThrough({ encoding: 'utf8' }), { isTTY, columns: 40 });
}

test('work that takes long is told as a plain line, once a stage, where there is no terminal', async () => {
  const stream = standardError(false);
  const progress = new Progress(stream);
  progress.now('reading\u001b[2J catalogue.csv (12 MB)');
  assert.equal((await once(stream, 'data'))[0], 'decidable: reading catalogue.csv (12 MB) …\n');
  progress.now('grading 812 products');
  assert.equal((await once(stream, 'data'))[0], 'decidable: grading 812 products …\n');
  progress.end();
  assert.equal(stream.read(), null);
});

test('on a terminal it is one line drawn over, within the width, and gone at the end', async () => {
  const stream = standardError(true);
  const progress = new Progress(stream);
  progress.now('reading a catalogue with a name that is longer than the line');
  for (let frame = 0; frame < 2; frame++) {
    const [drawn] = (await once(stream, 'data')) as [string];
    assert.ok(drawn.startsWith('\r') && drawn.endsWith('\u001b[K'));
    assert.match(drawn.slice(1, -3), /^\P{Cc}{1,39}$/u);
  }
  progress.end();
  assert.equal(stream.read(), '\r\u001b[K');
});

test('what is known to be done is told as a share, of the stage that it is of', async () => {
  const stream = standardError(true);
  const progress = new Progress(stream);
  progress.now('grading');
  progress.done(0.429);
  assert.match((await once(stream, 'data'))[0], /grading … 42 % \d/);
  progress.now('writing');
  assert.match((await once(stream, 'data'))[0], /writing … \d/);
  progress.end();
});

test('work that is soon done is not told', () => {
  const stream = standardError(false);
  const progress = new Progress(stream);
  progress.now('reading');
  progress.end();
  assert.equal(stream.read(), null);
});
