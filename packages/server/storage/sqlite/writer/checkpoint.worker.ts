import { parentPort, workerData } from 'node:worker_threads';
import { isStoreFailure, openForWriting } from '../connection/database.ts';
import { type SentFailure, sentFailure } from './thread-messages.ts';

/** To the thread: the request to checkpoint, or to end. */
export type ToCheckpointThread = 'checkpoint' | 'close';

/** From the thread: a checkpoint has ended. */
export interface CheckpointEnded {
  readonly failure: SentFailure | undefined;
}

if (parentPort === null) throw new Error('Checkpoints run on a worker thread.');
const port = parentPort;
const database = openForWriting(workerData as string);
const checkpoint = database.prepare('PRAGMA wal_checkpoint(PASSIVE)');

port.on('message', (message: ToCheckpointThread) => {
  if (message === 'close') {
    database.close();
    port.close();
    return;
  }
  let failure: SentFailure | undefined;
  try {
    checkpoint.get();
  } catch (error) {
    // With a full disk the write-ahead log keeps growing and nothing is lost. The next checkpoint tries again.
    if (!isStoreFailure(error)) throw error;
    failure = sentFailure(error);
  }
  port.postMessage({ failure } satisfies CheckpointEnded);
});
