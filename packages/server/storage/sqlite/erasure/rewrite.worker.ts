import { setTimeout as wait } from 'node:timers/promises';
import { parentPort, workerData } from 'node:worker_threads';
import { isTaken, openForWriting } from '../connection/database.ts';

export type RewriteAnswer =
  | { readonly kind: 'rewritten' | 'busy' }
  | { readonly kind: 'failed'; readonly message: string };

if (parentPort === null) throw new Error('Rewriting runs on a worker thread.');
const port = parentPort;

/** How long it waits for the transaction of another, and for readers of the log; ms. Set by hand. */
const PATIENCE = 5_000;
/** How often the log is cut while readers are in it, and the pause between; ms. Set by hand. */
const CUTS = 40;
const PAUSE = 50;

/**
 * Deleted rows leave remains: in free pages, in unused parts of pages that are in use, and in the write-ahead log. `VACUUM`
 * writes every page anew from the rows that there are; a checkpoint that truncates then empties the log.
 */
async function rewrite(): Promise<RewriteAnswer> {
  const database = openForWriting(workerData as string, { patience: PATIENCE });
  try {
    database.exec('VACUUM');
    for (let cut = 0; cut < CUTS; cut++) {
      const { busy } = database.prepare('PRAGMA wal_checkpoint(TRUNCATE)').get() as { busy: number };
      if (busy === 0) return { kind: 'rewritten' };
      await wait(PAUSE);
    }
    return { kind: 'busy' };
  } catch (error) {
    if (isTaken(error)) return { kind: 'busy' };
    return { kind: 'failed', message: error instanceof Error ? error.message : String(error) };
  } finally {
    database.close();
  }
}

port.postMessage(await rewrite());
