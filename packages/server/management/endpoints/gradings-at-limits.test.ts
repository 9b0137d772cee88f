import assert from 'node:assert/strict';
import { after, afterEach, before, describe, test } from 'node:test';
import {
  acceptSuggestions,
  downloadReport,
  fillCells,
  gradeExport,
  listExports,
  listGradings,
  readGrading,
  removeExport,
  removeGrading,
  repairExport,
  uploadExport,
} from '@decidable/contract/management';
import { MAX_WAITING } from '../../gradings/processes/export-processes.ts';
import { dyingWorkers } from '../../testing/dying-workers/index.ts';
import { ManagedShop } from '../../testing/managed-shop.ts';
import { envelopeFault } from '../../testing/running-service.ts';

/** Shoes whose colour follows from the shade, where it is missing. */
const shelf = (note = '', products = 120) =>
  [
    'id,colour,shade,note',
    ...Array.from({ length: products }, (_, n) => {
      const colour = ['red', 'green', 'blue', 'black'][n % 4];
      return `sku-${n},${n % 12 === 4 ? '' : colour},${colour} shade,${n === 0 ? note : ''}`;
    }),
  ].join('\n');

const LIMITS = {
  exports: { files: 3, bytes: 20_000 },
  details: { files: 2, bytes: 100_000 },
  filledCells: 5,
};

let shop: ManagedShop;
before(async () => {
  shop = await ManagedShop.start(undefined, { keptLimits: LIMITS, workers: dyingWorkers });
});
after(() => shop.close());

const params = (more: object = {}) => ({ organizationId: shop.organizationId, ...more });

afterEach(async () => {
  const kept = await shop.owner.call(listExports, { params: params() });
  for (const { exportId } of kept.body.exports)
    await shop.owner.call(removeExport, { params: params({ exportId: String(exportId) }) });
  const gradings = await shop.owner.call(listGradings, { params: params() });
  for (const { gradingId } of gradings.body.gradings)
    await shop.owner.call(removeGrading, { params: params({ gradingId: String(gradingId) }) });
});

const upload = (text: string) =>
  shop.owner.call(uploadExport, {
    params: params(),
    query: { name: 'shelf.csv' },
    body: new TextEncoder().encode(text),
  });
async function uploaded(text: string): Promise<string> {
  const answer = await upload(text);
  assert.equal(answer.status, 200, answer.text);
  return String(answer.body.exportId);
}
const grade = (exportId: string) =>
  shop.owner.call(gradeExport, { params: params(), body: { of: { exportId } } });
async function graded(exportId: string): Promise<string> {
  const { status, text } = await grade(exportId);
  const id = /"done":true,"gradingId":"([^"]+)"/.exec(text)?.[1];
  assert.ok(status === 200 && id !== undefined, text);
  return id;
}
const exportsKept = async () =>
  [...(await shop.owner.call(listExports, { params: params() })).body.exports].length;

describe('exports', () => {
  test('are kept up to a number, then one when another was removed', async () => {
    const ids = [await uploaded(shelf()), await uploaded(shelf()), await uploaded(shelf())];
    const refused = await upload(shelf());
    assert.equal(refused.status, 409, refused.text);
    assert.match(String(refused.body.error.message), /At most 3 exports/);
    assert.equal(await exportsKept(), 3);
    await shop.owner.call(removeExport, { params: params({ exportId: ids[0] }) });
    await uploaded(shelf());
  });

  test('are kept up to a number of bytes, all together', async () => {
    const first = shelf();
    await uploaded(first);
    const rest = LIMITS.exports.bytes - first.length;
    const note = 'x'.repeat(rest - first.length);
    const refused = await upload(shelf(`${note}x`));
    assert.equal(refused.status, 409, refused.text);
    assert.match(String(refused.body.error.message), /20000 bytes/);
    assert.equal(await exportsKept(), 1);
    await uploaded(shelf(note));
  });

  test('that are repaired count as well: one more is refused, and what was filled in stays', async () => {
    const gradingId = await graded(await uploaded(shelf()));
    await uploaded(shelf());
    await uploaded(shelf());
    const cells = [{ attribute: 0, product: 'sku-4', value: 'red' }];
    await shop.owner.call(fillCells, { params: params({ gradingId }), body: { cells } });
    const refused = await shop.owner.call(repairExport, { params: params({ gradingId }), body: {} });
    assert.match(refused.text, /event: error\ndata: .*"CONFLICT".*At most 3 exports/);
    const read = await shop.owner.call(readGrading, { params: params({ gradingId }) });
    assert.deepEqual({ ...[...read.body.filled][0] }, { attribute: 0, cells: 1 });
  });
});

test('gradings keep their products up to a number of bytes, all together', async () => {
  const exportId = await uploaded(shelf());
  const { keptFiles } = shop.storage;
  const { organizationId } = shop;
  const first = await graded(exportId);
  const { bytes } = await keptFiles.total(organizationId, 'details');
  await shop.owner.call(removeGrading, { params: params({ gradingId: first }) });
  for (const missing of [1, 0]) {
    const id = `filler-${missing}`;
    const filler = { organizationId, id, kind: 'details', name: '', at: 0, facts: '{}' } as const;
    const rest = new Uint8Array(LIMITS.details.bytes - bytes + missing);
    assert.equal(await keptFiles.put(filler, rest, LIMITS.details), true);
    const { text } = await grade(exportId);
    if (missing === 0) assert.match(text, /"done":true/);
    else assert.match(text, /event: error\ndata: .*"CONFLICT".*fewer where they are large/);
    await keptFiles.remove(organizationId, id);
  }
});

test('gradings keep their products up to a number; one more is refused before it begins', async () => {
  const exportId = await uploaded(shelf());
  const [first] = [await graded(exportId), await graded(exportId)];
  const refused = await grade(exportId);
  assert.equal(refused.status, 409, refused.text);
  assert.match(String(refused.body.error.message), /at most 2/);
  await shop.owner.call(removeGrading, { params: params({ gradingId: first }) });
  await graded(exportId);
});

test('cells are filled in up to a number, and beyond it none of a request', async () => {
  const gradingId = await graded(await uploaded(shelf()));
  const fill = (from: number, count: number) =>
    shop.owner.call(fillCells, {
      params: params({ gradingId }),
      body: {
        cells: Array.from({ length: count }, (_, n) => ({
          attribute: 1,
          product: `sku-${from + n}`,
          value: 'x',
        })),
      },
    });
  const cellsNow = async () => {
    const { body } = await shop.owner.call(readGrading, { params: params({ gradingId }) });
    return [...body.filled].reduce((sum, { cells }) => sum + Number(cells), 0);
  };
  assert.equal((await fill(0, 4)).status, 200);
  const refused = await fill(4, 2);
  assert.equal(refused.status, 409, refused.text);
  assert.equal(await cellsNow(), 4);
  const { body } = await shop.owner.call(downloadReport, { params: params({ gradingId }) });
  const place = String([...body.attributes].findIndex(({ derivable }) => Number(derivable?.products) === 10));
  const accepted = await shop.owner.call(acceptSuggestions, { params: params({ gradingId, place }) });
  assert.equal(accepted.status, 409, accepted.text);
  assert.equal(await cellsNow(), 4);
  assert.equal((await fill(4, 1)).body.cells, 5);
});

describe('work on an export', () => {
  test('whose thread ends is an error that says so; the next work is done', async () => {
    const ended = await grade(await uploaded(shelf('end this process')));
    assert.match(ended.text, /event: error\ndata: .*"SERVICE_UNAVAILABLE".*interrupted/);
    await graded(await uploaded(shelf()));
  });

  test('is refused with 503 while as much waits as may, before any event', async () => {
    const exportId = await uploaded(shelf('hold this process'));
    // Those under way are given up when the service stops.
    const started = Array.from({ length: 1 + MAX_WAITING }, () => begun(exportId));
    await Promise.all(started);
    const refused = await grade(exportId);
    const path = `/management/v1/organizations/${shop.organizationId}/gradings`;
    assert.equal(envelopeFault(refused, 503, 'SERVICE_UNAVAILABLE', path), undefined);
    assert.match(refused.headers.get('retry-after')!, /^[1-9]\d*$/);
    await uploaded(shelf());
  });
});

/** Resolves when the events of a grading begin, which is left to itself then. */
async function begun(exportId: string): Promise<void> {
  const path = `/management/v1/organizations/${shop.organizationId}/gradings`;
  const left = new AbortController();
  const response = await fetch(shop.running.service.address + path, {
    method: 'POST',
    headers: {
      cookie: shop.owner.cookieHeader(path),
      'sec-fetch-site': 'same-origin',
      'x-csrf-token': shop.owner.csrfToken,
      'content-type': 'application/json',
    },
    body: JSON.stringify({ of: { exportId } }),
    signal: left.signal,
  });
  assert.equal(response.status, 200);
  left.abort();
}
