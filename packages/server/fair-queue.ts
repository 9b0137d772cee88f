/** A job that waits for its place. */
interface Waiting {
  readonly flow: Flow;
  /** The virtual time at which the job came. */
  readonly arrival: number;
  /** The virtual time at which the job would start if its organization had its share alone. */
  start: number;
  readonly cost: number;
  readonly admit: () => void;
  readonly refuse: (reason: unknown) => void;
}

/** The jobs of one organization. */
interface Flow {
  readonly organization: string;
  /** In the order in which they came. */
  readonly waiting: Waiting[];
  /** The virtual time at which its last job ends. */
  finish: number;
  running: number;
}

/** The queue has as many waiting jobs as it takes, and this one was refused. */
export class QueueFull extends Error {
  constructor() {
    super('Too many jobs are waiting.');
    this.name = 'QueueFull';
  }
}

export interface FairQueueOptions {
  /** Jobs that run at the same time. */
  readonly places: number;
  /** Jobs that may wait. */
  readonly most: number;
  /**
   * A job of more cost than this leaves one place to others: all such jobs together have one place fewer, where there
   * are at least two. Without it, all jobs are alike.
   */
  readonly large?: number;
  /** Places that one organization may have; all when absent. */
  readonly placesOfOne?: number;
}

/**
 * Places for jobs of many organizations, shared fairly by the cost of the jobs: start-time fair queueing (P. Goyal,
 * H. Vin, H. Cheng, "Start-time Fair Queueing", SIGCOMM 1996). Each job gets a start tag, the virtual time or the end
 * of its organization's last job, whichever is later; the job with the least tag goes first. So an organization that
 * asks for little is served next, however much another one has queued, and nobody gains by sending many small jobs.
 *
 * Where too many wait, the last job of the organization with the most waiting is refused: the queue of one organization
 * does not keep out another.
 */
export class FairQueue {
  readonly #places: number;
  readonly #most: number;
  readonly #large: number;
  readonly #placesOfOne: number;
  readonly #flows = new Map<string, Flow>();
  #virtual = 0;
  #running = 0;
  #runningLarge = 0;
  #waiting = 0;

  constructor({ places, most, large = Number.POSITIVE_INFINITY, placesOfOne = places }: FairQueueOptions) {
    this.#places = places;
    this.#most = most;
    this.#large = large;
    this.#placesOfOne = placesOfOne;
  }

  /** Jobs that run, and that wait. */
  get running(): number {
    return this.#running;
  }

  get waiting(): number {
    return this.#waiting;
  }

  /** Organizations whose share is remembered. */
  get organizations(): number {
    return this.#flows.size;
  }

  /**
   * Resolves when a job may start.
   *
   * @param cost in any unit, the same for all jobs
   * @param signal gives the place in the queue up; rejects with its reason
   * @returns a function to call once, when the job has ended
   * @throws QueueFull, by the promise: at once, or later when others came whose share is smaller
   */
  turn(organization: string, cost: number, signal?: AbortSignal): Promise<() => void> {
    return new Promise((resolve, reject) => {
      signal?.throwIfAborted();
      let flow = this.#flows.get(organization);
      if (flow === undefined) {
        flow = { organization, waiting: [], finish: this.#virtual, running: 0 };
        this.#flows.set(organization, flow);
      }
      const arrival = this.#virtual;
      const start = Math.max(arrival, flow.finish);
      flow.finish = start + cost;
      const giveUp = () => {
        this.#withdraw(job);
        reject(signal!.reason);
      };
      const job: Waiting = {
        flow,
        arrival,
        start,
        cost,
        admit: () => {
          signal?.removeEventListener('abort', giveUp);
          resolve(this.#take(flow, cost));
        },
        refuse: (reason) => {
          signal?.removeEventListener('abort', giveUp);
          reject(reason);
        },
      };
      signal?.addEventListener('abort', giveUp, { once: true });
      flow.waiting.push(job);
      this.#waiting++;
      this.#next();
      if (this.#waiting > this.#most) this.#refuseOne();
    });
  }

  #take(flow: Flow, cost: number): () => void {
    const large = cost > this.#large ? 1 : 0;
    flow.running++;
    this.#running++;
    this.#runningLarge += large;
    let held = true;
    return () => {
      if (!held) return;
      held = false;
      flow.running--;
      this.#running--;
      this.#runningLarge -= large;
      this.#next();
    };
  }

  #next(): void {
    while (this.#running < this.#places) {
      const isKept = this.#places > 1 && this.#runningLarge >= this.#places - 1;
      let first: Waiting | undefined;
      for (const flow of this.#flows.values()) {
        const { waiting } = flow;
        if (waiting.length === 0 && flow.running === 0 && flow.finish <= this.#virtual) {
          this.#flows.delete(flow.organization);
          continue;
        }
        if (flow.running >= this.#placesOfOne) continue;
        const job = isKept ? waiting.find(({ cost }) => cost <= this.#large) : waiting[0];
        if (job !== undefined && (first === undefined || job.start < first.start)) first = job;
      }
      if (first === undefined) break;
      const { flow } = first;
      flow.waiting.splice(flow.waiting.indexOf(first), 1);
      this.#waiting--;
      this.#virtual = Math.max(this.#virtual, first.start);
      first.admit();
    }
    if (this.#running + this.#waiting === 0) this.#flows.clear();
  }

  /** Takes a job out of the queue, at no cost to its organization: its later jobs move up. */
  #withdraw(job: Waiting): void {
    const { flow } = job;
    const at = flow.waiting.indexOf(job);
    flow.waiting.splice(at, 1);
    this.#waiting--;
    flow.finish = job.start;
    for (const later of flow.waiting.slice(at)) {
      later.start = Math.max(later.arrival, flow.finish);
      flow.finish = later.start + later.cost;
    }
  }

  #refuseOne(): void {
    let longest: Flow | undefined;
    for (const flow of this.#flows.values()) {
      // Of two that are alike the one that came last, which is the later one of the map as a rule.
      if (longest === undefined || flow.waiting.length >= longest.waiting.length) longest = flow;
    }
    const last = longest!.waiting.at(-1)!;
    this.#withdraw(last);
    last.refuse(new QueueFull());
  }
}
