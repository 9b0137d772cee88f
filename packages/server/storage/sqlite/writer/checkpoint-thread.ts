import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { CheckpointEnded, ToCheckpointThread } from './checkpoint.worker.ts';
import type { Checkpoints } from './group-commit.ts';
import type { SentFailure } from './thread-messages.ts';

/** Young generation of the thread, in MB: it allocates next to nothing. Set by hand. */
const YOUNG_MEMORY = 1;

/**
 * Checkpoints the write-ahead log on a thread of its own, while the writer goes on: most of a checkpoint is waiting for
 * the disk. The thread starts when it is needed for the first time.
 */
export class CheckpointThread implements Checkpoints {
  readonly #folder: string;
  readonly #ended: () => void;
  readonly #failed: (failure: SentFailure) => void;
  #worker: Worker | undefined;
  #underWay = false;

  /**
   * @param ended called when a checkpoint has ended
   * @param failed told why one has failed
   */
  constructor(folder: string, ended: () => void, failed: (failure: SentFailure) => void) {
    this.#folder = folder;
    this.#ended = ended;
    this.#failed = failed;
  }

  get underWay(): boolean {
    return this.#underWay;
  }

  begin(): void {
    this.#underWay = true;
    this.#worker ??= this.#start();
    this.#tell(this.#worker, 'checkpoint');
  }

  /** Closes the thread's connection when the checkpoint under way has ended. */
  async close(): Promise<void> {
    const worker = this.#worker;
    if (worker === undefined) return;
    this.#worker = undefined;
    const exited = once(worker, 'exit');
    this.#tell(worker, 'close');
    await exited;
  }

  #start(): Worker {
    // An error in it ends the writer's thread as well, and the next group starts both again.
    const worker = new Worker(new URL('./checkpoint.worker.ts', import.meta.url), {
      workerData: this.#folder,
      resourceLimits: { maxYoungGenerationSizeMb: YOUNG_MEMORY },
    });
    worker.on('message', ({ failure }: CheckpointEnded) => {
      if (failure !== undefined) this.#failed(failure);
      this.#underWay = false;
      this.#ended();
    });
    return worker;
  }

  #tell(worker: Worker, message: ToCheckpointThread): void {
    worker.postMessage(message);
  }
}
