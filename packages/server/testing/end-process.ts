/** Ends the process when a service has stopped: with 1 where it did not stop cleanly. */
export function endAfter(stopped: Promise<unknown>): void {
  stopped.then(
    () => process.exit(0),
    (error: unknown) => {
      console.error(error);
      process.exit(1);
    },
  );
}
