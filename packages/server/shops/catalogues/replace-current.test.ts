import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Conflict } from '../../errors.ts';
import type { OrganizationId, StoredCatalogue } from '../../storage/ports.ts';
import { planCatalogue } from './catalogue-plan.ts';
import { importCatalogue } from './import-catalogue.ts';
import { replaceCurrent } from './replace-current.ts';

const ORG = 'org_replace' as OrganizationId;
const bytesOf = (csv: string) => new TextEncoder().encode(csv);
const textOf = (bytes: Uint8Array | undefined) => new TextDecoder().decode(bytes);

/** A store that remembers what was put. */
function store() {
  const put: StoredCatalogue[] = [];
  const catalogues = {
    put: async (catalogue: StoredCatalogue) => {
      put.push(catalogue);
    },
    current: async () => put.at(-1),
    currentVersion: async () => put.at(-1),
  };
  return { put, storage: { catalogues } as unknown as Parameters<typeof replaceCurrent>[0] };
}

const importing = (storage: ReturnType<typeof store>['storage'], csv: string) =>
  importCatalogue(storage, ORG, { name: 'shop.csv', bytes: bytesOf(csv) }, {}, 1);

/** The catalogue with one more product. */
async function withBelt({ csv, ...choices }: StoredCatalogue) {
  const bytes = bytesOf(`${textOf(csv)}z,Belt\n`);
  return { csv: bytes, plan: planCatalogue({ name: 'shop.csv', bytes }, {}, { csv, ...choices }) };
}

test('an import that comes while a change is made is not lost: the change is made again from it', async () => {
  const { put, storage } = store();
  await importing(storage, 'sku,title\na,Boots\n');
  let tries = 0;
  const made = await replaceCurrent(
    storage,
    ORG,
    async (current) => {
      tries++;
      if (tries === 1) await importing(storage, 'sku,title\na,Boots\nb,Hat\n');
      return withBelt(current);
    },
    2,
  );
  assert.deepEqual([tries, made.isNew], [2, true]);
  assert.equal(textOf(put.at(-1)?.csv), 'sku,title\na,Boots\nb,Hat\nz,Belt\n');
});

test('where others replace the catalogue each time, nothing is stored', async () => {
  const { put, storage } = store();
  await importing(storage, 'sku,title\na,Boots\n');
  let tries = 0;
  const replaced = replaceCurrent(
    storage,
    ORG,
    async (current) => {
      tries++;
      await importing(storage, `sku,title\na,Boots ${tries}\n`);
      return withBelt(current);
    },
    2,
  );
  await assert.rejects(replaced, Conflict);
  assert.ok(put.every(({ csv }) => !textOf(csv).includes('Belt')));
});

test('a change that changes nothing stores nothing; without a catalogue there is nothing to change', async () => {
  const { put, storage } = store();
  await assert.rejects(replaceCurrent(storage, ORG, withBelt, 1), Conflict);
  await importing(storage, 'sku,title\na,Boots\n');
  const { isNew } = await replaceCurrent(
    storage,
    ORG,
    async ({ csv, ...choices }) => ({
      csv,
      plan: planCatalogue({ name: 'shop.csv', bytes: csv }, {}, { csv, ...choices }),
    }),
    2,
  );
  assert.deepEqual([isNew, put.length], [false, 1]);
});
