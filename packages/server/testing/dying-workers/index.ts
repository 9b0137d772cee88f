/** Modules of worker threads and processes that end when the data that they are given says so. */
export const dyingWorkers = {
  grading: new URL('./grading.worker.ts', import.meta.url),
  reading: new URL('./body.worker.ts', import.meta.url),
  building: new URL('./build.worker.ts', import.meta.url),
  exports: new URL('./export.child.ts', import.meta.url),
};

/** A module whose thread or process ends while it is loaded. */
export const endsAtStart = new URL('./ends-at-start.worker.ts', import.meta.url);
