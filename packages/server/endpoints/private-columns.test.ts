import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { type EndpointPath, endpoints } from '@decidable/contract';
import type { StoredCatalogue } from '../storage/ports.ts';
import { ServiceUnderTest } from '../testing/service-under-test.ts';

/** A catalogue whose private columns would be good evidence, if anything read them. */
const CSV = [
  'sku,title,category,colour,price,cost_price,supplier,margin,internal_notes',
  ...Array.from({ length: 60 }, (_, i) => {
    const category = ['Boots', 'Hats', 'Scarves'][i % 3];
    const colour = ['Red', 'Blue', 'Green', 'Black'][i % 4];
    const supplier = ['Quzalsupply North', 'Quzalsupply South'][i % 2];
    const margin = ['Quzalmargin high', 'Quzalmargin low'][Math.floor(i / 2) % 2];
    const note = ['Quzalnote clear soon', 'Quzalnote keep'][Math.floor(i / 3) % 2];
    return `p${i},${colour} ${category},${category},${colour},${20 + i},${7_331_401 + (i % 4)}.5,${supplier},${margin},${note}`;
  }),
].join('\n');

const NAMES = ['cost_price', 'supplier', 'margin', 'internal_notes'];
/** What is in the private columns, and their names. A part of a decision's id has four digits, and may be 7331. */
const MARKERS = [/quzal/i, /\b733140[1-4](?:\.5)?\b/, ...NAMES.map((name) => new RegExp(name, 'i'))];

const products = ['p0', 'p1', 'p2', 'p3', 'p4', 'p5'];

/** A call of every endpoint, which makes as much as possible of the catalogue visible. */
const CALLS: Readonly<Record<EndpointPath, readonly Record<string, unknown>[]>> = {
  '/track': [
    { signals: products.slice(0, 3).map((value) => ({ type: 'product_view', value })) },
    {
      signals: [
        { type: 'search', value: 'north high' },
        { type: 'add_to_cart', value: 'p2' },
      ],
    },
  ],
  '/track/behavior': [{ behavior: 'opened', metadata: { page: 1 } }],
  '/track/keywords': [{ query: 'south keep boots' }],
  '/session': [{}],
  '/catalog/ranked': [
    { limit: 60 },
    { limit: 60, category: 'Nothing' },
    { limit: 60, query: 'north high clear soon', facets: 30 },
    { limit: 60, filters: { colour: 'Quartz' }, fields: ['colour', 'costs'], facets: 30 },
  ],
  '/search': [
    { products: products.map((id) => ({ id })) },
    { products: products.map((id) => ({ id })), query: 'north' },
  ],
  '/rerank': [{ results: products, query: 'clear soon', strength: 1 }],
  '/suggest': [{ limit: 20 }, { query: 'q', limit: 20 }, { query: 'quz' }, { query: 'sup' }, { query: 'n' }],
  '/catalog/audit': [{ csv: 'id,colour\na,red\nb,blue\n' }],
  '/catalog/verify': [{ before: 'id,colour\na,red\nb,\n', after: 'id,colour\na,red\nb,blue\n' }],
  '/event': [{ name: 'checkout_started', data: { value: 10 } }],
  '/exposure': [{ decisionId: 'd', items: products }],
};

describe('private columns of a catalogue', () => {
  let service: ServiceUnderTest;

  const put = (version: string, privacy?: StoredCatalogue['privacy']) =>
    service.storage.catalogues.put({
      organizationId: service.organizationId,
      version,
      products: 60,
      importedAt: Date.now(),
      csv: new TextEncoder().encode(CSV),
      ...(privacy && { privacy }),
    });

  /** What every endpoint answers, by its path, without the ids of the calls. */
  async function answers(sessionId: string): Promise<Map<EndpointPath, string>> {
    const texts = new Map<EndpointPath, string>();
    for (const path of Object.keys(endpoints) as EndpointPath[]) {
      for (const body of CALLS[path]) {
        const graded = path === '/catalog/audit' || path === '/catalog/verify';
        const answer = await service.ok<object>(path, graded ? body : { sessionId, ...body });
        texts.set(path, (texts.get(path) ?? '') + JSON.stringify(answer));
      }
    }
    return texts;
  }

  const ranksBy = async (version: string) => {
    while ((await service.ranked('nobody')).catalogueVersion !== version);
  };

  before(async () => {
    service = await ServiceUnderTest.start();
    await put('public', { public: NAMES });
    // A model that has learned from the private columns, as one of an earlier release has.
    for (let i = 0; i < 8; i++) {
      await service.track(
        `shopper-${i}`,
        ['search', 'north'],
        ...[0, 4, 8].map((k) => ['product_view', `p${(i * 2 + k) % 60}`] as const),
      );
    }
    assert.ok(await service.learn());
  });
  after(() => service.stop());

  it('would be answered if they were public', async () => {
    await ranksBy('public');
    const texts = await answers('before');
    // Suggestions complete titles, brands and categories, which none of these columns is.
    for (const path of ['/catalog/ranked', '/search'] as const) {
      assert.match(texts.get(path) ?? '', /quzal/i, path);
    }
    for (const marker of MARKERS) assert.match([...texts.values()].join('\n'), marker);
  });

  it('are in no answer of any endpoint, with a model that had learned from them and with one that had not', async () => {
    // As an import of the current release left it: nothing is stored about privacy.
    await put('as-it-was');
    await service.restart();
    await ranksBy('as-it-was');
    for (const session of ['with-old-model', 'with-new-model']) {
      const texts = await answers(session);
      assert.match(texts.get('/catalog/ranked') ?? '', /"colour":"Red"/);
      assert.match(texts.get('/suggest') ?? '', /boots/i);
      for (const [path, text] of texts) for (const marker of MARKERS) assert.doesNotMatch(text, marker, path);
      await service.learn();
    }
  });

  it('cannot be asked for by filters, fields or facets, and are refused as columns that are not there', async () => {
    await put('private-again');
    await ranksBy('private-again');
    const sessionId = 'curious';
    for (const name of [...NAMES, 'Cost price', 'internal-notes']) {
      const filtered = (field: string) =>
        service.refused('/catalog/ranked', { sessionId, filters: { [field]: 'Quzalsupply North' } });
      const message = await filtered(name);
      assert.equal(message.replaceAll(name, 'zzzzz'), await filtered('zzzzz'));
      const { items, warnings } = await service.ranked(sessionId, { fields: [name], limit: 60 });
      assert.ok(items.every(({ attributes }) => Object.keys(attributes).length === 0));
      assert.deepEqual(
        warnings?.map(({ code, message: told }) => [code, told]),
        [['unknown_attribute', `The catalogue has no attribute "${name}" to answer with.`]],
      );
    }
    const { facets } = await service.ranked(sessionId, { facets: 30 });
    assert.deepEqual(
      facets?.map(({ attribute }) => attribute),
      ['category', 'price', 'colour'],
    );
  });

  it('do not change a ranking: it is that of a catalogue without them', async () => {
    const bare = CSV.split('\n')
      .map((line) => line.split(',').slice(0, 5).join(','))
      .join('\n');
    await service.track('same', ['search', 'north'], ['product_view', 'p2'], ['product_view', 'p6']);
    const { items: withColumns } = await service.ranked('same', { limit: 60 });
    await service.storage.catalogues.put({
      organizationId: service.organizationId,
      version: 'bare',
      products: 60,
      importedAt: Date.now(),
      csv: new TextEncoder().encode(bare),
    });
    await ranksBy('bare');
    const { items: without } = await service.ranked('same', { limit: 60 });
    assert.deepEqual(
      withColumns.map(({ id }) => id),
      without.map(({ id }) => id),
    );
  });
});
