import { availableParallelism } from 'node:os';
import { setFlagsFromString } from 'node:v8';

/**
 * Tunes V8's garbage collector for short pauses: they decide how long the slowest requests wait. The flags hold for all
 * threads of the process. Call it before the process is under load.
 */
export function tuneCollector(): void {
  // While more requests wait for the disk than the young generation holds, nearly all their objects survive. V8 then
  // allocates such objects in the old generation from the start (pretenuring), and never stops. Each keeps young objects
  // alive after its request has ended: young collections take three times as long, and a full one comes every few
  // seconds.
  setFlagsFromString('--no-allocation-site-pretenuring');
  if (availableParallelism() > 1) return;
  // V8 has four helper threads; on one core they take time from the thread that they help. Without them the serving
  // thread marks in steps of 1 ms between requests.
  setFlagsFromString('--no-concurrent-marking');
  setFlagsFromString('--no-parallel-scavenge');
  // Such marking slows everything for a third of a second and ends in a pause of 10 to 50 ms. By default V8 starts it
  // when the old generation has less room to grow than the size of the young one, which under load is right after the
  // last collection. These flags start it when most of the room is used.
  setFlagsFromString('--incremental-marking-soft-trigger=80');
  setFlagsFromString('--incremental-marking-hard-trigger=95');
}
