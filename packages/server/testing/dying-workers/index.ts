/** Modules of worker threads that end when the data that they are given says so. */
export const dyingWorkers = {
  grading: new URL('./grading.worker.ts', import.meta.url),
  reading: new URL('./body.worker.ts', import.meta.url),
  building: new URL('./build.worker.ts', import.meta.url),
};
