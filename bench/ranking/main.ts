import { fail, readOptions } from '../options.ts';
import { baselines } from './baselines/index.ts';
import { type Evaluation, evaluate, stepsOf } from './evaluate.ts';
import { itemCatalogue } from './item-catalogue.ts';
import { mixtureMethod } from './mixture.ts';
import type { Method, Task } from './predictor.ts';
import { reportOf } from './report.ts';
import { collapse, mostRecent, readSet, readValidation, setFolders, UnreadableSet } from './session-files.ts';

const USAGE = `npm run bench:ranking -- --data DIR [options]

Predicts the next item after every prefix of every test session, by the engine and by published methods.

  --data DIR          a folder with train_sessions.csv.gz, test_sessions.csv.gz and, where there is one,
                      items.csv.gz, or a folder of such
  --catalogue all     rank every item of items.csv, also those without training clicks
  --collapse          merge consecutive repeats: predict the next different item
  --train-limit N     train on the N most recent sessions only
  --only NAME         one method: mixture, popularity, "sequential rules", item-kNN, V-SKNN, VMIS-kNN
  --no-attributes     leave the attributes of items.csv out
  --unordered         shuffle items.csv, so that its order says nothing
  --ids KIND          read items.csv as a shop's export: with its names as they are (names), or with
                      an arbitrary number for each name, as systems export ids (numbers)
  --validate          train and test within the training part, to choose settings on
  --json              print JSON instead of tables`;

/** A usage error ends with the usage, any other error with a stack trace. */
function telling<T>(act: () => T): T {
  try {
    return act();
  } catch (error) {
    if (error instanceof UnreadableSet) fail(USAGE, error.message);
    throw error;
  }
}

const options = readOptions(USAGE, {
  data: { type: 'string' },
  catalogue: { type: 'string', default: 'train' },
  collapse: { type: 'boolean', default: false },
  'train-limit': { type: 'string' },
  json: { type: 'boolean', default: false },
  only: { type: 'string' },
  validate: { type: 'boolean', default: false },
  'no-attributes': { type: 'boolean', default: false },
  unordered: { type: 'boolean', default: false },
  ids: { type: 'string' },
});
const data = options.data ?? fail(USAGE, '--data is missing.');
if (options.ids !== undefined && options.ids !== 'names' && options.ids !== 'numbers') {
  fail(USAGE, '--ids is names or numbers.');
}
const ids = options.ids;
if (options.catalogue !== 'all' && options.catalogue !== 'train') fail(USAGE, '--catalogue is all or train.');
const trainLimit = options['train-limit'] === undefined ? undefined : Number(options['train-limit']);
if (trainLimit !== undefined && !(Number.isInteger(trainLimit) && trainLimit > 0)) {
  fail(USAGE, '--train-limit is a number of sessions.');
}

interface SetResult {
  /** Steps between items of the training data; and all steps of the test sessions. */
  readonly predictions: number;
  readonly steps: number;
  readonly models: Readonly<Record<string, Evaluation>>;
}

function measure(folder: string): SetResult {
  const set = telling(() => (options.validate ? readValidation(folder) : readSet(folder)));
  let { train, test } = set;
  if (trainLimit !== undefined) train = mostRecent(train, trainLimit);
  if (options.collapse) {
    train = collapse(train);
    test = collapse(test);
  }
  const items = itemCatalogue(set, train, {
    all: options.catalogue === 'all',
    attributes: !options['no-attributes'],
    ordered: !options.unordered,
    ids,
  });
  const numbers = new Map(items.catalogue.ids.map((id, k) => [id, k]));
  const task: Task = {
    items: numbers.size,
    train: train.map(({ steps }) => Int32Array.from(steps, ({ item }) => numbers.get(item)!)),
    endedAt: Float64Array.from(train, ({ steps }) => steps.at(-1)!.at),
    sessions: train,
  };
  const methods: { readonly name: string; readonly method: Method }[] = [
    { name: 'mixture', method: mixtureMethod(items) },
    ...baselines,
  ].filter(({ name }) => options.only === undefined || name === options.only);
  if (methods.length === 0) fail(USAGE, `There is no method "${options.only}".`);
  const models: Record<string, Evaluation> = {};
  for (const { name, method } of methods) {
    models[name] = evaluate(method, task, test, numbers);
    if (!options.json) console.error(`${set.name}: ${name} measured`);
  }
  return { predictions: Object.values(models)[0].predictions, steps: stepsOf(test), models };
}

const folders = telling(() => setFolders(data));
if (folders.length === 0) fail(USAGE, `${data} holds no session files.`);
const results = folders.map((folder) => ({
  name: folder.split('/').filter(Boolean).at(-1) ?? folder,
  result: measure(folder),
}));
if (options.json) {
  // One set is printed without a name, several with their names.
  const only = results.length === 1 ? results[0] : undefined;
  console.log(
    JSON.stringify(
      only === undefined
        ? Object.fromEntries(results.map(({ name, result }) => [name, result]))
        : only.result,
      null,
      2,
    ),
  );
} else {
  for (const { name, result } of results) console.log(reportOf(name, result));
}
