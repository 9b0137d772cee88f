import { parseArgs } from 'node:util';
import { type Evaluation, evaluate } from './evaluate.ts';
import { mixtureMethod } from './mixture.ts';
import type { Method, Task } from './predictor.ts';
import { collapse, mostRecent, readSet, readValidation, setFolders } from './session-files.ts';
import { shelfOf } from './shelf.ts';

const { values: options } = parseArgs({
  options: {
    data: { type: 'string' },
    catalogue: { type: 'string', default: 'train' },
    collapse: { type: 'boolean', default: false },
    'train-limit': { type: 'string' },
    json: { type: 'boolean', default: false },
    only: { type: 'string' },
    validate: { type: 'boolean', default: false },
    'no-attributes': { type: 'boolean', default: false },
  },
});

for (const folder of setFolders(options.data!)) {
  const set = options.validate ? readValidation(folder) : readSet(folder);
  let { train, test } = set;
  if (options['train-limit'] !== undefined) train = mostRecent(train, Number(options['train-limit']));
  if (options.collapse) {
    train = collapse(train);
    test = collapse(test);
  }
  const shelf = shelfOf(set, train, {
    all: options.catalogue === 'all',
    attributes: !options['no-attributes'],
  });
  const numbers = new Map(shelf.catalogue.ids.map((id, k) => [id, k]));
  const task: Task = {
    items: numbers.size,
    train: train.map(({ steps }) => Int32Array.from(steps, ({ item }) => numbers.get(item)!)),
    endedAt: Float64Array.from(train, ({ steps }) => steps.at(-1)!.at),
    sessions: train,
  };
  const methods: Record<string, Method> = { mixture: mixtureMethod(shelf) };
  const models: Record<string, Evaluation> = {};
  for (const [name, method] of Object.entries(methods)) {
    if (options.only !== undefined && options.only !== name) continue;
    models[name] = evaluate(method, task, test, numbers);
  }
  console.log(
    set.name,
    JSON.stringify(models, (key, value) =>
      key === 'reliability' ? undefined : typeof value === 'number' ? Number(value.toFixed(4)) : value,
    ),
  );
}
