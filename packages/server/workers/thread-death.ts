/** Whether a thread has run out of its memory. */
export const isOutOfMemory = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY';

/** Whether the error of a job says that its thread has ended, of memory or killed; the pool starts another. */
export const isThreadDeath = (error: unknown): boolean =>
  isOutOfMemory(error) || (error instanceof Error && /^worker exited with code/.test(error.message));
