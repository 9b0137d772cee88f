import { parentPort, workerData } from 'node:worker_threads';
import { openForWriting, type WriterOptions } from '../connection/database.ts';
import { CheckpointThread } from './checkpoint-thread.ts';
import { GroupWriter } from './group-commit.ts';
import { type PackedResult, type PackedWrite, packedResult, unpacked } from './packing.ts';

/** What the writer thread is started with. */
export interface WriterThreadData {
  readonly folder: string;
  readonly node: string;
  readonly options: WriterOptions;
}

/** To the thread: a group to carry out, or the wish that it end. */
export type ToWriterThread = { readonly group: readonly PackedWrite[] } | { readonly close: true };

/** From the thread: the results of the group sent last, in order, and how long it took. */
export interface FromWriterThread {
  readonly results: readonly PackedResult[];
  readonly milliseconds: number;
}

/** How often the thread looks after the store while nothing is written, in ms. */
const IDLE_INTERVAL = 250;

if (parentPort === null) throw new Error('The writer runs on a worker thread.');
const port = parentPort;
const { folder, node, options } = workerData as WriterThreadData;
const database = openForWriting(folder, options);
const checkpoints = new CheckpointThread(folder, () => writer.checkpointEnded());
const writer = new GroupWriter(database, node, options.filing, checkpoints);
const idle = setInterval(() => writer.tidyWhenIdle(performance.now()), IDLE_INTERVAL);

async function close(): Promise<void> {
  clearInterval(idle);
  await checkpoints.close();
  database.close();
  port.close();
}

port.on('message', (message: ToWriterThread) => {
  if ('close' in message) {
    close();
    return;
  }
  const started = performance.now();
  const results = writer.run(message.group.map(unpacked)).map(packedResult);
  port.postMessage({ results, milliseconds: performance.now() - started } satisfies FromWriterThread);
  writer.tidy();
});
