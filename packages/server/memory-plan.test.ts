import assert from 'node:assert/strict';
import { test } from 'node:test';
import { containerMemory, memoryPlan } from './memory-plan.ts';

const MiB = 1024 * 1024;
const GiB = 1024 * MiB;

test('a container is limited where it has less than the machine', () => {
  assert.equal(containerMemory(GiB, 2 * GiB), GiB);
  assert.equal(containerMemory(2 * GiB, 2 * GiB), undefined);
  assert.equal(containerMemory(0, 2 * GiB), undefined);
  assert.equal(containerMemory(2 ** 64, 2 * GiB), undefined);
});

test('each part has its share of the container, between what it needs and what it usually has', () => {
  const usual = { bodies: 64 * MiB, grading: 1_024, reading: 512, building: 4_096 };
  const planned = (limit: number | undefined) => {
    const { exports: _, exportProcesses: _number, ...threads } = memoryPlan(limit);
    return threads;
  };
  assert.deepEqual(planned(undefined), usual);
  assert.deepEqual(planned(64 * GiB), usual);
  assert.deepEqual(planned(16 * GiB), usual);
  assert.deepEqual(planned(4 * GiB), { bodies: 64 * MiB, grading: 512, reading: 256, building: 1_024 });
  assert.deepEqual(planned(2 * GiB), { bodies: 64 * MiB, grading: 256, reading: 128, building: 512 });
  const least = { bodies: 24 * MiB, grading: 192, reading: 96, building: 256 };
  assert.deepEqual(planned(GiB), { ...least, bodies: 64 * MiB });
  assert.deepEqual(planned(384 * MiB), least);
  assert.deepEqual(planned(64 * MiB), least);
});

test('processes that work on exports take three eighths of a container between them, whatever its size', () => {
  for (let megabytes = 768; megabytes <= 128 * 1024; megabytes += 97) {
    const { exports, exportProcesses } = memoryPlan(megabytes * MiB);
    assert.ok(exportProcesses * (exports * 1.5 + 64) <= (3 / 8) * megabytes, `${megabytes} MB`);
    assert.ok(exportProcesses === 1 || exports >= 384, `${megabytes} MB: a heap of ${exports} MB`);
  }
  const sizes = [undefined, 256, 1024, 4096, 8192].map((megabytes) => {
    const { exports, exportProcesses } = memoryPlan(megabytes && megabytes * MiB);
    return [exportProcesses, exports];
  });
  assert.deepEqual(sizes, [
    [3, 4_096],
    [1, 128],
    [1, 213],
    [2, 469],
    [3, 640],
  ]);
});

test('the shares of bodies end at their limits exactly', () => {
  assert.equal(memoryPlan(24 * 16 * MiB + 16).bodies, 24 * MiB + 1);
  assert.equal(memoryPlan(64 * 16 * MiB - 16).bodies, 64 * MiB - 1);
});
