import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { organizationId, type StoreUnderTest } from '../store-under-test.ts';

export function keptFilesContract(store: StoreUnderTest): void {
  describe('kept files', () => {
    const content = (length: number) => Uint8Array.from({ length }, (_, at) => (at * 31) % 251);
    const most = { files: 3, bytes: 2_000_000 };
    const file = (organization: ReturnType<typeof organizationId>, id: string) =>
      ({
        organizationId: organization,
        id,
        kind: 'export',
        name: `${id}.csv`,
        at: 1,
        facts: '{"a":1}',
      }) as const;

    it('come back byte for byte, whole and in part', async () => {
      const { keptFiles } = store.storage;
      const organization = organizationId();
      const bytes = content(700_001);
      assert.equal(await keptFiles.put(file(organization, 'f1'), bytes, most), true);
      assert.deepEqual(await keptFiles.read(organization, 'f1'), bytes);
      for (const [from, length] of [
        [0, 10],
        [262_140, 10],
        [262_144, 262_144],
        [600_000, 200_000],
        [900_000, 5],
      ]) {
        const part = await keptFiles.read(organization, 'f1', { from, length });
        assert.deepEqual(part, bytes.slice(from, from + length));
      }
      const { bytes: size, name, facts } = (await keptFiles.find(organization, 'f1'))!;
      assert.deepEqual([size, name, facts], [700_001, 'f1.csv', '{"a":1}']);
    });

    it('are listed newest first, page by page, and belong to one organization', async () => {
      const { keptFiles } = store.storage;
      const organization = organizationId();
      for (const id of ['f1', 'f2', 'f3']) await keptFiles.put(file(organization, id), content(10), most);
      const ids = async (after?: string) =>
        (await keptFiles.list(organization, { kind: 'export', limit: 2, ...(after && { after }) })).map(
          ({ id }) => id,
        );
      assert.deepEqual(await ids(), ['f3', 'f2']);
      assert.deepEqual(await ids('f2'), ['f1']);
      const other = organizationId();
      assert.deepEqual(await keptFiles.list(other, { kind: 'export', limit: 9 }), []);
      assert.equal(await keptFiles.find(other, 'f1'), undefined);
      assert.equal(await keptFiles.read(other, 'f1'), undefined);
      assert.equal(await keptFiles.remove(other, 'f1'), false);
    });

    it('are refused beyond a number or bytes, and taken again after one was removed', async () => {
      const { keptFiles } = store.storage;
      const organization = organizationId();
      for (const id of ['f1', 'f2', 'f3'])
        assert.equal(await keptFiles.put(file(organization, id), content(1), most), true);
      assert.equal(await keptFiles.put(file(organization, 'f4'), content(1), most), false);
      assert.equal(await keptFiles.remove(organization, 'f1'), true);
      assert.equal(await keptFiles.remove(organization, 'f1'), false);
      assert.equal(await keptFiles.find(organization, 'f1'), undefined);
      assert.equal(await keptFiles.put(file(organization, 'f4'), content(1_999_998), most), true);
      assert.deepEqual(await keptFiles.total(organization, 'export'), { files: 3, bytes: 2_000_000 });
      await keptFiles.remove(organization, 'f2');
      assert.equal(await keptFiles.put(file(organization, 'f5'), content(2), most), false);
      assert.equal(await keptFiles.put(file(organization, 'f5'), content(1), most), true);
    });
  });
}
