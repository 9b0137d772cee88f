import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { limits } from '@decidable/contract/limits';
import {
  acceptSuggestions,
  compareExports,
  createOrganization,
  downloadAffected,
  downloadExport,
  downloadReport,
  fillCells,
  gradeExport,
  listAffected,
  listExports,
  listGradings,
  listProducts,
  readGrading,
  readReplacements,
  removeExport,
  removeGrading,
  repairExport,
  uniteExports,
  uploadExport,
  useAsCatalogue,
} from '@decidable/contract/management';
import { writeXlsx } from 'hucre';
import { ManagedShop } from '../../testing/managed-shop.ts';
import type { Loose } from '../../testing/running-service.ts';
import { SignedInBrowser } from '../../testing/signed-in-browser.ts';

let shop: ManagedShop;
before(async () => {
  shop = await ManagedShop.start();
});
after(() => shop.close());

const COLOURS = ['red', 'green', 'blue', 'black'];
const MATERIALS = ['leather', 'suede', 'canvas'];

/** Shoes: the colour of every fourth is missing, and follows from the shade; the material of every third, from nothing. */
function shoes(products = 120): string {
  const rows = Array.from({ length: products }, (_, n) => {
    const colour = COLOURS[n % 4];
    const material = MATERIALS[(n * 7 + Math.floor(n / 5)) % 3];
    return [
      `sku-${n}`,
      `Boot "${n}"`,
      n % 2 === 0 ? 'boots' : 'sandals',
      n % 12 === 4 ? '' : colour,
      `${colour} shade`,
      n % 3 === 1 ? '' : n % 40 === 2 ? `${material}s` : material,
      `${36 + (n % 9)}`,
    ]
      .map((cell) => `"${cell.replaceAll('"', '""')}"`)
      .join(',');
  });
  return ['id,title,category,colour,shade,material,size', ...rows].join('\r\n');
}

const params = (more: object = {}) => ({ organizationId: shop.organizationId, ...more });
const bytesOf = (text: string) => new TextEncoder().encode(text);
const eventsIn = (text: string): Loose[] =>
  [...text.matchAll(/^data: (.*)$/gm)].map(([, json]) => JSON.parse(json) as Loose);

async function uploaded(csv: string | Uint8Array, name = 'shoes.csv'): Promise<string> {
  const answer = await shop.owner.call(uploadExport, {
    params: params(),
    query: { name },
    body: typeof csv === 'string' ? bytesOf(csv) : csv,
  });
  assert.equal(answer.status, 200, answer.text);
  return String(answer.body.exportId);
}

async function done(answer: { readonly text: string; readonly status: number }): Promise<Loose> {
  assert.equal(answer.status, 200, answer.text);
  const last = eventsIn(answer.text).at(-1)!;
  assert.equal(last.done, true, answer.text);
  return last;
}

async function graded(exportId: string, more: object = {}): Promise<string> {
  const answer = await shop.owner.call(gradeExport, {
    params: params(),
    body: { of: { exportId }, ...more },
  });
  return String((await done(answer)).gradingId);
}

async function resultOf(gradingId: string, as = 'result'): Promise<Loose> {
  const answer = await shop.owner.call(downloadReport, { params: params({ gradingId }), query: { as } });
  assert.equal(answer.status, 200, answer.text);
  return answer.body;
}

const placeOf = (result: Loose, name: string): string =>
  String([...result.attributes].findIndex(({ attribute }) => String(attribute) === name));

describe('an upload', () => {
  test('is read, kept byte for byte, listed, and removed', async () => {
    const csv = shoes(20);
    const exportId = await uploaded(csv, 'größen.csv');
    const list = await shop.owner.call(listExports, { params: params() });
    const [first] = [...list.body.exports];
    assert.deepEqual(
      [first.exportId, first.name, first.products, first.id, first.form],
      [exportId, 'größen.csv', 20, 'id', 'csv'],
    );
    assert.deepEqual([...first.columns], ['title', 'category', 'colour', 'shade', 'material', 'size']);
    const file = await shop.owner.call(downloadExport, { params: params({ exportId }) });
    assert.equal(file.text, csv);
    assert.match(file.headers.get('content-disposition')!, /filename\*=UTF-8''gr%C3%B6%C3%9Fen\.csv/);
    const gone = await shop.owner.call(removeExport, { params: params({ exportId }) });
    assert.equal(gone.status, 200, gone.text);
    for (const contract of [downloadExport, removeExport])
      assert.equal((await shop.owner.call(contract, { params: params({ exportId }) })).status, 404);
  });

  test('that cannot be read is refused with the place and the remedy, and not kept', async () => {
    const before = await shop.owner.call(listExports, { params: params() });
    for (const [body, said] of [
      ['', /empty/],
      ['{"products": [', /broken\.csv/],
      ['PK\u0003\u0004broken', /broken\.csv/],
    ] as const) {
      const answer = await shop.owner.call(uploadExport, {
        params: params(),
        query: { name: 'broken.csv' },
        body: bytesOf(body),
      });
      assert.equal(answer.status, 400, answer.text);
      assert.match(String(answer.body.error.message), said);
    }
    const after = await shop.owner.call(listExports, { params: params() });
    assert.deepEqual([...after.body.exports], [...before.body.exports]);
  });

  test('of as many bytes as are allowed is taken, and of one more is not', async () => {
    const row = `x,${'y'.repeat(1_000_000)}\n`;
    const head = 'id,text\n';
    let csv = head;
    for (let n = 0; csv.length + row.length + 10 < limits.exportBytes; n++) csv += `${n}${row}`;
    const most = bytesOf(`${csv}z,${'y'.repeat(limits.exportBytes - csv.length - 2)}`);
    assert.equal(most.length, limits.exportBytes);
    const exportId = await uploaded(most, 'most.csv');
    await shop.owner.call(removeExport, { params: params({ exportId }) });
    const more = await shop.owner.call(uploadExport, {
      params: params(),
      query: { name: 'more.csv' },
      body: new Uint8Array(limits.exportBytes + 1),
    });
    assert.equal(more.status, 413, more.text);
  });
});

test('several files become one export, in their place, and of another shop none', async () => {
  const lines = shoes(40).split('\r\n');
  const [head, ...rows] = lines;
  const parts = [
    await uploaded([head, ...rows.slice(0, 25)].join('\r\n'), 'part-1.csv'),
    await uploaded([head, ...rows.slice(25)].join('\r\n'), 'part-2.csv'),
  ];
  const unite = (exportIds: readonly string[]) =>
    shop.owner.call(uniteExports, { params: params(), body: { exportIds, name: 'shoes.csv' } });
  assert.equal((await unite([parts[0]])).status, 400);
  assert.equal((await unite([parts[0], 'nothing'])).status, 404);
  const one = await unite(parts);
  assert.equal(one.status, 200, one.text);
  assert.deepEqual([one.body.name, one.body.products, one.body.form], ['shoes.csv', 40, 'csv']);
  for (const exportId of parts)
    assert.equal((await shop.owner.call(downloadExport, { params: params({ exportId }) })).status, 404);
  await graded(String(one.body.exportId));
});

describe('a grading', () => {
  let exportId: string;
  let gradingId: string;
  let result: Loose;
  before(async () => {
    exportId = await uploaded(shoes());
    gradingId = await graded(exportId, { category: 'shoes', amortisationHorizon: 1_000 });
    result = await resultOf(gradingId);
  });

  test('tells how far it has come, and is listed with its figures and without its result', async () => {
    const answer = await shop.owner.call(gradeExport, { params: params(), body: { of: { exportId } } });
    const stages = eventsIn(answer.text).map(({ stage }) => stage);
    assert.ok(
      stages.some((stage) => /^grading 120 products on 6 attributes$/.test(String(stage))),
      answer.text,
    );
    const list = await shop.owner.call(listGradings, { params: params(), query: { category: 'shoes' } });
    const [only] = [...list.body.gradings];
    assert.deepEqual([only.gradingId, only.kind, only.summary.products], [gradingId, 'audit', 120]);
    assert.deepEqual([...only.names], ['shoes.csv']);
    assert.ok(!list.text.includes('affectedProducts'));
    const page = await shop.owner.call(listGradings, { params: params(), query: { limit: 1 } });
    const rest = await shop.owner.call(listGradings, {
      params: params(),
      query: { limit: 50, cursor: String(page.body.next) },
    });
    assert.ok([...rest.body.gradings].some((each) => String(each.gradingId) === gradingId));
    const wrong = await shop.owner.call(listGradings, { params: params(), query: { cursor: 'x' } });
    assert.equal(wrong.status, 400);
  });

  test('is read with what can be done, and handed on as JSON, CSV and a page', async () => {
    const read = await shop.owner.call(readGrading, { params: params({ gradingId }) });
    assert.deepEqual(
      [read.body.repairable, read.body.ofCatalogue, [...read.body.exports].length],
      [true, false, 1],
    );
    const json = await resultOf(gradingId, 'json');
    const colour = [...json.attributes].find(({ attribute }) => String(attribute) === 'colour')!;
    assert.equal([...colour.affectedProducts].length, Number(colour.missing));
    assert.deepEqual({ ...json.storage }, { stored: true, id: gradingId });
    for (const [as, begins] of [
      ['csv', /^attribute,kind,/],
      ['html', /^<!doctype html>/],
    ] as const) {
      const file = await shop.owner.call(downloadReport, { params: params({ gradingId }), query: { as } });
      assert.match(file.text, begins);
    }
  });

  test('lists the products that lack an attribute, searched and paged, and as a sheet', async () => {
    const place = placeOf(result, 'colour');
    const list = (query: Record<string, string | number> = {}) =>
      shop.owner.call(listAffected, { params: params({ gradingId, place }), query });
    const all = await list();
    assert.equal(all.status, 200, all.text);
    assert.equal(all.body.total, 10);
    assert.equal(all.body.suggested, 10);
    assert.equal(all.body.derivedFrom, 'shade');
    const [first] = [...all.body.products];
    assert.match(String(first.title), /^Boot "\d+"$/);
    assert.equal(String(first.suggestion), COLOURS[Number(String(first.id).slice(4)) % 4]);
    assert.deepEqual([...all.body.values].map(String).sort(), [...COLOURS].sort());
    const second = await list({ offset: 4, limit: 3 });
    assert.deepEqual(
      [...second.body.products].map(({ id }) => id),
      [...all.body.products].slice(4, 7).map(({ id }) => id),
    );
    const found = await list({ search: 'BOOT "16"' });
    assert.deepEqual(
      [...found.body.products].map(({ id }) => id),
      ['sku-16'],
    );
    const sheet = await shop.owner.call(downloadAffected, { params: params({ gradingId, place }) });
    assert.match(sheet.text, /product_id,title,category,attribute/);
    assert.equal(sheet.text.trim().split('\n').length, 11);
    const wrong = await shop.owner.call(listAffected, { params: params({ gradingId, place: '99' }) });
    assert.equal(wrong.status, 404);
  });

  test('keeps what is filled in, refuses what fits nothing, and repairs the export with it', async () => {
    const [colour, material] = ['colour', 'material'].map((name) => placeOf(result, name));
    const fill = (cells: object[]) =>
      shop.owner.call(fillCells, { params: params({ gradingId }), body: { cells } });
    for (const cell of [
      { attribute: 99, product: 'sku-1', value: 'x' },
      { attribute: 0, value: 'x' },
      { attribute: 0, product: 'a', current: 'b', value: 'x' },
    ]) {
      const refused = await fill([cell]);
      assert.equal(refused.status, 400, refused.text);
      assert.match(String(refused.body.error.message), /^cells\[0\]/);
    }
    const none = await shop.owner.call(repairExport, { params: params({ gradingId }), body: {} });
    assert.match(none.text, /Nothing was filled in/);
    const accepted = await shop.owner.call(acceptSuggestions, {
      params: params({ gradingId, place: colour }),
    });
    assert.deepEqual([accepted.body.filled, accepted.body.cells], [10, 10]);
    const filled = await fill([
      { attribute: Number(material), product: 'sku-1', value: ' suede ' },
      { attribute: Number(material), product: 'sku-4', value: 'canvas' },
      { attribute: Number(material), current: 'canvass', value: 'canvas' },
    ]);
    assert.equal(filled.body.cells, 13, filled.text);
    const open = await shop.owner.call(listAffected, {
      params: params({ gradingId, place: colour }),
      query: { open: 'true' },
    });
    assert.equal(open.body.total, 0);
    const replaced = await shop.owner.call(readReplacements, { params: params({ gradingId }) });
    assert.deepEqual(
      [...replaced.body.replacements].map((each) => ({ ...each })),
      [{ attribute: Number(material), current: 'canvass', value: 'canvas' }],
    );
    const answer = await shop.owner.call(repairExport, {
      params: params({ gradingId }),
      body: { method: 'by hand', actualHours: 2 },
    });
    const repaired = await done(answer);
    const file = await shop.owner.call(downloadExport, {
      params: params({ exportId: String(repaired.exportId) }),
    });
    assert.match(file.headers.get('content-disposition')!, /shoes-repaired\.csv/);
    const lines = file.text.split('\r\n');
    assert.equal(lines.length, 121);
    assert.equal(lines[5], '"sku-4","Boot ""4""","boots","red","red shade","canvas","40"');
    assert.ok(lines[2].includes('"suede"'));
    assert.ok(!file.text.includes('canvass'));
    const verified = await resultOf(String(repaired.gradingId));
    assert.equal(verified.mode, 'verification');
    assert.deepEqual(
      [...verified.claims].map(({ attribute, verdict }) => [attribute, verdict].map(String)).sort(),
      [
        ['colour', 'verified'],
        // Nothing in the export tells the two materials that were filled in.
        ['material', 'unproven'],
      ],
    );
    const hours = Object.fromEntries(
      [...verified.claims].map(({ attribute, actualHours }) => [String(attribute), Number(actualHours)]),
    );
    const spent = hours.colour + hours.material;
    assert.ok(Math.abs(spent - 2) < 1e-9, 'the hours are shared out');
    assert.ok(hours.colour > hours.material, 'by the values that were filled in');
  });

  test('of which the export was removed is still read, and cannot be repaired any more', async () => {
    const other = await uploaded(shoes(40), 'other.csv');
    const id = await graded(other);
    await shop.owner.call(removeExport, { params: params({ exportId: other }) });
    const read = await shop.owner.call(readGrading, { params: params({ gradingId: id }) });
    assert.equal(read.body.repairable, false);
    await shop.owner.call(fillCells, {
      params: params({ gradingId: id }),
      body: { cells: [{ attribute: 0, product: 'sku-1', value: 'x' }] },
    });
    const refused = await shop.owner.call(repairExport, { params: params({ gradingId: id }), body: {} });
    assert.match(refused.text, /no longer kept/);
    const removed = await shop.owner.call(removeGrading, { params: params({ gradingId: id }) });
    assert.equal(removed.status, 200);
    assert.equal((await shop.owner.call(readGrading, { params: params({ gradingId: id }) })).status, 404);
  });

  test('of the catalogue can be repaired, and the repaired one becomes the catalogue', async () => {
    const answer = await shop.owner.call(gradeExport, {
      params: params(),
      body: { of: { catalogue: true } },
    });
    const id = String((await done(answer)).gradingId);
    const read = await shop.owner.call(readGrading, { params: params({ gradingId: id }) });
    assert.equal(read.body.ofCatalogue, true);
    const own = await uploaded(shoes(30), 'new.csv');
    const used = await shop.owner.call(useAsCatalogue, { params: params({ exportId: own }) });
    assert.equal(used.status, 200, used.text);
    assert.equal(used.body.products, 30);
  });

  test('becomes the catalogue with the ids that were chosen for it', async () => {
    const csv = ['sku,ean,title', ...Array.from({ length: 30 }, (_, n) => `s${n},40${n},Boot ${n}`)].join(
      '\n',
    );
    const upload = {
      params: params(),
      query: { name: 'new.csv', id: 'ean' },
      body: new TextEncoder().encode(csv),
    };
    const { body } = await shop.owner.call(uploadExport, upload);
    const exportId = String(body.exportId);
    await shop.owner.call(useAsCatalogue, { params: params({ exportId }) });
    const { products } = (await shop.owner.call(listProducts, { params: params() })).body;
    assert.deepEqual([products[0].id, products[0].attributes.sku], ['400', 's0']);
  });

  test('of a workbook gives a repaired workbook', async () => {
    const sheet = await writeXlsx({
      sheets: [
        {
          name: 'Products',
          rows: shoes()
            .split('\r\n')
            .map((line) => line.replaceAll('"', '').split(',')),
        },
      ],
    });
    const id = await graded(await uploaded(sheet, 'shoes.xlsx'));
    const place = placeOf(await resultOf(id), 'colour');
    await shop.owner.call(acceptSuggestions, { params: params({ gradingId: id, place }) });
    const repaired = await done(
      await shop.owner.call(repairExport, { params: params({ gradingId: id }), body: {} }),
    );
    const file = await shop.owner.call(downloadExport, {
      params: params({ exportId: String(repaired.exportId) }),
    });
    assert.match(file.headers.get('content-disposition')!, /shoes-repaired\.xlsx/);
    assert.ok(file.text.startsWith('PK'));
  });
});

describe('a comparison', () => {
  test('of two exports keeps its verdicts, and without claims what moved', async () => {
    const [first, second] = [await uploaded(shoes()), await uploaded(shoes().replaceAll('"",', '"red",'))];
    const compare = (body: object) =>
      shop.owner.call(compareExports, {
        params: params(),
        body: { before: { exportId: first }, after: { exportId: second }, ...body },
      });
    const claimed = await done(await compare({ repairs: [{ attribute: 'material', actualHours: 1 }] }));
    const verified = await resultOf(String(claimed.gradingId));
    assert.equal([...verified.claims].length, 1);
    const monitored = await done(await compare({}));
    assert.equal((await resultOf(String(monitored.gradingId))).mode, 'monitor');
    const list = await shop.owner.call(listGradings, { params: params(), query: { kind: 'comparison' } });
    assert.ok([...list.body.gradings].every(({ kind }) => String(kind) !== 'audit'));
    const gone = await compare({ after: { exportId: 'nothing' } });
    assert.equal(gone.status, 404, gone.text);
  });
});

test('an unknown column of the settings is refused with its name', async () => {
  const exportId = await uploaded(shoes(20));
  const answer = await shop.owner.call(gradeExport, {
    params: params(),
    body: { of: { exportId }, kinds: [{ attribute: 'colur', kind: 'text' }] },
  });
  const [told] = [...answer.text.matchAll(/^event: error\ndata: (.*)$/gm)];
  assert.match(String(told?.[1]), /colur/);
});

test('another organization sees nothing of it, whatever is asked for', async () => {
  const exportId = await uploaded(shoes(20));
  const gradingId = await graded(exportId);
  const made = await shop.owner.call(createOrganization, { body: { name: 'Another shop' } });
  const other = String(made.body.organizationId ?? made.body.id);
  for (const contract of [downloadExport, removeExport, readGrading, downloadReport, removeGrading]) {
    const answer = await shop.owner.call(contract, {
      params: { organizationId: other, exportId, gradingId },
    });
    assert.equal(answer.status, 404, `${contract.operationId}: ${answer.text}`);
    assert.ok(!/member/.test(answer.text), answer.text);
  }
  const stranger = new SignedInBrowser(shop.running.service.address);
  for (const contract of [readGrading, listExports, gradeExport]) {
    const answer = await stranger.call(contract, { params: params({ gradingId }) });
    assert.equal(answer.status, 401, answer.text);
  }
});
