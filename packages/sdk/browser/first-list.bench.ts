import { launch } from './chromium.ts';
import { type FirstList, type FirstVisit, firstList } from './first-list.ts';
import { slowNetwork } from './slow-network.ts';
import { Stage } from './stage.ts';

// How often the first list of a first visit has the opened category first, and what it takes: of a page that waits for the
// answer to its signal, and of one that waits for nothing.

const [visits = 20, latency = 300] = process.argv.slice(2).map(Number);
if (![visits, latency].every((each) => Number.isSafeInteger(each) && each > 0)) {
  console.error(
    'npm run bench:first-list -- [VISITS] [LATENCY]\n\n  VISITS    first visits of each kind (20)\n  LATENCY   ms by which every request takes longer (300)',
  );
  process.exit(2);
}
const [stage, browser] = await Promise.all([Stage.set(), launch()]);
const network = await slowNetwork(stage.service.address, latency);
const script = `${stage.shop}/sdk/decidable.js`;
const median = (values: readonly number[]) => values.toSorted((a, b) => a - b)[values.length >> 1]!;
const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
const kinds = [true, false].map((waits) => ({
  name: waits ? 'waits for the signal' : 'waits for nothing',
  visit: { script, waits, timeout: 800, list: 'search' } satisfies FirstVisit,
  found: [] as FirstList[],
}));
for (let n = 0; n < visits; n++)
  for (const { visit, found } of kinds) found.push(await firstList(stage, browser, network, visit));
const rows = kinds.map(({ name, found }) => ({
  page: name,
  right: `${found.filter(({ isRight }) => isRight).length} of ${visits}`,
  'own order': found.filter(({ reason }) => reason !== undefined).length,
  'requests before the list': mean(found.map(({ requests }) => requests.length)),
  'requests of the visit': mean(found.map(({ all }) => all.length)),
  'ms to the list, median': Math.round(median(found.map(({ took }) => took))),
}));
console.log(
  `Chromium ${browser.version()}, ${latency} ms more a request, timeout 800 ms, empty caches at every visit; preflights are requests`,
);
console.table(rows);
await browser.close();
await network.close();
await stage.close();
