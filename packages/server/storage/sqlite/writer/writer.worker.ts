import { parentPort, workerData } from 'node:worker_threads';
import { openForWriting, type WriterOptions } from '../connection/database.ts';
import { CheckpointThread } from './checkpoint-thread.ts';
import { GroupCommit } from './group-commit.ts';
import {
  type FromWriterThread,
  type SentFailure,
  sentFailure,
  sentResult,
  type ToWriterThread,
} from './thread-messages.ts';

/** What the writer's thread is started with. */
export interface WriterThreadData {
  readonly folder: string;
  readonly node: string;
  readonly options: WriterOptions;
}

/** How often the thread maintains the store while nothing is written, in ms; set by hand. */
const IDLE_INTERVAL = 250;

if (parentPort === null) throw new Error('The writer runs on a worker thread.');
const port = parentPort;
const { folder, node, options } = workerData as WriterThreadData;
const database = openForWriting(folder, options);
const checkpoints = new CheckpointThread(folder, () => writer.checkpointEnded(), tell);
const writer = new GroupCommit(database, node, options.compaction, checkpoints, {}, (error) =>
  tell(sentFailure(error)),
);
let isMaintaining = false;
const idle = setInterval(() => writer.maintainWhenIdle(performance.now()), IDLE_INTERVAL);

function tell(failure: SentFailure | undefined): void {
  if (failure !== undefined) port.postMessage({ failure } satisfies FromWriterThread);
}

/** Goes on after each group that has come meanwhile, until nothing is due. */
function maintain(): void {
  if (isMaintaining || !writer.maintain()) return;
  isMaintaining = true;
  setImmediate(() => {
    isMaintaining = false;
    maintain();
  });
}

function raise(error: unknown): never {
  throw error;
}

async function close(): Promise<void> {
  clearInterval(idle);
  await checkpoints.close();
  database.close();
  port.close();
}

port.on('message', (message: ToWriterThread) => {
  if ('close' in message) {
    // What fails here ends the thread, and its service is told.
    close().catch((error: unknown) => queueMicrotask(() => raise(error)));
    return;
  }
  const started = performance.now();
  const results = writer.run(message.group).map(sentResult);
  const mark = writer.takeMark();
  port.postMessage({ results, milliseconds: performance.now() - started, mark } satisfies FromWriterThread);
  maintain();
});
