import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { CatalogAuditResponse, CatalogVerifyResponse } from '@decidable/contract';
import { type Answer, RunningService } from '../testing/running-service.ts';

const MATERIALS = ['oak', 'steel', 'linen', 'velvet'];
const materialOf = (i: number) => MATERIALS[Math.floor(i / 2) % 4];

/** A shelf of forty sofas. Material is recorded for half of them, colour for most, warranty is alike for all. */
const sofas = Array.from({ length: 40 }, (_, i) => ({
  id: `sofa-${i}`,
  title: `Sofa number ${i} of ${materialOf(i)}`,
  material: i % 2 === 0 ? materialOf(i) : '',
  colour: i % 10 === 0 ? '' : ['red', 'blue', 'green'][i % 3],
  warranty: i % 2 === 0 ? '2 years' : '',
}));
const csvOf = (rows: readonly Readonly<Record<string, string>>[]) =>
  [Object.keys(rows[0]).join(','), ...rows.map((row) => Object.values(row).join(','))].join('\n');
const export40 = csvOf(sofas);
const repaired = csvOf(
  sofas.map((sofa, i) => ({
    ...sofa,
    material: sofa.material || materialOf(i),
  })),
);

const named = (answer: Answer, attribute: string) =>
  [...answer.body.attributes].find((entry) => String(entry.attribute) === attribute)!;

describe('POST /catalog/audit', () => {
  let running: RunningService;
  before(async () => {
    running = await RunningService.start();
  });
  after(() => running.close());

  it('"returns the attributes worth recording, ranked, with the affected products attached"', async () => {
    const answer = await running.post('/catalog/audit', { csv: export40 });
    assert.equal(answer.status, 200, answer.text);
    const material = named(answer, 'material');
    const missing = sofas.filter((sofa) => sofa.material === '').map(({ id }) => id);
    assert.deepEqual([...material.affectedProducts].map(String).sort(), missing.sort());
    assert.equal(Number(material.recorded), 20);
    assert.equal(Number(material.missing), 20);
  });

  it('"ordered by priority. Priority is measured in bits of decision information, not by how empty a column is"', async () => {
    const { body } = await running.post('/catalog/audit', { csv: export40 });
    const priorities = [...body.attributes].map((entry) => entry.priority as unknown as number | null);
    const known = priorities.filter((priority) => priority !== null);
    assert.deepEqual(
      known,
      [...known].sort((a, b) => b - a),
    );
    // The warranty column is as empty as that of the material, and would say the same everywhere.
    assert.equal(String([...body.attributes][0].attribute), 'material');
    const warranty = [...body.attributes].find(({ attribute }) => String(attribute) === 'warranty');
    assert.equal(warranty === undefined || !(Number(warranty.priority) > 0), true);
  });

  it('"Column one is the product id. All other columns are attributes"', async () => {
    const { body } = await running.post('/catalog/audit', { csv: export40 });
    const names = [...body.attributes, ...body.notQuestions].map(({ attribute }) => String(attribute));
    assert.deepEqual(names.sort(), ['colour', 'material', 'title', 'warranty']);
  });

  it('"An empty cell means the attribute is not recorded for that product"', async () => {
    const answer = await running.post('/catalog/audit', { csv: export40 });
    assert.equal(Number(named(answer, 'colour').missing), 4);
  });

  it('"Without it [amortisationHorizon], the response has no `action`. The service does not pick a value"', async () => {
    const without = await running.post('/catalog/audit', { csv: export40 });
    assert.equal('action' in (without.body as object), false);
    for (const entry of without.body.attributes) assert.equal('action' in (entry as object), false);
  });

  it('"`action`: present only when `amortisationHorizon` was supplied in the request"', async () => {
    const answer = await running.post('/catalog/audit', { csv: export40, amortisationHorizon: 100_000 });
    const actions = ['record', 'derive', 'ask', 'leave'];
    assert.ok(actions.includes(String(answer.body.action)));
    assert.ok(actions.includes(String(named(answer, 'material').action)));
  });

  it('"source … Default `merchant`", and every value of the enumeration is accepted', async () => {
    const trust = new Map<string, number>();
    for (const source of [undefined, 'merchant', 'extracted', 'enriched', 'inferred']) {
      const { status, body } = await running.post('/catalog/audit', { csv: export40, source });
      assert.equal(status, 200);
      assert.equal(String(body.source), source ?? 'merchant');
      trust.set(String(source), Number(body.trust));
    }
    assert.equal(trust.get('undefined'), trust.get('merchant'));
    // "`enriched` (the service auditing its own enrichment output) earns a lower weight."
    assert.ok(trust.get('enriched')! < trust.get('merchant')!);
  });

  it('reads the ids from the column that the request names, and says where column one is none', async () => {
    const rows = Array.from({ length: 12 }, (_, row) => `simple,p${row},${['red', 'blue'][row % 2]}`);
    const csv = `Type,SKU,colour\n${rows.join('\n')}\n`;
    const first = (await running.post('/catalog/audit', { csv })).body as unknown as CatalogAuditResponse;
    assert.equal(first.products, 12);
    const found = first.warnings?.find(({ code }) => code === 'id_column_found');
    assert.match(found?.message ?? '', /"SKU".*"Type".*same value/);
    const bare = `Brand,colour\n${rows.map((_, row) => `Acme,${['red', 'blue'][row % 2]}`).join('\n')}\n`;
    const numbered = (await running.post('/catalog/audit', { csv: bare }))
      .body as unknown as CatalogAuditResponse;
    assert.deepEqual(
      [numbered.products, numbered.warnings?.map(({ code }) => code)],
      [12, ['rows_numbered']],
    );
    const same = await running.post('/catalog/verify', { before: bare, after: bare });
    assert.equal((same.body as unknown as CatalogVerifyResponse).products.common, 12);
    const { body } = await running.post('/catalog/audit', { csv, id: 'sku', ignore: ['Type'] });
    const named = body as unknown as CatalogAuditResponse;
    assert.deepEqual([named.products, named.attributes.map(({ attribute }) => attribute)], [12, ['colour']]);
    assert.ok(!named.notQuestions.some(({ attribute }) => attribute === 'Type'));
    const compared = await running.post('/catalog/verify', { before: csv, after: csv, id: 'SKU' });
    assert.equal((compared.body as unknown as CatalogVerifyResponse).products.common, 12);
    const refused = await running.post('/catalog/audit', { csv, id: 'SKUU' });
    assert.equal(refused.status, 400);
    assert.match(JSON.stringify(refused.body), /id: .*Did you mean .*SKU/);
  });

  it('reads columns by the kinds that the request chooses, and refuses unknown ones with the nearest', async () => {
    const rows = sofas.map(({ id }, row) => `${id},${row % 4 === 0 ? '' : 7 + (row % 3)}`);
    const csv = `id,range id\n${rows.join('\n')}`;
    const kindOf = async (kinds?: readonly object[]) => {
      const { body } = await running.post('/catalog/audit', { csv, ...(kinds && { kinds }) });
      return [...body.attributes].map(({ attribute, kind }) => `${attribute}: ${kind}`);
    };
    assert.deepEqual(await kindOf(), []);
    assert.deepEqual(await kindOf([{ attribute: 'range id', kind: 'number' }]), ['range id: number']);
    assert.deepEqual(await kindOf([{ attribute: 'range id', kind: 'category' }]), ['range id: category']);
    for (const [kinds, message] of [
      [[{ attribute: 'rangeid', kind: 'number' }], /kinds: .*Is "range id" meant/],
      [[{ attribute: 'range id', kind: 'catgory' }], /kinds\[0\]\.kind.*category/],
    ] as const) {
      const refused = await running.post('/catalog/audit', { csv, kinds });
      assert.equal(refused.status, 400);
      assert.match(String(refused.body.error.message), message);
    }
    const both = { before: csv, after: csv, kinds: [{ attribute: 'rangeid', kind: 'number' }] };
    assert.equal((await running.post('/catalog/verify', both)).status, 400);
  });

  it('asks attributes of the categories that the request names, and refuses what is not there', async () => {
    const rows = Array.from(
      { length: 60 },
      (_, row) =>
        `p${row},${['Tops', 'Bottoms'][row % 2]},${row % 4 === 1 ? ['slim', 'wide'][row % 3 ? 1 : 0] : ''}`,
    );
    const csv = `id,category,leg\n${rows.join('\n')}`;
    const audited = (applies: readonly object[]) => running.post('/catalog/audit', { csv, applies });
    const { body } = await audited([{ attribute: 'Leg', values: ['bottoms'] }]);
    assert.deepEqual(
      [...body.attributes].find(({ attribute }) => String(attribute) === 'leg')?.appliesTo.values,
      ['Bottoms'],
    );
    for (const [applies, message] of [
      [[{ attribute: 'legg', values: ['Bottoms'] }], /^applies: No column is called "legg".*Is "leg" meant/],
      [[{ attribute: 'leg', values: ['Hats'] }], /^applies: No column of categories has "Hats"/],
      [[{ attribute: 'leg', values: [] }], /^applies\[0\]\.values must have 1 or more entries/],
      [[{ attribute: 'leg' }], /applies\[0\]\.values/],
    ] as const) {
      const refused = await audited(applies);
      assert.equal(refused.status, 400);
      assert.match(String(refused.body.error.message), message);
    }
  });

  it('asks what empty cells of facts mean that only ever say yes, and takes the answer', async () => {
    const rows = Array.from(
      { length: 60 },
      (_, row) => `p${row},${['a', 'b', 'c'][row % 3]},${'vwxyz'[row % 5]},${row % 2 ? 'yes' : ''}`,
    );
    const csv = `id,brand,size,vegan\n${rows.join('\n')}`;
    const audited = (more: object) => running.post('/catalog/audit', { csv, ...more });
    const { body: asked } = await audited({});
    assert.deepEqual(asked.ifEmptyMeansNo.attributes, ['vegan']);
    const { body: said } = await audited({ emptyMeansNo: ['vegan'] });
    assert.equal(said.grade, asked.ifEmptyMeansNo.grade);
    assert.equal(said.ifEmptyMeansNo, undefined);
    const compared = await running.post('/catalog/verify', {
      before: csv,
      after: csv.replace(/,$/gmu, ',no'),
      emptyMeansNo: ['vegan'],
    });
    assert.ok([...compared.body.attributes].every(({ status }) => String(status) === 'unchanged'));
    const refused = await audited({ emptyMeansNo: ['brand'] });
    assert.equal(refused.status, 400);
    assert.match(String(refused.body.error.message), /^emptyMeansNo: "brand" says "a": only of facts/);
  });

  it('"It is stateless. It stores nothing unless asked"', async () => {
    const key = await running.newKey();
    const { body } = await running.post('/catalog/audit', { csv: export40 }, { key });
    assert.deepEqual(JSON.parse(JSON.stringify(body.storage)), {
      stored: false,
      message: 'Nothing was stored.',
    });
    assert.deepEqual(await running.service.storage.gradings.list(key.organizationId), []);
  });

  it('with organizationId the result is kept, as it was answered', async () => {
    const key = await running.newKey();
    const request = { csv: export40, organizationId: key.organizationId, category: 'sofas' };
    const answer = await running.post('/catalog/audit', request, { key });
    assert.equal(answer.body.storage.stored as unknown, true);
    const kept = await running.service.storage.gradings.find(
      key.organizationId,
      String(answer.body.storage.id),
    );
    assert.equal(kept?.kind, 'audit');
    assert.equal(kept?.category, 'sofas');
    assert.equal(kept?.result, answer.text);
  });

  it('"Maximum 2 MB (about 20,000 products at a dozen columns)": such an export is graded', async () => {
    const columns = 12;
    const header = ['id', ...Array.from({ length: columns }, (_, c) => `attribute ${c}`)].join(',');
    const rows = Array.from({ length: 20_000 }, (_, i) =>
      [
        `sku-${i}`,
        ...Array.from({ length: columns }, (_, c) =>
          (i * 7 + c) % 5 === 0 ? '' : `v${(i * (c + 3)) % (c + 4)}`,
        ),
      ].join(','),
    );
    const csv = [header, ...rows].join('\n');
    assert.ok(Buffer.byteLength(csv) < 2_000_000);
    const answer = await running.post('/catalog/audit', { csv });
    assert.equal(answer.status, 200, answer.text.slice(0, 300));
    assert.equal(Number(answer.body.products), 20_000);
    assert.equal([...answer.body.attributes].length, columns);
  });

  it('the same export gives the same bytes', async () => {
    const [one, two] = await Promise.all([1, 2].map(() => running.post('/catalog/audit', { csv: export40 })));
    assert.equal(one!.text, two!.text);
  });

  it('a CSV that cannot be read is a 400 that gives the line and the column', async () => {
    for (const [csv, place] of [
      ['id,a\n1,"x', /^csv, line 2, column \d+: /],
      ['id,a\n1,2,3', /^csv, line 2, column \d+: /],
      ['id,a\n,2', /^csv, line 2, column 1: /],
    ] as const) {
      const answer = await running.post('/catalog/audit', { csv });
      assert.equal(answer.status, 400, csv);
      assert.match(String(answer.body.error.message), place);
    }
  });

  it('columns without a name, or of one name, are read with a warning', async () => {
    for (const [csv, code] of [
      ['id,a,a\n1,2,3', 'repeated_column'],
      ['id,,b\n1,2,3', 'unnamed_column'],
    ] as const) {
      const answer = await running.post('/catalog/audit', { csv });
      assert.equal(answer.status, 200, csv);
      assert.ok(JSON.stringify(answer.body).includes(`"${code}"`), csv);
    }
  });

  it('an export without products is told apart from a good one', async () => {
    const answer = await running.post('/catalog/audit', { csv: 'id,colour\n' });
    if (answer.status === 200) assert.equal(answer.body.grade as unknown, null);
    else assert.equal(answer.status, 400);
  });
});

describe('POST /catalog/verify', () => {
  let running: RunningService;
  before(async () => {
    running = await RunningService.start();
  });
  after(() => running.close());

  const both = { before: export40, after: repaired };

  it('"`before` and `after` only | monitor: what changed, nothing claimed"', async () => {
    const answer = await running.post('/catalog/verify', both);
    assert.equal(answer.status, 200, answer.text);
    assert.equal(String(answer.body.mode), 'monitor');
    assert.equal('claims' in (answer.body as object), false);
  });

  it('"`before`, `after` and `repairs` | verification: claims graded against the diff"', async () => {
    const repairs = [
      { attribute: 'material', method: 'supplier sheet', estimatedHours: 6, actualHours: 8 },
      { attribute: 'colour' },
      { attribute: 'smell' },
    ];
    const { body } = await running.post('/catalog/verify', { ...both, repairs });
    assert.equal(String(body.mode), 'verification');
    assert.deepEqual(
      [...body.claims].map(({ attribute, verdict }) => [String(attribute), String(verdict)]),
      [
        ['material', 'verified'],
        ['colour', 'unchanged'],
        ['smell', 'not_found'],
      ],
    );
    const [material, colour] = [...body.claims];
    assert.equal(Number(material!.cellsFilled), 20);
    assert.ok(Number(material!.bitsPerHour) > 0);
    assert.equal('bitsPerHour' in (colour as object), false);
  });

  it('"reports what moved, attribute by attribute, between `before` and `after`"', async () => {
    const answer = await running.post('/catalog/verify', both);
    const [material, colour] = [named(answer, 'material'), named(answer, 'colour')];
    assert.equal(String(material.status), 'improved');
    assert.equal(Number(material.cells.filled), 20);
    assert.equal(String(colour.status), 'unchanged');
    assert.equal(Number(colour.bits.moved), 0);
  });

  it('"source … How far the new values are trusted"', async () => {
    const gained = async (source?: string) => {
      const { body } = await running.post('/catalog/verify', {
        ...both,
        source,
        repairs: [{ attribute: 'material' }],
      });
      assert.equal(String(body.source), source ?? 'merchant');
      return Number([...body.claims][0].bitsGained);
    };
    assert.equal(await gained(), await gained('merchant'));
    assert.ok((await gained('inferred')) < (await gained('merchant')));
  });

  it('"There is no separate monitor endpoint"', async () => {
    assert.equal((await running.postTo('/api/v1/catalog/monitor', both)).status, 404);
  });

  it('"If supplied [organizationId], the result is kept"', async () => {
    const key = await running.newKey();
    const request = { ...both, organizationId: key.organizationId, category: 'Sofas & Co. 🛋' };
    const answer = await running.post('/catalog/verify', request, { key });
    assert.equal(answer.body.storage.stored as unknown, true);
    const [kept] = await running.service.storage.gradings.list(key.organizationId);
    assert.equal(kept?.id, String(answer.body.storage.id));
    assert.equal(kept?.kind, 'monitor');
    assert.equal(kept?.result, answer.text);
    // "category: The caller's own name for the shelf, recorded as given."
    assert.equal(kept?.category, 'Sofas & Co. 🛋');
    assert.equal(String(answer.body.category), 'Sofas & Co. 🛋');
  });

  it('"When it is omitted, the response says plainly that nothing was stored"', async () => {
    const { body } = await running.post('/catalog/verify', both);
    assert.equal(body.storage.stored as unknown, false);
    assert.equal(String(body.storage.message), 'Nothing was stored.');
  });

  it('says which of the two exports cannot be read', async () => {
    for (const field of ['before', 'after'] as const) {
      const answer = await running.post('/catalog/verify', { ...both, [field]: 'id,a\n1,"x' });
      assert.equal(answer.status, 400);
      assert.match(String(answer.body.error.message), new RegExp(`^${field}, line 2`));
    }
  });

  it('a publishable key "can send signals and read rankings, nothing else": kept results cannot be read back with it', async () => {
    for (const path of ['/api/v1/catalog/history', '/api/v1/catalog/audits', '/api/v1/gradings']) {
      assert.equal((await running.postTo(path, {})).status, 404);
    }
  });
});
