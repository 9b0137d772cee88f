import { EventQueue } from './event-queue.ts';

/** What is told of long work: its steps, and what came of it. */
export type WorkEvent<Step, Done extends object> = Step | ({ readonly done: true } & Done);

/**
 * Begins work that goes on where the person closes the page, so that nothing is left half done.
 *
 * @param signal aborted when nobody reads the events any more
 * @param onUnread told of a failure that nobody reads
 * @returns its steps, and at last what came of it, or its failure
 */
export function beginWork<Step, Done extends object>(
  signal: AbortSignal,
  onUnread: (error: unknown) => void,
  work: (tell: (step: Step) => void) => Promise<Done>,
): AsyncIterable<WorkEvent<Step, Done>> {
  const events = new EventQueue<WorkEvent<Step, Done>>(signal);
  work((step) => events.put(step)).then(
    (done) => {
      events.put({ done: true, ...done });
      events.end();
    },
    (error: unknown) => {
      if (signal.aborted) onUnread(error);
      else events.fail(error);
    },
  );
  return events;
}
