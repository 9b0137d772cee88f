import { statSync } from 'node:fs';
import { Worker } from 'node:worker_threads';
import { type LeaseScope, type Rewritten, StoreUnavailable } from '../../ports.ts';
import { databasePath } from '../connection/database.ts';
import type { Reader } from '../connection/reader.ts';
import type { Writer } from '../writer/writer.ts';
import type { ErasureWrites } from './erasure-writes.ts';
import type { RewriteAnswer } from './rewrite.worker.ts';

/**
 * A store of up to so many bytes is rewritten beside a service: writes wait for about a second, and a service waits for
 * two before it refuses them. Set by hand.
 */
export const SMALL = 64 * 1024 * 1024;

/** What erasures have left to do in a store, and the rewrite that does it in its files. */
export class StoreRewriter {
  readonly #folder: string;
  readonly #reader: Reader;
  readonly #writer: Writer<ErasureWrites>;

  constructor(folder: string, reader: Reader, writer: Writer<ErasureWrites>) {
    this.#folder = folder;
    this.#reader = reader;
    this.#writer = writer;
  }

  /** The number of the last erasure that has left something to do: in the models of an organization, or in the files. */
  remains(scope: LeaseScope): number | undefined {
    const of = 'SELECT number FROM remains WHERE organization_id = ?';
    return this.#reader.get<{ readonly number: number }>(of, scope)?.number;
  }

  /** Bytes of the database. */
  bytes(): number {
    return statSync(databasePath(this.#folder)).size;
  }

  /** @param upTo the number of the last erasure that has left something in the files */
  async rewrite(upTo: number | undefined): Promise<Rewritten> {
    const rewritten = await rewriteOnThread(this.#folder);
    if (rewritten === 'rewritten' && upTo !== undefined) await this.#writer.write('endRemains', upTo);
    return rewritten;
  }
}

function rewriteOnThread(folder: string): Promise<Rewritten> {
  const worker = new Worker(new URL('./rewrite.worker.ts', import.meta.url), { workerData: folder });
  return new Promise((resolve, reject) => {
    worker.once('message', (answer: RewriteAnswer) => {
      if (answer.kind === 'failed') reject(new StoreUnavailable(new Error(answer.message)));
      else resolve(answer.kind);
    });
    worker.once('error', reject);
  });
}
