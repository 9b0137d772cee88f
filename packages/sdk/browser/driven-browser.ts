/** A browser tab. */
export interface Tab {
  /** Resolves when the page has loaded. */
  goto(url: string): Promise<void>;
  /** Goes back to the previous page, which may come from the back/forward cache. */
  back(): Promise<void>;
  /** Runs a function without a closure, and resolves to its result, which must be JSON. */
  evaluate<Answer>(action: () => Answer | Promise<Answer>): Promise<Answer>;
  close(): Promise<void>;
}

/** An installed browser, controlled through a standard that it implements itself. */
export interface DrivenBrowser {
  open(url: string): Promise<Tab>;
  close(): Promise<void>;
}
