import type { GradingContext, Progress } from '../gradings/index.ts';
import { beginWork, type WorkEvent } from './events/long-work.ts';
import type { ManagementCall, ManagementNeeds } from './manage.ts';

/**
 * Work whose progress is sent as it goes. What is refused before the work has its place among others is an answer, what is
 * refused later an event.
 */
export async function watchedGrading<Done extends object>(
  { organizationId, at, signal }: ManagementCall,
  { storage, exportProcesses: processes, keptLimits, onUnreadFailure }: ManagementNeeds,
  work: (context: GradingContext) => Promise<Done>,
): Promise<AsyncIterable<WorkEvent<Progress, Done>>> {
  const accepted = Promise.withResolvers<void>();
  const events = beginWork(signal, onUnreadFailure, async (onProgress: (progress: Progress) => void) => {
    const onAccepted = accepted.resolve;
    const context = { storage, processes, keptLimits, organizationId, at, onAccepted, onProgress };
    try {
      return await work(context);
    } catch (error) {
      accepted.reject(error);
      throw error;
    } finally {
      accepted.resolve();
    }
  });
  await accepted.promise;
  return events;
}
