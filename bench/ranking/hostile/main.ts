import { buildIndex } from '@decidable/engine/ranking';
import { countOf, fail, readOptions } from '../../options.ts';
import { itemCatalogue } from '../item-catalogue.ts';
import { mostRecent, readSet, setFolders, UnreadableSet } from '../session-files.ts';
import { STRATEGIES, type StrategyName } from './attacks.ts';
import { defence } from './defence.ts';
import { honestVisits } from './honest-visits.ts';
import { trained } from './learner.ts';
import { costOf } from './quality-cost.ts';
import { reportOf, type SetReport } from './report.ts';
import { shareLearned } from './simulated-visit.ts';
import { simulate } from './simulation.ts';

const USAGE = `npm run bench:hostile -- --data DIR [options]

Pushes unpopular products with hostile visits among the honest ones of a set, and prints how far they rise in the lists
of honest shoppers, with and without the defence, beside what as many honest shoppers move; and what the defence costs
the quality of rankings.

  --data DIR          a folder with train_sessions.csv.gz, test_sessions.csv.gz and, where there is one,
                      items.csv.gz, or a folder of such
  --shares LIST       hostile visits in percent of the honest ones; 0.1,1,5,20 unless given
  --strategy NAME     one of: ${Object.keys(STRATEGIES).join(', ')}; all unless given
  --targets N         pushed products, each by itself; 4 unless given
  --lists N           lists of honest sessions that are looked at; 300 unless given
  --train-limit N     the N most recent training sessions only
  --seed N            another simulation; 1 unless given
  --quick             two products, 100 lists, shares of 1 and 20 %, no cost of the defence
  --json              print JSON instead of tables`;

const given = readOptions(USAGE, {
  data: { type: 'string' },
  shares: { type: 'string' },
  strategy: { type: 'string' },
  targets: { type: 'string' },
  lists: { type: 'string' },
  'train-limit': { type: 'string' },
  seed: { type: 'string', default: '1' },
  quick: { type: 'boolean', default: false },
  json: { type: 'boolean', default: false },
});

const isStrategy = (name: string): name is StrategyName => Object.hasOwn(STRATEGIES, name);

function strategiesOf(name: string | undefined): readonly StrategyName[] {
  if (name === undefined) return Object.keys(STRATEGIES).filter(isStrategy);
  return isStrategy(name) ? [name] : fail(USAGE, `There is no strategy "${name}".`);
}

function sharesOf(list: string): readonly number[] {
  const shares = list.split(',').map((part) => (part.trim() === '' ? Number.NaN : Number(part) / 100));
  if (!shares.every((share) => share > 0 && share <= 1)) {
    fail(USAGE, '--shares are percentages above 0 and up to 100, separated by commas.');
  }
  return shares;
}

const data = given.data ?? fail(USAGE, '--data is missing.');
const shares = sharesOf(given.shares ?? (given.quick ? '1,20' : '0.1,1,5,20'));
const strategies = strategiesOf(given.strategy);
const targets = countOf(USAGE, '--targets', given.targets ?? (given.quick ? '2' : '4'));
const lists = countOf(USAGE, '--lists', given.lists ?? (given.quick ? '100' : '300'));
const trainLimit =
  given['train-limit'] === undefined ? undefined : countOf(USAGE, '--train-limit', given['train-limit']);
const seed = countOf(USAGE, '--seed', given.seed);

async function measure(folder: string): Promise<SetReport> {
  const set = readSet(folder);
  const train = trainLimit === undefined ? set.train : mostRecent(set.train, trainLimit);
  const { catalogue, roles } = itemCatalogue(set, train, { all: false, attributes: true, ordered: true });
  const index = buildIndex(catalogue, roles);
  const honest = honestVisits(train, seed);
  const weighed = trained(honest, index);
  const admitted = await defence(honest);
  const simulation = {
    honest,
    test: set.test,
    index,
    weighed,
    defence,
    shares,
    strategies,
    targets,
    lists,
    seed,
  };
  const { before, outcomes } = await simulate(simulation, (done) => {
    if (!given.json) console.error(`${set.name}: ${done}`);
  });
  return {
    name: set.name,
    products: index.size,
    honest: honest.length,
    admitted: shareLearned(admitted, honest, false),
    before,
    outcomes,
    cost: given.quick ? undefined : costOf(weighed, trained(admitted, index), index, set.test),
  };
}

try {
  const folders = setFolders(data);
  if (folders.length === 0) fail(USAGE, `${data} holds no session files.`);
  const reports: SetReport[] = [];
  for (const folder of folders) reports.push(await measure(folder));
  console.log(given.json ? JSON.stringify(reports, null, 2) : reports.map(reportOf).join('\n'));
} catch (error) {
  if (error instanceof UnreadableSet) fail(USAGE, error.message);
  throw error;
}
