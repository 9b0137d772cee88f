/** What the connection, the channel and the repositories on Valkey report to the metrics and the log. */
export interface ValkeyObserver {
  /** The connection that carries commands became usable, or ceased to be. */
  connection?(state: 'up' | 'down'): void;
  /** A command or script was answered, or failed. */
  call?(call: { readonly name: string; readonly milliseconds: number; readonly failed: boolean }): void;
  /** An error of a connection or of a call whose failure nobody waits for: each message once a minute. */
  failing?(error: Error): void;
  breaker?(state: 'closed' | 'half-open' | 'open'): void;
  /** The node may answer from memory, or has to check the store on every request. */
  lease?(held: boolean): void;
  /** All nodes know of a change, or were waited for in vain. */
  announced?(announced: { readonly milliseconds: number; readonly confirmed: boolean }): void;
  /** A profile was not stored, as it is too large. */
  profileTooLarge?(bytes: number): void;
}

/** How often one message is reported, in ms; set by hand. */
const REPORT_EVERY = 60_000;
/** Messages remembered; set by hand. */
const MOST_MESSAGES = 100;

/** Reports errors that repeat many times a second, such as those of a server that is away, once a minute each. */
export function reportErrors(observer: ValkeyObserver): (error: unknown) => void {
  const reported = new Map<string, number>();
  return (error) => {
    const failure = error instanceof Error ? error : new Error(String(error));
    const now = performance.now();
    const last = reported.get(failure.message);
    if (last !== undefined && now - last < REPORT_EVERY) return;
    if (reported.size >= MOST_MESSAGES) reported.clear();
    reported.set(failure.message, now);
    observer.failing?.(failure);
  };
}
