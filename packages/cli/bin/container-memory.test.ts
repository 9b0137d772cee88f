import assert from 'node:assert/strict';
import { test } from 'node:test';
import { containerMemory, heapMegabytes, heapOptions } from './container-memory.js';

const GiB = 1024 ** 3;

test('a container is limited where Node.js tells less than the machine has', () => {
  for (const [constrained, limited] of [
    [GiB, GiB],
    [8 * GiB - 1, 8 * GiB - 1],
    [8 * GiB, undefined],
    [0, undefined],
    [2 ** 64, undefined],
    [undefined, undefined],
  ] as const) {
    assert.equal(containerMemory(constrained ?? 0, 8 * GiB), limited, String(constrained));
  }
});

test('the heap is 45 % of the container, at least 128 MB and at most 4096', () => {
  for (const [mebibytes, heap] of [
    [64, 128],
    [284, 128],
    [287, 129],
    [1_024, 460],
    [2_048, 921],
    [9_101, 4_095],
    [9_103, 4_096],
    [65_536, 4_096],
  ] as const) {
    assert.equal(heapMegabytes(mebibytes * 1024 * 1024), heap, `${mebibytes} MiB`);
  }
});

test('only the service gets a heap, in a container, and where nobody chose one', () => {
  assert.deepEqual(heapOptions(['serve', '--demo'], '', GiB), ['--max-old-space-size=460']);
  assert.deepEqual(heapOptions(['audit', 'x.csv'], '', 4 * GiB), []);
  assert.deepEqual(heapOptions([], '', GiB), []);
  assert.deepEqual(heapOptions(['serve'], '--max-old-space-size=300', GiB), []);
  assert.deepEqual(heapOptions(['serve'], '--max_old_space_size=300', GiB), []);
  assert.deepEqual(
    heapOptions(['serve'], ''),
    containerMemory() === undefined ? [] : heapOptions(['serve'], '', containerMemory()),
  );
});

test('from 2 GiB on new objects have more room', () => {
  const room = '--max-semi-space-size=64';
  assert.deepEqual(heapOptions(['serve'], '', 2 * GiB), ['--max-old-space-size=921', room]);
  assert.deepEqual(heapOptions(['serve'], '', 2 * GiB - 1), ['--max-old-space-size=921']);
  assert.deepEqual(heapOptions(['serve'], '--max-old-space-size=300', 2 * GiB), [room]);
  assert.deepEqual(heapOptions(['serve'], '--max_semi_space_size=8', 2 * GiB), ['--max-old-space-size=921']);
});
