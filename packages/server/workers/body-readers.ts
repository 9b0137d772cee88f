import type { EndpointContract, EndpointPath } from '@decidable/contract';
import { Piscina } from 'piscina';
import { fromData, Overloaded } from '../errors.ts';
import { readJsonListInTurns } from '../json/json-list.ts';
import type { CheckedBody, LargeBodies } from '../request-body/checked-body.ts';
import type { BodyAnswer, BodyRequest } from './body.worker.ts';
import { ownBytes } from './own-bytes.ts';

/** Bodies that may be read or wait for it; one more is refused. */
export const MOST_WAITING = 64;
/** Megabytes of heap for reading one: of 2 MiB that are all empty lists it takes a tenth. */
const MEMORY = 512;
/** How long the second thread is kept without work; ms. */
const IDLE = 30_000;

export interface BodyReadersOptions {
  /** Told of each body that was refused because too many wait. */
  readonly shed: (reason: string) => void;
  /** Told when a thread died while it read nothing; it is replaced. */
  readonly onThreadError?: (error: unknown) => void;
}

/**
 * Reads large bodies on threads of their own. `JSON.parse` cannot be interrupted, and takes 200 ms for 2 MiB of names
 * that never repeat; what comes back are the fields that the endpoint knows, its lists a piece at a time.
 */
export class BodyReaders implements LargeBodies {
  readonly #pool = new Piscina<BodyRequest, BodyAnswer>({
    filename: new URL('./body.worker.ts', import.meta.url).href,
    minThreads: 1,
    maxThreads: 2,
    idleTimeout: IDLE,
    concurrentTasksPerWorker: 1,
    resourceLimits: { maxOldGenerationSizeMb: MEMORY },
    niceIncrement: 5,
  });
  readonly #shed: BodyReadersOptions['shed'];
  #waiting = 0;

  constructor({ shed, onThreadError }: BodyReadersOptions) {
    this.#shed = shed;
    // A thread that dies between bodies must not take the service along.
    this.#pool.on('error', (error) => onThreadError?.(error));
  }

  async read(contract: EndpointContract, sent: Uint8Array): Promise<CheckedBody> {
    // The threads know the endpoints of the contract by their paths.
    const path = contract.path as EndpointPath;
    if (this.#waiting >= MOST_WAITING) {
      this.#shed('bodies');
      throw new Overloaded(
        'Too many large requests wait to be read. Try again shortly, or send less in one call.',
        1,
      );
    }
    this.#waiting++;
    try {
      const bytes = ownBytes(sent);
      const answer = await this.#pool.run({ path, bytes }, { transferList: [bytes.buffer] });
      if (answer.kind === 'refused') throw fromData(answer.error);
      const body: Record<string, unknown> = { ...answer.rest };
      for (const { field, buffers } of answer.lists) body[field] = await readJsonListInTurns(buffers);
      return { body, warnings: [...answer.warnings] };
    } finally {
      this.#waiting--;
    }
  }

  async close(): Promise<void> {
    await this.#pool.destroy();
  }
}
