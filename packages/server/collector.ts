import { availableParallelism } from 'node:os';
import { setFlagsFromString } from 'node:v8';

/**
 * Sets V8's collector of garbage, which was made for programs whose pauses nobody counts, for a service in which they
 * are what the slowest requests wait for. Holds for all threads of the process; to be called before it is under load.
 */
export function tuneCollector(): void {
  // While more requests wait for the disk than young memory holds, nearly all of what they made survives. V8 then makes
  // such objects among the old ones from the start, and keeps to it: each keeps young ones alive after its request is
  // over, which makes collections of young objects three times as long, and brings a collection of all memory every few
  // seconds.
  setFlagsFromString('--no-allocation-site-pretenuring');
  if (availableParallelism() > 1) return;
  // V8 has four threads to help; on one core they take it from the thread that they help. Without them marking goes on
  // in steps of a ms between requests.
  setFlagsFromString('--no-concurrent-marking');
  setFlagsFromString('--no-parallel-scavenge');
  // Such marking slows everything for a third of a second and ends in a pause of 10 to 50 ms. V8 begins it as soon as
  // what old memory may still grow by is less than young memory, which under load is right after the last one; so begin
  // when most of it is used up.
  setFlagsFromString('--incremental-marking-soft-trigger=80');
  setFlagsFromString('--incremental-marking-hard-trigger=95');
}
