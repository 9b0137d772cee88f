/** Processor time of this thread, in ms: what it takes where nobody else wants the core. */
function used(): number {
  // Linux counts what the thread has used up to now when it is asked for the process; else up to its last tick.
  process.cpuUsage();
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1_000;
}

/**
 * Times each turn of the event loop of its own thread, from one `setImmediate` to the next. While it watches, the
 * loop never sleeps, so it is for measuring only.
 */
export class TurnMeter {
  #longest = 0;
  #watching = false;

  watch(): void {
    this.#longest = 0;
    this.#watching = true;
    let began = used();
    const turn = (): void => {
      const now = used();
      this.#longest = Math.max(this.#longest, now - began);
      began = now;
      if (this.#watching) setImmediate(turn);
    };
    setImmediate(turn);
  }

  /** The longest turn since it began to watch, in ms of processor time. */
  async longest(): Promise<number> {
    this.#watching = false;
    // The turn that is under way counts as well.
    await new Promise((resolve) => setImmediate(resolve));
    return this.#longest;
  }
}
