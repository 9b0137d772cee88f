import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it, test } from 'node:test';
import { emptyModel, serialise, type TrainingSession, update } from '@decidable/engine/ranking';
import { createOrganization } from '../organizations/create-organization.ts';
import { openSqliteStorage } from '../storage/index.ts';
import type { OrganizationId, Storage } from '../storage/ports.ts';
import { loadLearned, nextVersion, packStep, packWhole } from './learned-model.ts';

const visit = (...items: readonly string[]): TrainingSession => ({
  steps: items.map((item, k) => ({ item, touch: 'viewed' as const, at: k })),
  context: {},
});

describe('a stored model', () => {
  let folder: string;
  let storage: Storage;
  let organizationId: OrganizationId;
  before(async () => {
    folder = mkdtempSync(join(tmpdir(), 'decidable-models-'));
    storage = await openSqliteStorage({ folder, role: 'command' });
    ({ id: organizationId } = await createOrganization(storage, 'Shop', 0));
  });
  after(async () => {
    await storage.close();
    rmSync(folder, { recursive: true });
  });

  const stored = (version: string, builtAt: number, bytes: Uint8Array) => ({
    organizationId,
    version,
    catalogueVersion: null,
    builtAt,
    bytes,
  });

  it('is its last whole version with the steps after it, in their order', async () => {
    const trained = emptyModel();
    update(trained, [visit('a', 'b'), visit('a', 'c')]);
    const queries = [{ query: 'red boots', sessions: 9 }];
    const last = stored('m.2', 30, packStep('m.1', [visit('c', 'd')]));
    await storage.models.put(stored('m', 10, packWhole(trained, queries)));
    await storage.models.put(stored('m.1', 20, packStep('m', [visit('b', 'c')])));
    await storage.models.put(last);

    const learned = await loadLearned(storage.models, organizationId, last);
    update(trained, [visit('b', 'c')]);
    update(trained, [visit('c', 'd')]);
    assert.deepEqual(serialise(learned!.model), serialise(trained));
    const { version, trainedOn, updates, trainedAt } = learned!;
    assert.deepEqual(
      { version, trainedOn, updates, trainedAt },
      { version: 'm.2', trainedOn: 2, updates: 2, trainedAt: 10 },
    );
    assert.deepEqual(learned!.queries, queries);
  });

  it('is not there when the version that a step builds on is gone', async () => {
    const orphan = stored('n.1', 1, packStep('n', [visit('a', 'b')]));
    assert.equal(await loadLearned(storage.models, organizationId, orphan), undefined);
    assert.equal(await loadLearned(storage.models, organizationId, undefined), undefined);
  });
});

test('the version of a step counts the updates since the training', () => {
  assert.equal(nextVersion('m-1f', 0), 'm-1f.1');
  assert.equal(nextVersion('m-1f.9', 9), 'm-1f.10');
});
