import type { EndpointContract, EndpointPath } from '@decidable/contract';
import { Piscina } from 'piscina';
import { fromData, Overloaded, TooLarge, WorkInterrupted } from '../errors.ts';
import { FairQueue, QueueFull } from '../fair-queue.ts';
import { readJsonListInTurns } from '../json/json-list.ts';
import { UNLIMITED } from '../memory-plan.ts';
import type { CheckedBody, LargeBodies } from '../request-body/checked-body.ts';
import type { OrganizationId, WebhookSender } from '../storage/ports.ts';
import { worked } from '../timing/work.ts';
import type { DeliveredEvent, SenderHeaders } from '../webhooks/events/delivered-event.ts';
import type { BodyAnswer, BodyRequest, DeliveryAnswer, DeliveryRequest } from './large-body.worker.ts';
import { ownBytes } from './own-bytes.ts';
import { isOutOfMemory, isThreadDeath } from './thread-death.ts';

/**
 * Large requests that are worked on at a time, from the reading of their body to their answer, and that may wait for it;
 * one more is refused. Two are being read while two are being answered; each takes some ten times its bytes. Set by hand.
 */
export const MOST_AT_ONCE = 4;
export const MOST_WAITING = 64;
/** How long a thread that need not be ready is kept without work; ms. */
const IDLE = 30_000;

type Answered = BodyAnswer | DeliveryAnswer;
type Readers = Piscina<BodyRequest | DeliveryRequest, Answered>;

export interface BodyReadersOptions {
  /** Told of each body that was refused because too many wait. */
  readonly shed: (reason: string) => void;
  /** The module that the threads run. */
  readonly worker?: URL | undefined;
  /** The first starts with the first body, too; by default it starts with `start`. */
  readonly startLate?: boolean | undefined;
  /** Megabytes of heap of one thread: 2 MiB that are all empty lists take some 50. */
  readonly memory?: number | undefined;
  /** Told when a thread died; it is replaced. */
  readonly onThreadError?: (error: unknown) => void;
}

/**
 * Reads large bodies on threads of their own. `JSON.parse` cannot be interrupted, and takes 200 ms for 2 MiB of names
 * that never repeat; what comes back are the fields that the endpoint knows, its lists a piece at a time.
 */
export class BodyReaders implements LargeBodies {
  readonly #begin: () => Readers;
  #begun: Readers | undefined;
  readonly #turns = new FairQueue({ places: MOST_AT_ONCE, most: MOST_WAITING });
  readonly #shed: BodyReadersOptions['shed'];
  readonly #onThreadError: BodyReadersOptions['onThreadError'];

  constructor({ shed, worker, startLate, memory = UNLIMITED.reading, onThreadError }: BodyReadersOptions) {
    this.#shed = shed;
    this.#onThreadError = onThreadError;
    this.#begin = () => {
      const pool: Readers = new Piscina({
        filename: (worker ?? new URL('./large-body.worker.ts', import.meta.url)).href,
        minThreads: startLate ? 0 : 1,
        maxThreads: 2,
        idleTimeout: IDLE,
        concurrentTasksPerWorker: 1,
        resourceLimits: { maxOldGenerationSizeMb: memory },
        niceIncrement: 5,
      });
      // A thread that dies between bodies must not take the service along.
      pool.on('error', (error) => onThreadError?.(error));
      return pool;
    };
  }

  /** Starts the first thread, so that no body waits for it to start. */
  start(): void {
    this.#begun ??= this.#begin();
  }

  get #pool(): Readers {
    this.#begun ??= this.#begin();
    return this.#begun;
  }

  async turn(organizationId: OrganizationId, bytes: number, ended?: AbortSignal): Promise<() => void> {
    try {
      return await this.#turns.turn(organizationId, bytes, ended);
    } catch (error) {
      if (!(error instanceof QueueFull)) throw error;
      this.#shed('large-requests');
      throw new Overloaded('Too many large requests wait. Try again shortly, or send less in one call.', 1);
    }
  }

  async read(
    contract: EndpointContract,
    sent: Uint8Array,
    organizationId: OrganizationId,
  ): Promise<CheckedBody> {
    // The threads know the endpoints of the contract by their paths.
    const path = contract.path as EndpointPath;
    const answer = (await this.#read({ path, bytes: ownBytes(sent) }, organizationId)) as Extract<
      BodyAnswer,
      { kind: 'read' }
    >;
    const body: Record<string, unknown> = { ...answer.rest };
    for (const { field, buffers } of answer.lists) {
      body[field] = await readJsonListInTurns(buffers, organizationId);
    }
    const { warnings, leftOut } = answer;
    return { body, warnings, leftOut };
  }

  /** Reads the events of a large delivery. @throws as `read` */
  async readDelivery(
    sender: WebhookSender,
    sent: Uint8Array,
    headers: SenderHeaders,
    organizationId: OrganizationId,
  ): Promise<readonly DeliveredEvent[]> {
    const request = { sender, headers, bytes: ownBytes(sent) };
    return ((await this.#read(request, organizationId)) as DeliveryAnswer).events;
  }

  async #read(
    request: BodyRequest | DeliveryRequest,
    organizationId: OrganizationId,
  ): Promise<Exclude<Answered, { kind: 'refused' }>> {
    const { buffer } = request.bytes as Uint8Array<ArrayBuffer>;
    const answer = await this.#pool.run(request, { transferList: [buffer] }).catch((error: unknown) => {
      if (!isThreadDeath(error)) throw error;
      this.#onThreadError?.(error);
      // The same body would end the next thread as well.
      if (isOutOfMemory(error)) {
        throw new TooLarge(
          'The body needs more memory to read than one request is given. Send less in one call.',
        );
      }
      throw new WorkInterrupted(error);
    });
    worked(organizationId, answer.milliseconds);
    if (answer.kind === 'refused') throw fromData(answer.error);
    return answer;
  }

  async close(): Promise<void> {
    await this.#begun?.destroy();
  }
}
