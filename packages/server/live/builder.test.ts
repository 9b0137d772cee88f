import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { OrganizationId } from '../storage/ports.ts';
import { Builder } from './builder.ts';

const catalogue = () => ({
  organizationId: 'org_a' as OrganizationId,
  version: '1',
  products: 2,
  importedAt: 0,
  csv: new TextEncoder().encode('id,category\na,Hats\nb,Boots'),
});

describe('the builder', () => {
  it('fails what waits for a thread that cannot start, and lets the process live', async () => {
    const told: unknown[] = [];
    const worker = new URL('./no-such.worker.ts', import.meta.url);
    const broken = new Builder({ worker, onThreadError: (error) => told.push(error) });
    try {
      const lessons = { visits: [], exposures: [], searches: [], personas: undefined };
      // More than there are threads, and once more, as a thread is started for what is asked afterwards.
      const asked = [broken.build(catalogue()), broken.train(undefined, lessons), broken.build(catalogue())];
      await Promise.all(asked.map((each) => assert.rejects(each, { code: 'ERR_MODULE_NOT_FOUND' })));
      await assert.rejects(broken.build(catalogue()), { code: 'ERR_MODULE_NOT_FOUND' });
      assert.ok(told.length > 0);
    } finally {
      await broken.close();
    }
  });

  it('reads one catalogue after another', async () => {
    const builder = new Builder();
    try {
      const asked = [builder.build(catalogue()), builder.build(catalogue()), builder.build(catalogue())];
      for (const { index } of await Promise.all(asked)) assert.equal(index.ids.start.length, 3);
    } finally {
      await builder.close();
    }
  });
});
