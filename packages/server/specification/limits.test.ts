import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { basePath, type EndpointPath, endpoints, limits } from '@decidable/contract';
import { envelopeFault, RunningService } from '../testing/running-service.ts';

/** Characters of one to four bytes in UTF-8, the last two of which UTF-16 counts double. */
const alphabets = [
  ['ASCII', 'x'],
  ['two bytes each', 'é'],
  ['three bytes each', '鞋'],
  ['astral, two UTF-16 units each', '👟'],
] as const;

describe('limits hold on both sides, counted in code points', () => {
  let running: RunningService;
  before(async () => {
    running = await RunningService.start();
  });
  after(() => running.close());

  const ids = () => ({ sessionId: 's-1', organizationId: running.key.organizationId });

  /** Sends a value that just fits and one that is one too many. */
  async function bothSides(
    path: EndpointPath,
    body: (size: number) => Readonly<Record<string, unknown>>,
    most: number,
    field: string,
    status = 400,
  ): Promise<void> {
    const fits = await running.post(path, body(most));
    assert.equal(fits.status, 200, `${most}: ${fits.text.slice(0, 300)}`);
    const over = await running.post(path, body(most + 1));
    const code = status === 400 ? 'BAD_REQUEST' : 'PAYLOAD_TOO_LARGE';
    assert.equal(envelopeFault(over, status, code, basePath + path), undefined, `${most + 1}`);
    assert.ok(String(over.body.error.message).startsWith(field), over.text);
  }

  /** The same, where what is too much costs the attribute or the entry, not the list. */
  async function warnedBeyond(
    path: EndpointPath,
    body: (size: number) => Readonly<Record<string, unknown>>,
    most: number,
    code: string,
    field: string,
  ): Promise<void> {
    for (const size of [most, most + 1]) {
      const { status, text, body: answer } = await running.post(path, body(size));
      assert.equal(status, 200, text.slice(0, 300));
      const warnings = (answer.warnings ?? []) as unknown as { code: string; field: string }[];
      assert.deepEqual(
        warnings.filter((warning) => warning.code === code).map((told) => told.field.startsWith(field)),
        size > most ? [true] : [],
        `${size}: ${text.slice(0, 300)}`,
      );
    }
  }

  for (const [name, letter] of alphabets) {
    const long = (size: number) => letter.repeat(size);

    it(`"sessionId length: at most 128 characters, all session calls", ${name}`, async () => {
      const rest: Partial<Record<EndpointPath, object>> = {
        '/track': {},
        '/track/behavior': { behavior: 'x' },
        '/track/keywords': { query: 'boots' },
        '/session': {},
        '/catalog/ranked': {},
        '/search': { products: [{ id: 'a' }] },
        '/rerank': { results: ['a'] },
        '/suggest': {},
        '/event': { name: 'x' },
        '/exposure': { decisionId: 'd', items: ['a'] },
      };
      for (const [path, more] of Object.entries(rest) as [EndpointPath, object][]) {
        await bothSides(path, (size) => ({ ...ids(), ...more, sessionId: long(size) }), 128, 'sessionId');
      }
    });

    it(`"behavior length: at most 128 characters", ${name}`, () =>
      bothSides('/track/behavior', (size) => ({ ...ids(), behavior: long(size) }), 128, 'behavior'));

    it(`"query length: at most 512 characters, /track/keywords", ${name}`, () =>
      bothSides('/track/keywords', (size) => ({ ...ids(), query: long(size) }), 512, 'query'));

    it(`query of /search, /rerank, /suggest and /catalog/ranked: 512, ${name}`, async () => {
      await bothSides(
        '/search',
        (size) => ({ ...ids(), products: [{ id: 'a' }], query: long(size) }),
        512,
        'query',
      );
      await bothSides('/rerank', (size) => ({ ...ids(), results: ['a'], query: long(size) }), 512, 'query');
      await bothSides('/suggest', (size) => ({ ...ids(), query: long(size) }), 512, 'query');
      await bothSides('/catalog/ranked', (size) => ({ ...ids(), query: long(size) }), 512, 'query');
    });

    it(`event name, decisionId, eventId: 128, ${name}`, async () => {
      const event = (more: object) => ({ ...ids(), name: 'x', ...more });
      await bothSides('/event', (size) => event({ name: long(size) }), 128, 'name');
      await bothSides('/event', (size) => event({ decisionId: long(size) }), 128, 'decisionId');
      await bothSides('/event', (size) => event({ eventId: long(size) }), 128, 'eventId');
      const exposure = (size: number) => ({ ...ids(), items: ['a'], decisionId: long(size) });
      await bothSides('/exposure', exposure, 128, 'decisionId');
    });

    it(`batchId: 128; signal type 64, value 512, ${name}`, async () => {
      await bothSides('/track', (size) => ({ ...ids(), batchId: long(size) }), 128, 'batchId');
      const signal = (more: object) => ({ ...ids(), signals: [{ type: 'search', ...more }] });
      await bothSides('/track', (size) => signal({ type: long(size) }), 64, 'signals[0].type');
      await bothSides('/track', (size) => signal({ value: long(size) }), 512, 'signals[0].value');
    });

    it(`category: 128; claimed attribute and method 256, ${name}`, async () => {
      const audit = (more: object) => ({ csv: 'id,a\n1,2', ...more });
      await bothSides('/catalog/audit', (size) => audit({ category: long(size) }), 128, 'category');
      const verify = (repair: object) => ({
        before: 'id,a\n1,2',
        after: 'id,a\n1,2',
        repairs: [{ attribute: 'a', ...repair }],
      });
      await bothSides(
        '/catalog/verify',
        (size) => verify({ attribute: long(size) }),
        256,
        'repairs[0].attribute',
      );
      await bothSides('/catalog/verify', (size) => verify({ method: long(size) }), 256, 'repairs[0].method');
    });

    it(`ids 256, attributes of 64 + 1,000, ${name}`, async () => {
      const search = (product: object) => ({ ...ids(), products: [{ id: 'a', ...product }] });
      const attribute = 'no_attribute';
      const id = (size: number) => search({ id: long(size) });
      await warnedBeyond('/search', id, 256, 'entry_left_out', 'products[0]');
      await warnedBeyond('/search', (size) => search({ [long(size)]: 'x' }), 64, attribute, 'products[0].');
      const colour = (size: number) => search({ colour: long(size) });
      await warnedBeyond('/search', colour, 1_000, attribute, 'products[0].colour');
      const results = (size: number) => ({ ...ids(), results: [long(size)] });
      await warnedBeyond('/rerank', results, 256, 'entry_left_out', 'results[0]');
      const exposure = (size: number) => ({ ...ids(), decisionId: 'd', items: [long(size)] });
      await bothSides('/exposure', exposure, 256, 'items[0]');
    });

    it(`"csv size: at most 2 MB", in bytes of UTF-8, ${name}`, async () => {
      const bytes = Buffer.byteLength(letter);
      /** An export of exactly so many bytes: cells of a harmless length, the last one filled up. */
      const csv = (size: number) => {
        const cell = letter.repeat(Math.floor(200_000 / bytes));
        let head = 'id,name\n1,a\n';
        let length = head.length;
        for (let row = 2; length + 210_000 + bytes < size; row++) {
          const line = `${row},${cell}\n`;
          head += line;
          length += Buffer.byteLength(line);
        }
        head += '0,';
        const room = size - length - 2;
        return head + letter.repeat(Math.floor(room / bytes)) + 'x'.repeat(room % bytes);
      };
      assert.equal(Buffer.byteLength(csv(2 * 1024 * 1024)), 2 * 1024 * 1024);
      await bothSides('/catalog/audit', (size) => ({ csv: csv(size) }), 2 * 1024 * 1024, 'csv', 413);
      const other = 'id,name\n1,a\n2,b';
      await bothSides(
        '/catalog/verify',
        (size) => ({ before: csv(size), after: other }),
        2 * 1024 * 1024,
        'before',
        413,
      );
      await bothSides(
        '/catalog/verify',
        (size) => ({ before: other, after: csv(size) }),
        2 * 1024 * 1024,
        'after',
        413,
      );
    });
  }

  it('signals per call: 100', () =>
    bothSides(
      '/track',
      (size) => ({
        ...ids(),
        signals: Array.from({ length: size }, (_, i) => ({ type: 'product_view', value: `p-${i}` })),
      }),
      100,
      'signals has 101 entries',
    ));

  it('exposure items per call: 500', () =>
    bothSides(
      '/exposure',
      (size) => ({ ...ids(), decisionId: 'd', items: Array.from({ length: size }, (_, i) => `p-${i}`) }),
      500,
      'items has 501 entries',
    ));

  it('products or results per call: 1,000', async () => {
    const many = (size: number) => Array.from({ length: size }, (_, i) => ({ id: `p-${i}` }));
    await bothSides('/search', (size) => ({ ...ids(), products: many(size) }), 1_000, 'products has 1,001');
    await bothSides('/rerank', (size) => ({ ...ids(), results: many(size) }), 1_000, 'results has 1,001');
  });

  it('attributes of a product: 100', () =>
    warnedBeyond(
      '/search',
      (size) => ({
        ...ids(),
        products: [{ id: 'a', ...Object.fromEntries(Array.from({ length: size }, (_, i) => [`a${i}`, 1])) }],
      }),
      100,
      'no_attribute',
      'products[0].a100',
    ));

  it('repairs: 500', () =>
    bothSides(
      '/catalog/verify',
      (size) => ({
        before: 'id,a\n1,2',
        after: 'id,a\n1,2',
        repairs: Array.from({ length: size }, () => ({ attribute: 'a' })),
      }),
      500,
      'repairs has 501 entries',
    ));

  it('hours: 0 to 1,000,000', async () => {
    const verify = (hours: object) => ({
      before: 'id,a\n1,2',
      after: 'id,a\n1,2',
      repairs: [{ attribute: 'a', ...hours }],
    });
    await bothSides(
      '/catalog/verify',
      (n) => verify({ actualHours: n }),
      1_000_000,
      'repairs[0].actualHours',
    );
    await bothSides(
      '/catalog/verify',
      (n) => verify({ estimatedHours: n }),
      1_000_000,
      'repairs[0].estimatedHours',
    );
    assert.equal((await running.post('/catalog/verify', verify({ actualHours: 0 }))).status, 200);
    assert.equal((await running.post('/catalog/verify', verify({ actualHours: -0.5 }))).status, 400);
  });

  it('amortisationHorizon: more than 0, at most 1e9', async () => {
    const audit = (amortisationHorizon: number) => ({ csv: 'id,a\n1,2', amortisationHorizon });
    await bothSides('/catalog/audit', audit, 1e9, 'amortisationHorizon');
    assert.equal((await running.post('/catalog/audit', audit(0.001))).status, 200);
    assert.equal((await running.post('/catalog/audit', audit(0))).status, 400);
  });

  it('limit: 1 to 500 for /catalog/ranked and /suggest, 1 to 1,000 for /search and /rerank', async () => {
    const cases = [
      ['/catalog/ranked', {}, 500],
      ['/suggest', {}, 500],
      ['/search', { products: [{ id: 'a' }] }, 1_000],
      ['/rerank', { results: ['a'] }, 1_000],
    ] as const;
    for (const [path, more, most] of cases) {
      await bothSides(path, (limit) => ({ ...ids(), ...more, limit }), most, 'limit');
      assert.equal((await running.post(path, { ...ids(), ...more, limit: 1 })).status, 200);
      assert.equal((await running.post(path, { ...ids(), ...more, limit: 0 })).status, 400);
    }
  });

  describe('what a ranking of the catalogue may ask', () => {
    before(async () => {
      await running.service.storage.catalogues.put({
        organizationId: running.key.organizationId,
        version: 'v1',
        products: 4,
        importedAt: Date.now(),
        csv: new TextEncoder().encode('id,colour,weight\na,red,1\nb,blue,2\nc,red,3\nd,green,4\n'),
      });
      while (Number((await running.post('/catalog/ranked', ids())).body.total) !== 4);
    });

    const ranked = (more: object) => running.post('/catalog/ranked', { ...ids(), ...more });
    const refused = async (more: object, field: string) => {
      const answer = await ranked(more);
      assert.equal(envelopeFault(answer, 400, 'BAD_REQUEST', `${basePath}/catalog/ranked`), undefined);
      assert.ok(String(answer.body.error.message).startsWith(field), answer.text);
    };

    it('offset 0 to 10,000, facets 0 to 30, diversity 0 to 1', async () => {
      for (const [field, most] of [
        ['offset', 10_000],
        ['facets', 30],
        ['diversity', 1],
      ] as const) {
        for (const value of [0, most]) assert.equal((await ranked({ [field]: value })).status, 200);
        for (const value of [-1, most + 1]) await refused({ [field]: value }, field);
      }
      await refused({ offset: 0.5 }, 'offset');
    });

    it('fields 100 of 256 characters', async () => {
      const fields = (size: number) => ({ ...ids(), fields: Array.from({ length: size }, () => 'colour') });
      await bothSides('/catalog/ranked', fields, 100, 'fields');
      const long = (size: number) => ({ ...ids(), fields: ['x'.repeat(size)] });
      await bothSides('/catalog/ranked', long, 256, 'fields[0]');
    });

    it('filters: 30, of 100 values of 512 characters', async () => {
      const names = ['colour', 'weight', 'COLOUR', 'WEIGHT'];
      const name = (k: number) => `${' '.repeat(Math.floor(k / 4))}${names[k % 4]}`;
      const many = (size: number) =>
        Object.fromEntries(Array.from({ length: size }, (_, k) => [name(k), k % 2 ? 1 : 'red']));
      const filtered = (filters: object) => ({ ...ids(), filters });
      await bothSides('/catalog/ranked', (size) => filtered(many(size)), 30, 'filters');
      const values = (size: number) => filtered({ colour: Array.from({ length: size }, () => 'red') });
      await bothSides('/catalog/ranked', values, 100, 'filters.colour');
      const long = (size: number) => filtered({ colour: 'x'.repeat(size) });
      await bothSides('/catalog/ranked', long, 512, 'filters.colour');
      const named = (size: number) => filtered({ [`colour${' '.repeat(size - 6)}`]: 'red' });
      await bothSides('/catalog/ranked', named, 256, 'filters');
    });

    it('values that are no filter are refused, and so are ranges without an end', async () => {
      for (const value of [null, [], {}, '', [[]], [null], [''], { min: 'x' }]) {
        await refused({ filters: { colour: value } }, 'filters.colour');
      }
      for (const value of [{ mn: 1 }, { min: 2, max: 1 }, { min: 1, maximum: 2 }]) {
        await refused({ filters: { weight: value } }, 'filters.weight');
      }
      await refused({ filters: [] }, 'filters');
      await refused({ seen: 'hide' }, 'seen');
      await refused({ unmatched: 'hide' }, 'unmatched');
      await refused({ explain: 'no' }, 'explain');
    });
  });

  it('strength: 0 to 1', async () => {
    const rerank = (strength: number) => ({ ...ids(), results: ['a', 'b'], strength });
    for (const strength of [0, 1])
      assert.equal((await running.post('/rerank', rerank(strength))).status, 200);
    for (const strength of [-0.01, 1.01])
      assert.equal((await running.post('/rerank', rerank(strength))).status, 400);
  });

  for (const [path, field, more] of [
    ['/event', 'data', { name: 'x' }],
    ['/track/behavior', 'metadata', { behavior: 'x' }],
  ] as const) {
    it(`${field} of ${path}: 8 KiB as JSON`, async () => {
      const overhead = JSON.stringify({ a: '' }).length;
      for (const [name, letter] of alphabets) {
        const bytes = Buffer.byteLength(letter);
        const fill = (size: number) => {
          const room = size - overhead;
          return { a: letter.repeat(Math.floor(room / bytes)) + 'x'.repeat(room % bytes) };
        };
        assert.equal(Buffer.byteLength(JSON.stringify(fill(8_192))), 8_192, name);
        await bothSides(path, (size) => ({ ...ids(), ...more, [field]: fill(size) }), 8_192, field);
      }
    });

    it(`${field} of ${path}: nesting 4`, async () => {
      const deep = (levels: number): object => (levels === 1 ? {} : { a: deep(levels - 1) });
      await bothSides(path, (levels) => ({ ...ids(), ...more, [field]: deep(levels) }), 4, field);
      const lists = (levels: number): object => ({ a: levels === 2 ? [] : [lists(levels - 2)] });
      await bothSides(
        path,
        (levels) => ({ ...ids(), ...more, [field]: lists(levels > 4 ? 6 : 4) }),
        4,
        field,
      );
    });
  }

  it('a body of each endpoint, in bytes before it is parsed', async () => {
    for (const contract of Object.values(endpoints)) {
      const { path, bodyLimit } = contract;
      const padded = (size: number) => `{${' '.repeat(size - 2)}}`;
      const fits = await running.post(path, undefined, { raw: padded(bodyLimit) });
      assert.equal(fits.status, 400, `${path}: it fits, but has no fields`);
      const over = await running.post(path, undefined, { raw: padded(bodyLimit + 1) });
      assert.equal(envelopeFault(over, 413, 'PAYLOAD_TOO_LARGE', basePath + path), undefined);
    }
    assert.equal(endpoints['/track'].bodyLimit, 256 * 1024);
    assert.equal(endpoints['/event'].bodyLimit, 256 * 1024);
    assert.equal(endpoints['/search'].bodyLimit, 2 * 1024 * 1024);
    assert.equal(endpoints['/catalog/audit'].bodyLimit, 6 * 1024 * 1024);
    assert.equal(endpoints['/catalog/verify'].bodyLimit, 12 * 1024 * 1024);
  });

  it('a body that does not say how long it is, is measured as it comes', async () => {
    const chunk = new TextEncoder().encode(' '.repeat(64 * 1024));
    const stream = (chunks: number) =>
      new ReadableStream({
        pull(controller) {
          if (chunks-- > 0) controller.enqueue(chunk);
          else controller.close();
        },
      });
    for (const [chunks, status] of [
      [4, 400],
      [5, 413],
      [200, 413],
    ] as const) {
      const response = await fetch(running.url('/api/v1/event'), {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-api-key': running.key.value },
        body: stream(chunks),
        duplex: 'half',
      } as RequestInit);
      assert.equal(response.status, status);
      assert.ok((await response.text()).includes(status === 413 ? 'PAYLOAD_TOO_LARGE' : 'BAD_REQUEST'));
    }
  });

  it('a CSV has at most 1,000 columns', () => {
    const csv = (columns: number) =>
      `id,${Array.from({ length: columns - 1 }, (_, i) => `c${i}`).join(',')}\n1${',x'.repeat(columns - 1)}`;
    return bothSides('/catalog/audit', (columns) => ({ csv: csv(columns) }), limits.csvColumns, 'csv');
  });

  it('a CSV has at most 5,000,000 cells, those included that short rows lack, of at most a million characters', async () => {
    const names = Array.from({ length: limits.csvColumns - 1 }, (_, at) => `,c${at}`).join('');
    const short = (rows: number) =>
      `id${names}\n${Array.from({ length: rows }, (_, at) => `${at}\n`).join('')}`;
    const most = limits.csvCells / limits.csvColumns;
    await bothSides('/catalog/audit', (rows) => ({ csv: short(rows) }), most, 'csv');
    const long = (length: number) => ({ csv: `id,a\n1,${'x'.repeat(length)}\n2,y` });
    await bothSides('/catalog/audit', long, limits.cellLength, 'csv');
  });

  it("a signal's own time is taken up to ten minutes ahead and a day behind, and no further", async () => {
    const sent = (at: number) =>
      running.post('/track', { ...ids(), signals: [{ type: 'category_view', value: 'boots', at }] });
    // A request takes its time: what lies just within must still do so when it arrives, and the other way round.
    const slack = 30_000;
    for (const [at, status] of [
      [limits.signalAhead - slack, 200],
      [limits.signalAhead + slack, 400],
      [slack - limits.signalBehind, 200],
      [-slack - limits.signalBehind, 400],
    ] as const) {
      const answer = await sent(Date.now() + at);
      assert.equal(answer.status, status, `${at} ms: ${answer.text}`);
      if (status === 400) assert.match(answer.text, /signals\[0\]\.at/);
    }
  });
});
