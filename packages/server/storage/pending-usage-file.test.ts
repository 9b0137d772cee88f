import assert from 'node:assert/strict';
import { appendFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { openPendingUsageFile, pendingUsagePath } from './pending-usage-file.ts';
import { type MeteredRequest, type OrganizationId, StoreUnavailable } from './ports.ts';

const counts = (...numbers: number[]): MeteredRequest[] =>
  numbers.map((at) => ({
    organizationId: 'org_å' as OrganizationId,
    metered: '/catalog/audit',
    at,
    requestId: `request-${at}`,
    writes: [],
  }));

describe('the file of what is owed', () => {
  let folder: string;
  let damaged: number;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'decidable-owed-'));
    damaged = 0;
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  const open = () =>
    openPendingUsageFile(folder, (lines) => {
      damaged += lines;
    });

  it('gives back what was appended, in order, until it is cleared', async () => {
    const first = await open();
    assert.deepEqual(first.found, []);
    await Promise.all(counts(1, 2, 3).map((count) => first.append(count)));
    await first.close();
    const second = await open();
    assert.deepEqual(second.found, counts(1, 2, 3));
    await Promise.all([second.clear(), second.append(counts(4)[0])]);
    await second.close();
    const third = await open();
    assert.deepEqual(third.found, counts(4));
    await third.close();
    assert.equal(damaged, 0);
  });

  it('cuts off what a process that died left unfinished', async () => {
    const first = await open();
    await first.append(counts(1)[0]);
    await first.close();
    appendFileSync(pendingUsagePath(folder), '{"organizationId":"org_b","metered":"/cat');
    const second = await open();
    await second.append(counts(2)[0]);
    await second.close();
    const third = await open();
    assert.deepEqual(third.found, counts(1, 2));
    await third.close();
    assert.equal(damaged, 0);
  });

  it('tells of lines that are no counts, and gives back the others', async () => {
    const first = await open();
    await first.append(counts(1)[0]);
    await first.close();
    const whole = readFileSync(pendingUsagePath(folder), 'utf8');
    writeFileSync(pendingUsagePath(folder), `\0\0\0\nnull\n{"at":1}\n${whole}`);
    const second = await open();
    assert.deepEqual(second.found, counts(1));
    assert.equal(damaged, 3);
    await second.close();
  });

  it('is unavailable once it is closed', async () => {
    const file = await open();
    await file.close();
    await assert.rejects(file.append(counts(1)[0]), StoreUnavailable);
  });
});
