import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it, test } from 'node:test';
import {
  emptyModel,
  ModelFormatError,
  serialise,
  type TrainingSession,
  update,
} from '@decidable/engine/ranking';
import { createOrganization } from '../organizations/create-organization.ts';
import { openSqliteStorage } from '../storage/index.ts';
import type { OrganizationId, Storage } from '../storage/ports.ts';
import { loadLearned, stepsBetween } from './learned-model.ts';
import { MODEL_FORMAT, NewerModel, nextVersion, packStep, packWhole } from './stored-model.ts';

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

  it('is brought from one version to a later one by the steps between, and by no others', async () => {
    const steps = await stepsBetween(storage.models, organizationId, 'm', 'm.2');
    assert.deepEqual(
      steps?.map(({ base, version, visits }) => [base, version, visits]),
      [
        ['m', 'm.1', [visit('b', 'c')]],
        ['m.1', 'm.2', [visit('c', 'd')]],
      ],
    );
    assert.deepEqual(await stepsBetween(storage.models, organizationId, 'm.2', 'm.2'), []);
    for (const [from, to] of [
      ['m.2', 'm.1'],
      ['n', 'm.1'],
      ['m', 'm.9'],
    ] as const) {
      assert.equal(await stepsBetween(storage.models, organizationId, from, to), undefined);
    }
  });

  it('of a later release is refused, whole or as a step, and one that is no model at all is told apart', async () => {
    const later = (header: object) => {
      const head = new TextEncoder().encode(JSON.stringify(header));
      const bytes = new Uint8Array(4 + head.length);
      new DataView(bytes.buffer).setUint32(0, head.length, true);
      bytes.set(head, 4);
      return bytes;
    };
    const load = (bytes: Uint8Array) =>
      loadLearned(storage.models, organizationId, stored('later', 1, bytes));
    await assert.rejects(load(later({ kind: 'whole', format: MODEL_FORMAT + 1, queries: [] })), NewerModel);
    await assert.rejects(load(later({ kind: 'step', format: MODEL_FORMAT + 1, base: 'm' })), NewerModel);
    await assert.rejects(load(later({ kind: 'delta' })), NewerModel);
    await assert.rejects(load(later({ kind: 'whole', format: MODEL_FORMAT, queries: [] })), ModelFormatError);
    await assert.rejects(load(new Uint8Array(3)), ModelFormatError);
  });
});

test('a model has the experts and features of its format: whoever adds one raises the number', () => {
  // Digests by format; a line is added, and none is changed.
  const known: Readonly<Record<number, string>> = { 1: '953071c6e5b98f84', 2: 'a797bcac082456d6' };
  const bytes = serialise(emptyModel());
  const [, length] = new Uint32Array(bytes.slice(0, 8).buffer);
  const header = JSON.parse(Buffer.from(bytes.slice(8, 8 + 2 * length)).toString('utf16le'));
  const names = JSON.stringify([Object.keys(header).sort(), header.voices, header.circumstances]);
  const digest = createHash('sha256').update(names).digest('hex').slice(0, 16);
  assert.equal(digest, known[MODEL_FORMAT]);
});

test('the version of a step counts the updates since the training', () => {
  assert.equal(nextVersion('m-1f', 0), 'm-1f.1');
  assert.equal(nextVersion('m-1f.9', 9), 'm-1f.10');
});
