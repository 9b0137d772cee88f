import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { readJsonList } from '../../../json/json-list.ts';
import type { FilledCell, OrganizationId } from '../../ports.ts';
import { NOON, organizationId, type StoreUnderTest } from '../store-under-test.ts';

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

    it('are paged without their results, by kind and category', async () => {
      const organization = organizationId();
      const grading = (id: string, at: number, kind: 'audit' | 'monitor', category?: string) => ({
        organizationId: organization,
        id,
        kind,
        at,
        result: '{"grade":"C"}',
        summary: '{"grade":"C"}',
        origin: '{}',
        ...(category !== undefined && { category }),
      });
      for (const each of [
        grading('g1', 1, 'audit', 'boots'),
        grading('g2', 2, 'monitor'),
        grading('g3', 2, 'audit'),
        grading('g4', 3, 'audit', 'boots'),
      ])
        await store.commit(organization, [{ kind: 'grading', grading: each }]);
      const { gradings } = store.storage;
      const ids = async (filter: Partial<Parameters<typeof gradings.page>[1]> = {}) =>
        (await gradings.page(organization, { limit: 10, ...filter })).map(({ id }) => id);
      assert.deepEqual(await ids({ limit: 2 }), ['g4', 'g3']);
      assert.deepEqual(await ids({ after: { at: 2, id: 'g3' } }), ['g2', 'g1']);
      assert.deepEqual(await ids({ kinds: ['audit'] }), ['g4', 'g3', 'g1']);
      assert.deepEqual(await ids({ category: 'boots' }), ['g4', 'g1']);
      assert.deepEqual(await ids({ category: null }), ['g3', 'g2']);
      const [first] = await gradings.page(organization, { limit: 1 });
      const { result: _, ...listed } = grading('g4', 3, 'audit', 'boots');
      assert.deepEqual(first, listed);
      assert.deepEqual(await gradings.find(organization, 'g4'), grading('g4', 3, 'audit', 'boots'));
    });

    it('keep what is filled in, up to a number of cells, and lose it when they are removed', async () => {
      const organization = organizationId();
      const { gradings } = store.storage;
      const cell = (product: string, value: string, attribute = 0, current = '') => ({
        attribute,
        product,
        current,
        value,
      });
      const fill = (...cells: ReturnType<typeof cell>[]) => gradings.fill(organization, 'g1', cells, 3);
      const kept = {
        organizationId: organization,
        id: 'g1',
        kind: 'audit' as const,
        at: 1,
        result: '{}',
      };
      await store.commit(organization, [{ kind: 'grading', grading: kept }]);
      assert.deepEqual(await fill(cell('a', 'red'), cell('b', 'blue')), { stored: true, cells: 2 });
      assert.deepEqual(await fill(cell('a', 'green'), cell('', 'grey', 1, 'gray')), {
        stored: true,
        cells: 3,
      });
      assert.deepEqual(await fill(cell('c', 'red')), { stored: false, cells: 4 });
      assert.deepEqual(await fill(cell('c', 'red'), cell('b', '')), { stored: true, cells: 3 });
      const cells = async (of: OrganizationId, attribute?: number) =>
        readJsonList(await gradings.cells(of, 'g1', attribute));
      assert.deepEqual(await cells(organization), [
        cell('a', 'green'),
        cell('c', 'red'),
        cell('', 'grey', 1, 'gray'),
      ]);
      assert.deepEqual(await cells(organization, 1), [cell('', 'grey', 1, 'gray')]);
      assert.deepEqual(await gradings.filled(organization, 'g1'), [
        { attribute: 0, cells: 2 },
        { attribute: 1, cells: 1 },
      ]);
      assert.deepEqual(await gradings.replacements(organization, 'g1'), [
        { attribute: 1, current: 'gray', value: 'grey' },
      ]);
      const values = (attribute: number) => gradings.valuesOf(organization, 'g1', attribute, ['a', 'b', '']);
      assert.deepEqual([...(await values(0))], [['a', 'green']]);
      assert.deepEqual([...(await values(1))], []);
      assert.deepEqual(await cells(organizationId()), []);
      assert.equal(await gradings.remove(organizationId(), 'g1'), false);
      assert.equal(await gradings.remove(organization, 'g1'), true);
      assert.equal(await gradings.remove(organization, 'g1'), false);
      assert.deepEqual(await cells(organization), []);
    });

    it('give what was filled in by thousands, each cell once and in order', async () => {
      const organization = organizationId();
      const { gradings } = store.storage;
      const all = Array.from({ length: 3_002 }, (_, n) => ({
        attribute: n % 2,
        product: `p${n}`,
        current: '',
        value: `"${n}" \u00e9`,
      }));
      for (let n = 0; n < all.length; n += 1_000)
        await gradings.fill(organization, 'g1', all.slice(n, n + 1_000), all.length);
      const order = (a: FilledCell, b: FilledCell) =>
        a.attribute - b.attribute || (a.product < b.product ? -1 : 1);
      const lists = await gradings.cells(organization, 'g1');
      assert.ok(lists.length > 1);
      assert.ok(lists.every(({ byteLength, buffer }) => byteLength === buffer.byteLength));
      assert.deepEqual(readJsonList(lists), all.toSorted(order));
      assert.equal(readJsonList(await gradings.cells(organization, 'g1', 1)).length, 1_501);
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
