import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { OrganizationId } from '../../storage/ports.ts';
import { BuildPool } from './build-pool.ts';
import { LARGE, USUALLY_RUNNING } from './build-queue.ts';

const catalogue = (text = 'id,category\na,Hats\nb,Boots') => {
  const csv = new TextEncoder().encode(text);
  const stored = { organizationId: 'org_a' as OrganizationId, version: '1', products: 2, importedAt: 0, csv };
  return { bytes: csv.length, fetch: async () => stored };
};

describe('the build pool', () => {
  it('fails what waits for a thread that cannot start, and lets the process live', async () => {
    const told: unknown[] = [];
    const worker = new URL('./no-such.worker.ts', import.meta.url);
    const broken = new BuildPool({ worker, onThreadError: (error) => told.push(error) });
    try {
      const lessons = { visits: [], exposures: [], searches: [], purchases: [], personas: undefined };
      // More than there are threads, and once more, as a thread is started for what is asked afterwards.
      const asked = [broken.build(catalogue()), broken.train(undefined, lessons), broken.build(catalogue())];
      await Promise.all(asked.map((each) => assert.rejects(each, { code: 'ERR_MODULE_NOT_FOUND' })));
      await assert.rejects(broken.build(catalogue()), { code: 'ERR_MODULE_NOT_FOUND' });
      assert.ok(told.length > 0);
    } finally {
      await broken.close();
    }
  });

  it('reads catalogues, large ones too, while models are trained', async () => {
    const worker = new URL('../../testing/training-hangs.worker.ts', import.meta.url);
    const builder = new BuildPool({ worker });
    const lessons = { visits: [], exposures: [], searches: [], purchases: [], personas: undefined };
    const trainings = Promise.allSettled([1, 2, 3, 4].map(() => builder.train(undefined, lessons)));
    try {
      const larger = `id,category\na,Hats\nb,${'x'.repeat(LARGE)}`;
      const asked = [larger, larger, undefined].map((text) => builder.build(catalogue(text)));
      for (const built of await Promise.all(asked)) assert.equal(built?.index.ids.start.length, 3);
    } finally {
      await builder.close();
      await trainings;
    }
  });

  it('reads one catalogue after another', async () => {
    const builder = new BuildPool();
    try {
      const asked = [builder.build(catalogue()), builder.build(catalogue()), builder.build(catalogue())];
      for (const built of await Promise.all(asked)) assert.equal(built?.index.ids.start.length, 3);
    } finally {
      await builder.close();
    }
  });

  it('fetches a large catalogue when its turn has come, and says where it is no longer kept', async () => {
    const builder = new BuildPool();
    try {
      let fetched = 0;
      const gone = Promise.withResolvers<undefined>();
      const fetch = () => {
        fetched++;
        return gone.promise;
      };
      const asked = Array.from({ length: 5 }, () => builder.build({ bytes: LARGE + 1, fetch }));
      await nextTurn();
      assert.equal(fetched, USUALLY_RUNNING);
      gone.resolve(undefined);
      assert.deepEqual(await Promise.all(asked), Array(5).fill(undefined));
    } finally {
      await builder.close();
    }
  });

  it('reads small catalogues while larger ones that came before them are being read', async () => {
    const builder = new BuildPool();
    // Fetched from a store that takes its time: none of them is read before all small ones are.
    const smallAreRead = Promise.withResolvers<void>();
    const heldUp = (text: string) => {
      const { bytes, fetch } = catalogue(text);
      return { bytes, fetch: () => smallAreRead.promise.then(fetch) };
    };
    const larger = `id,category\na,Hats\nb,${'x'.repeat(LARGE)}`;
    try {
      const large = Array.from({ length: 4 }, () => builder.build(heldUp(larger)));
      const small = Array.from({ length: 50 }, () => builder.build(catalogue()));
      for (const built of await Promise.all(small)) assert.equal(built?.index.ids.start.length, 3);
      smallAreRead.resolve();
      for (const built of await Promise.all(large)) assert.equal(built?.index.ids.start.length, 3);
    } finally {
      await builder.close();
    }
  });
});
