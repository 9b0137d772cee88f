import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { bind, emptyModel } from '@decidable/engine/ranking';
import { JsonWriter } from '../json/json-writer.ts';
import { packWhole } from '../learning/stored-model.ts';
import { bytesOf } from '../memory-size.ts';
import { openSqliteStorage } from '../storage/index.ts';
import { type OrganizationId, type Storage, StoreUnavailable } from '../storage/ports.ts';
import { BuildPool } from './build/build-pool.ts';
import { Shops } from './shops.ts';

describe('shops', () => {
  let folder: string;
  let storage: Storage;
  let builder: BuildPool;
  before(async () => {
    folder = mkdtempSync(join(tmpdir(), 'decidable-shops-'));
    storage = await openSqliteStorage({ folder, role: 'serve' });
    builder = new BuildPool();
  });
  after(async () => {
    await builder.close();
    await storage.close();
    rmSync(folder, { recursive: true });
  });

  async function organization(name: string, csv?: string): Promise<OrganizationId> {
    const id = `org_${name}` as OrganizationId;
    await storage.organizations.create({ id, name, createdAt: 0 });
    if (csv !== undefined) await put(id, '1', csv);
    return id;
  }
  const put = (organizationId: OrganizationId, version: string, csv: string) =>
    storage.catalogues.put({
      organizationId,
      version,
      products: 2,
      importedAt: Number(version),
      csv: new TextEncoder().encode(csv),
    });
  const CSV = 'id,category,price\na,Hats,1\nb,Boots,2\nc,Boots,3';

  it('open an organization without a catalogue as an empty shop', async () => {
    const shops = new Shops({ storage, builder });
    const shop = await shops.get(await organization('bare'));
    assert.equal(shop.catalogueVersion, null);
    assert.equal(shop.index.size, 0);
    assert.equal(shop.traits, undefined);
  });

  it('read a catalogue once for all who ask at the same time', async () => {
    const shops = new Shops({ storage, builder });
    const id = await organization('asked', CSV);
    const [one, other] = await Promise.all([shops.get(id), shops.get(id)]);
    assert.equal(one, other);
    assert.equal(shops.peek(id), one);
  });

  it('read the one that is current then, where theirs was removed before its turn came', async () => {
    const id = await organization('removed', CSV);
    const catalogues: Pick<Storage['catalogues'], 'currentVersion' | 'find' | 'onChange'> = {
      currentVersion: (organizationId) => storage.catalogues.currentVersion(organizationId),
      find: async (organizationId, version) => {
        if (version === '2') return storage.catalogues.find(organizationId, version);
        await put(id, '2', `${CSV}\nd,Boots,4`);
        return undefined;
      },
      onChange: (listener) => storage.catalogues.onChange(listener),
    };
    const { organizations, models } = storage;
    const shops = new Shops({
      storage: { catalogues: catalogues as Storage['catalogues'], models, organizations },
      builder,
    });
    const shop = await shops.get(id);
    assert.equal(shop.catalogueVersion, '2');
    assert.equal(shop.index.size, 4);
  });

  it('serve the old catalogue until the new one is read', async () => {
    const shops = new Shops({ storage, builder });
    const id = await organization('replaced', CSV);
    await shops.get(id);
    await put(id, '2', `${CSV}\nd,Boots,4`);
    assert.equal(shops.peek(id)?.catalogueVersion, '1');
    while (shops.peek(id)?.catalogueVersion !== '2') await shops.soon(id).then(() => nextTurn());
    assert.equal(shops.peek(id)?.index.size, 4);
  });

  it('keep what they have, and say so, when the new catalogue cannot be read', async () => {
    const faults: unknown[] = [];
    const shops = new Shops({ storage, builder, onFault: (_, error) => faults.push(error) });
    const id = await organization('broken', CSV);
    await shops.get(id);
    await put(id, '2', 'id,a\n1,"x');
    while (faults.length === 0) await nextTurn();
    assert.equal(shops.peek(id)?.catalogueVersion, '1');
  });

  it('read a new catalogue once the store is back, where it failed when they were told of it', async (t) => {
    t.mock.timers.enable({ apis: ['setTimeout'] });
    const id = await organization('unavailable', CSV);
    let failures = 0;
    const catalogues: Pick<Storage['catalogues'], 'currentVersion' | 'find' | 'onChange'> = {
      currentVersion: (organizationId) => {
        if (failures-- > 0) return Promise.reject(new StoreUnavailable(new Error('locked')));
        return storage.catalogues.currentVersion(organizationId);
      },
      find: (organizationId, version) => storage.catalogues.find(organizationId, version),
      onChange: (listener) => storage.catalogues.onChange(listener),
    };
    const { organizations, models } = storage;
    const faults: unknown[] = [];
    const shops = new Shops({
      storage: { catalogues: catalogues as Storage['catalogues'], models, organizations },
      builder,
      onFault: (_, error) => faults.push(error),
    });
    await shops.get(id);
    failures = 1;
    await put(id, '2', `${CSV}\nd,Boots,4`);
    while (faults.length === 0) await nextTurn();
    await nextTurn();
    t.mock.timers.tick(5_000);
    while (shops.peek(id)?.catalogueVersion !== '2') await nextTurn();
    assert.equal(faults.length, 1);
  });

  it('that failed to open are tried again after five seconds, whatever becomes of the clock', async (t) => {
    t.mock.timers.enable({ apis: ['setTimeout'] });
    const clock = t.mock.method(Date, 'now');
    const id = await organization('clock', CSV);
    let asked = 0;
    const catalogues: Pick<Storage['catalogues'], 'currentVersion' | 'find' | 'onChange'> = {
      currentVersion: (organizationId) => {
        asked++;
        if (asked === 1) return Promise.reject(new StoreUnavailable(new Error('locked')));
        return storage.catalogues.currentVersion(organizationId);
      },
      find: (organizationId, version) => storage.catalogues.find(organizationId, version),
      onChange: (listener) => storage.catalogues.onChange(listener),
    };
    const { organizations, models } = storage;
    const shops = new Shops({
      storage: { catalogues: catalogues as Storage['catalogues'], models, organizations },
      builder,
    });
    await assert.rejects(shops.get(id), StoreUnavailable);
    clock.mock.mockImplementation(() => 0);
    t.mock.timers.tick(4_999);
    await assert.rejects(shops.get(id), StoreUnavailable);
    assert.equal(asked, 1);
    t.mock.timers.tick(1);
    assert.equal((await shops.get(id)).catalogueVersion, '1');
  });

  it('keep what was learned while a new catalogue was being read', async () => {
    const id = await organization('taught', CSV);
    let shops: Shops | undefined;
    // The last thing that is read before the new shop takes its place.
    const organizations: Pick<Storage['organizations'], 'personas' | 'synonyms'> = {
      synonyms: (organizationId) => storage.organizations.synonyms(organizationId),
      personas: (organizationId) => {
        const open = shops?.peek(organizationId);
        if (open !== undefined)
          shops?.apply(organizationId, { base: open.learned.version, version: 'taught', visits: [] });
        return storage.organizations.personas(organizationId);
      },
    };
    const { catalogues, models } = storage;
    shops = new Shops({
      storage: { catalogues, models, organizations: organizations as Storage['organizations'] },
      builder,
    });
    await shops.get(id);
    await put(id, '2', `${CSV}\nd,Boots,4`);
    while (shops.peek(id)?.catalogueVersion !== '2') await shops.soon(id).then(() => nextTurn());
    assert.equal(shops.peek(id)?.learned.version, 'taught');
  });

  it('rank by the newest model, whichever was read sooner', async () => {
    const id = await organization('trained', CSV);
    const store = (version: string) =>
      storage.models.put({
        organizationId: id,
        version,
        catalogueVersion: '1',
        builtAt: 0,
        bytes: packWhole(emptyModel(), []),
      });
    const late = Promise.withResolvers<void>();
    let asked = 0;
    const models: Pick<Storage['models'], 'current' | 'currentVersion' | 'find' | 'onChange'> = {
      current: async (organizationId) => {
        const stored = await storage.models.current(organizationId);
        // The first model takes long to be read.
        if (stored?.version === 'm-1' && ++asked === 1) await late.promise;
        return stored;
      },
      currentVersion: (organizationId) => storage.models.currentVersion(organizationId),
      find: (organizationId, version) => storage.models.find(organizationId, version),
      onChange: (listener) => storage.models.onChange(listener),
    };
    const { catalogues, organizations } = storage;
    const shops = new Shops({
      storage: { catalogues, organizations, models: models as Storage['models'] },
      builder,
    });
    await shops.get(id);
    await store('m-1');
    while (asked < 1) await nextTurn();
    await store('m-2');
    while (shops.peek(id)?.learned.version !== 'm-2') await nextTurn();
    late.resolve();
    for (let turn = 0; turn < 100; turn++) await nextTurn();
    assert.equal(shops.peek(id)?.learned.version, 'm-2');
  });

  it('show a column whatever it is called', async () => {
    const shops = new Shops({ storage, builder });
    const id = await organization('odd', 'id,__proto__,constructor\na,left,up\nb,right,down');
    const shop = await shops.get(id);
    const out = new JsonWriter();
    shop.shown.write(0, out);
    assert.equal(out.text(), '{"__proto__":"left","constructor":"up"}');
  });

  it('do without a catalogue that cannot be read where it can be done without, and only until there is another', async () => {
    const shops = new Shops({ storage, builder });
    const id = await organization('unreadable', 'id,a\n1,"x');
    assert.equal(await shops.soon(id), undefined);
    await assert.rejects(shops.get(id));
    await put(id, '2', CSV);
    assert.equal((await shops.get(id)).catalogueVersion, '2');
  });

  it('give up the least recently used when memory is full', async () => {
    const [a, b, c] = [
      await organization('a', CSV),
      await organization('b', CSV),
      await organization('c', CSV),
    ];
    const measured = new Shops({ storage, builder });
    await measured.get(a);
    const shops = new Shops({ storage, builder, memory: Math.round(measured.bytes * 2.5) });
    await shops.get(a);
    await shops.get(b);
    shops.peek(a);
    // Not asked for: what was learned of it does not count as a use.
    const { version: base } = await shops.learned(b);
    shops.apply(b, { base, version: 'm-1.1', visits: [] });
    assert.equal((await shops.learned(b)).version, 'm-1.1');
    await shops.get(c);
    assert.equal(shops.peek(b), undefined);
    assert.ok(shops.peek(a) && shops.peek(c));
    assert.deepEqual(shops.state, { open: 2, opening: 0, bytes: shops.bytes, opened: 3, evicted: 1 });
  });

  it('count the file of an index once, however many columns look at it', async () => {
    const columns = Array.from({ length: 200 }, (_, n) => `fact ${n}`);
    const rows = Array.from({ length: 400 }, (_, k) => [
      `p${k}`,
      ...columns.map((_, n) => `${k % (n + 2)} of ${n}`),
    ]);
    const id = await organization(
      'wide',
      [['id', ...columns], ...rows].map((cells) => cells.join(',')).join('\n'),
    );
    const shops = new Shops({ storage, builder });
    const { index } = await shops.get(id);
    const file = index.logPrice.buffer.byteLength;
    const beside = bytesOf(index, new Set([index.logPrice.buffer]));
    assert.ok(index.columns.length >= 200 && shops.bytes > file + beside);
    assert.ok(shops.bytes < 2 * (file + beside), `${shops.bytes} bytes for ${file} and ${beside}`);
  });

  it('count what was worked out for them, too', async () => {
    const id = await organization('counted', CSV);
    const shops = new Shops({ storage, builder });
    const { index, learned } = await shops.get(id);
    const { prior, idle, transitions } = bind(index, learned.model);
    const alone = bytesOf({ index, learned });
    assert.ok(shops.bytes > alone + bytesOf([prior, idle, transitions]));
  });
});
