/** Processor time of this thread, in ms, which excludes waiting for the core. */
function used(): number {
  // For the process, Linux includes the time up to now; for a thread, only up to its last tick.
  process.cpuUsage();
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1_000;
}

/**
 * Times each turn of the event loop of its thread, from one `setImmediate` to the next. Meanwhile the loop never
 * sleeps, so it is for measurements only.
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

  /** The longest turn since `watch`, in ms of processor time. */
  async longest(): Promise<number> {
    this.#watching = false;
    // The current turn counts as well.
    await new Promise((resolve) => setImmediate(resolve));
    return this.#longest;
  }
}
