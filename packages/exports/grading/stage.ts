/** What is being done, for whoever waits. */
export type Stage =
  | { readonly doing: 'reading'; readonly file: string; readonly bytes: number }
  | { readonly doing: 'grading'; readonly products: number; readonly attributes: number }
  | { readonly doing: 'comparing'; readonly before: number; readonly after: number }
  | { readonly doing: 'writing'; readonly sheet: string; readonly file: string };

/** Told of the progress of a job. */
export interface Watcher {
  stage(stage: Stage): void;
  /** The share of the stage that is done, 0 to 1; where it is known. */
  share(done: number): void;
}

export const unwatched: Watcher = { stage: () => {}, share: () => {} };
