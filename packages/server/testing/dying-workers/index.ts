/** Modules of worker threads that end when the data that they are given says so. */
export const dyingWorkers = {
  grading: new URL('./grading.worker.ts', import.meta.url),
  reading: new URL('./body.worker.ts', import.meta.url),
  building: new URL('./build.worker.ts', import.meta.url),
  exports: new URL('./export.worker.ts', import.meta.url),
};

/** A module whose thread ends while it is loaded. */
export const endsAtStart = new URL('./ends-at-start.worker.ts', import.meta.url);
