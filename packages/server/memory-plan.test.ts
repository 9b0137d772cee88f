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
  assert.deepEqual(memoryPlan(undefined), usual);
  assert.deepEqual(memoryPlan(64 * GiB), usual);
  assert.deepEqual(memoryPlan(16 * GiB), usual);
  assert.deepEqual(memoryPlan(4 * GiB), { bodies: 64 * MiB, grading: 512, reading: 256, building: 1_024 });
  assert.deepEqual(memoryPlan(2 * GiB), { bodies: 64 * MiB, grading: 256, reading: 128, building: 512 });
  const least = { bodies: 24 * MiB, grading: 192, reading: 96, building: 256 };
  assert.deepEqual(memoryPlan(GiB), { ...least, bodies: 64 * MiB });
  assert.deepEqual(memoryPlan(384 * MiB), least);
  assert.deepEqual(memoryPlan(64 * MiB), least);
});

test('the shares of bodies end at their limits exactly', () => {
  assert.equal(memoryPlan(24 * 16 * MiB + 16).bodies, 24 * MiB + 1);
  assert.equal(memoryPlan(64 * 16 * MiB - 16).bodies, 64 * MiB - 1);
});
