import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  acceptSuggestions,
  becomeFirstOwner,
  createOrganization,
  downloadAffected,
  downloadExport,
  downloadReport,
  fillCells,
  gradeExport,
  listAffected,
  listGradings,
  type ManagementEndpoint,
  readGrading,
  readReplacements,
  repairExport,
  uploadExport,
  useAsCatalogue,
} from '@decidable/contract/management';
import { SignedInBrowser } from '../../../packages/server/testing/signed-in-browser.ts';
import { countOf, readOptions } from '../../options.ts';
import { startTimedService } from '../shop.ts';

/**
 * The longest turn of the service's event loop in each step of a grading in the dashboard, from upload to download. The
 * client is another process than the service.
 */
const USAGE = `npm run bench:gradings -- [options]

The longest turns of the event loop, step by step of a large grading, in ms of processor time.

  --products N      of the export (20000)
  --attributes N    of the export (100), a third of the cells empty
  --file PATH       another export instead
  --rounds N        how often each step is taken, except grading and writing back (3)`;

const values = readOptions(USAGE, {
  products: { type: 'string', default: '20000' },
  attributes: { type: 'string', default: '100' },
  file: { type: 'string' },
  rounds: { type: 'string', default: '3' },
});
const products = countOf(USAGE, '--products', values.products);
const attributes = countOf(USAGE, '--attributes', values.attributes);
const rounds = countOf(USAGE, '--rounds', values.rounds);
const file = values.file === undefined ? madeExport() : readFileSync(values.file);

interface Attribute {
  readonly affectedProducts: readonly string[];
  readonly missing: number;
  readonly derivable?: { readonly products: number };
}

/** An export whose columns come in pairs: the second follows from the first, so that there are suggestions. */
function madeExport(): Buffer {
  const head = ['id', 'title', ...Array.from({ length: attributes }, (_, k) => `attribute ${k}`)].join(',');
  const rows = Array.from({ length: products }, (_, p) => {
    const cells = Array.from({ length: attributes }, (_, k) => {
      const pair = k - (k % 2);
      const choice = Math.imul(p + 1, 2_654_435_761 + 2 * pair) >>> 8;
      const isEmpty = Math.imul(p + 7, 2_246_822_519 + 2 * k) >>> 0 < 2 ** 32 / 3;
      return isEmpty ? '' : `${'vwxyz'[k % 5]}${choice % (3 + (pair % 40))}`;
    });
    return `p${p},Product ${p % 500},${cells.join(',')}`;
  });
  return Buffer.from(`${[head, ...rows].join('\n')}\n`);
}

/** Cells that are filled in, below the limit of a grading. */
const FILLED = 150_000;

const folder = mkdtempSync(join(tmpdir(), 'decidable-bench-'));
try {
  const server = await startTimedService(folder);
  const owner = new SignedInBrowser(`http://127.0.0.1:${server.port}`);
  let params = {};
  const call = async (operation: ManagementEndpoint, more: Parameters<SignedInBrowser['call']>[1] = {}) => {
    const answer = await owner.call(operation, { ...more, params: { ...params, ...more.params } });
    if (answer.status !== 200) throw new Error(`${operation.path}: ${answer.status} ${answer.text}`);
    return answer;
  };
  const done = async (...args: Parameters<typeof call>): Promise<string> => {
    const { text } = await call(...args);
    const id = /^data: .*"done":true.*"gradingId":"([^"]+)"/m.exec(text)?.[1];
    if (id === undefined) throw new Error(text);
    return id;
  };
  const token = await server.ask('firstOwner');
  await call(becomeFirstOwner, {
    body: { token, email: 'bench@shop.example', password: 'correct horse battery' },
  });
  const made = await call(createOrganization, { body: { name: 'Bench' } });
  params = { organizationId: String(made.body.id) };

  console.log(
    `Node.js ${process.version}, an export of ${(file.length / 1e6).toFixed(1)} MB, turns in ms of processor time`,
  );
  const step = async <Result>(title: string, times: number, work: () => Promise<Result>): Promise<Result> => {
    const turns: number[] = [];
    const results: Result[] = [];
    const began = performance.now();
    for (let n = 0; n < times; n++) {
      await server.ask('watch');
      results[0] = await work();
      turns.push((await server.ask('tell')) as number);
    }
    const took = ((performance.now() - began) / times).toFixed(0);
    console.log(`${turns.map((turn) => turn.toFixed(1).padStart(7)).join('')}  ${title} (${took} ms each)`);
    return results[0]!;
  };

  const uploaded = await step('upload', rounds, () =>
    call(uploadExport, { query: { name: 'large.csv' }, body: file }),
  );
  const exportId = String(uploaded.body.exportId);
  const gradingId = await step('grade', 1, () => done(gradeExport, { body: { of: { exportId } } }));
  const ofGrading = { params: { gradingId } };
  const report = (as: string) => call(downloadReport, { ...ofGrading, query: { as } });
  await step('list gradings', rounds, () => call(listGradings));
  await step('read the grading', rounds, () => call(readGrading, ofGrading));
  const { text } = await step('its result', rounds, () => report('result'));
  const judged = (JSON.parse(text) as { attributes: Attribute[] }).attributes;
  const most = (by: (attribute: Attribute) => number): string =>
    String(judged.reduce((best, each, at) => (by(each) > by(judged[best]!) ? at : best), 0));
  const open = { params: { gradingId, place: most(({ missing }) => missing) } };
  const derivable = { params: { gradingId, place: most((each) => each.derivable?.products ?? 0) } };
  const page = { limit: 200 };
  await step('a page of affected products', rounds, () => call(listAffected, { ...open, query: page }));
  await step('a search in them', rounds, () => call(listAffected, { ...open, query: { search: '1' } }));
  await step('their sheet', rounds, () => call(downloadAffected, open));
  const full = await step('report as JSON', rounds, () => report('json'));
  for (const as of ['csv', 'html']) await step(`report as ${as}`, rounds, () => report(as));

  await step('accepting suggestions', 1, () => call(acceptSuggestions, derivable));
  await step(`filling in up to ${FILLED} cells, by thousands`, 1, async () => {
    const all = (JSON.parse(full.text) as { attributes: Attribute[] }).attributes;
    const cells = all.flatMap(({ affectedProducts }, attribute) =>
      affectedProducts.map((product) => ({ attribute, product, value: 'filled in' })),
    );
    for (let from = 0; from < Math.min(FILLED, cells.length); from += 1_000)
      await call(fillCells, { ...ofGrading, body: { cells: cells.slice(from, from + 1_000) } });
  });
  await step('read the grading', rounds, () => call(readGrading, ofGrading));
  const first = { params: { gradingId, place: '0' } };
  await step('a page among filled cells', rounds, () => call(listAffected, { ...first, query: page }));
  const stillOpen = { ...page, open: 'true' };
  await step('what is still open', rounds, () => call(listAffected, { ...first, query: stillOpen }));
  await step('spellings to replace', rounds, () => call(readReplacements, ofGrading));
  await step('writing back, comparing', 1, () => done(repairExport, { ...ofGrading, body: {} }));
  await step('the file', rounds, () => call(downloadExport, { params: { exportId } }));
  await step('use as the catalogue', 1, () => call(useAsCatalogue, { params: { exportId } }));
  await step('grade the catalogue', 1, () => done(gradeExport, { body: { of: { catalogue: true } } }));
  await server.stop();
} finally {
  rmSync(folder, { recursive: true });
}
