import { constants, setPriority } from 'node:os';
import type { DatabaseSync } from 'node:sqlite';
import { parentPort, workerData } from 'node:worker_threads';
import { openForReading, sqliteFailure } from '../connection/database.ts';
import { checkPages, problemIn } from './page-check.ts';

/** From the thread, at its end: the first problem, the error that the check met, or neither. */
export interface PagesChecked {
  readonly problem?: string;
  readonly failure?: { readonly errcode: number; readonly message: string };
}

function check(folder: string): PagesChecked {
  let database: DatabaseSync | undefined;
  try {
    database = openForReading(folder);
    for (const { table, problems } of checkPages(database, 'quick')) {
      if (problems.length > 0) return { problem: problemIn(table, problems) };
    }
    return {};
  } catch (error) {
    const failure = sqliteFailure(error);
    if (failure === undefined) throw error;
    return { failure: { errcode: failure.code, message: failure.message } };
  } finally {
    database?.close();
  }
}

if (parentPort === null) throw new Error('Pages are checked on a worker thread.');
// Elsewhere the priority is that of the whole process.
if (process.platform === 'linux') setPriority(constants.priority.PRIORITY_LOW);
parentPort.postMessage(check(workerData as string));
