import { parentPort, workerData } from 'node:worker_threads';
import { isStoreFailure, openForWriting } from '../connection/database.ts';

/** To the thread: the wish that it fold the log into the database, or that it end. */
export type ToCheckpointThread = 'fold' | 'close';

if (parentPort === null) throw new Error('Checkpoints run on a worker thread.');
const port = parentPort;
const database = openForWriting(workerData as string);
const fold = database.prepare('PRAGMA wal_checkpoint(PASSIVE)');

port.on('message', (message: ToCheckpointThread) => {
  if (message === 'close') {
    database.close();
    port.close();
    return;
  }
  try {
    fold.get();
  } catch (error) {
    // With a full disk the log keeps growing, nothing is lost, and the next time is another try.
    if (!isStoreFailure(error)) throw error;
  }
  port.postMessage('ended');
});
