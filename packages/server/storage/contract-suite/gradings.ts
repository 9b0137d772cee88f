import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { NOON, organizationId, type StoreUnderTest } from './store-under-test.ts';

export function gradingsContract(store: StoreUnderTest): void {
  describe('kept gradings', () => {
    it('are listed newest first, by category and up to a limit', async () => {
      const organization = organizationId();
      const grading = (id: string, at: number, category?: string) => ({
        organizationId: organization,
        id,
        kind: 'audit' as const,
        at,
        result: '{"grade":"C"}',
        ...(category !== undefined && { category }),
      });
      for (const each of [grading('g1', 1, 'boots'), grading('g2', 2), grading('g3', 3, 'boots')]) {
        await store.commit(organization, [{ kind: 'grading', grading: each }]);
      }
      const ids = async (filter?: { category?: string; limit?: number }) =>
        (await store.storage.gradings.list(organization, filter)).map(({ id }) => id);
      assert.deepEqual(await ids(), ['g3', 'g2', 'g1']);
      assert.deepEqual(await ids({ category: 'boots' }), ['g3', 'g1']);
      assert.deepEqual(await ids({ limit: 1 }), ['g3']);
      assert.deepEqual(await store.storage.gradings.find(organization, 'g1'), grading('g1', 1, 'boots'));
      assert.equal(await store.storage.gradings.find(organizationId(), 'g1'), undefined);
    });

    it('are found by their category in every Unicode form', async () => {
      const organization = organizationId();
      const [composed, decomposed] = ['caf\u00e9', 'cafe\u0301'];
      const grading = (id: string, category: string) => ({
        organizationId: organization,
        id,
        kind: 'audit' as const,
        at: NOON,
        result: '{}',
        category,
      });
      for (const each of [grading('g1', composed), grading('g2', decomposed)]) {
        await store.commit(organization, [{ kind: 'grading', grading: each }]);
      }
      for (const category of [composed, decomposed]) {
        const found = await store.storage.gradings.list(organization, { category });
        assert.deepEqual(
          found.map(({ id }) => id),
          ['g2', 'g1'],
        );
      }
    });
  });
}
