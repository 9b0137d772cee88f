import { readConfig, startService } from '@decidable/server';
import { endAfter } from '../../../packages/server/testing/end-process.ts';

/** What the process holds, in bytes: the heap of its serving thread, and array buffers outside it. */
export interface Held {
  readonly heap: number;
  readonly buffers: number;
}

/** The service as shipped. It prints the port of the API, and answers any message with {@link Held}. */
const service = await startService(readConfig(process.env));
console.log(new URL(service.address).port);
process.on('message', () => {
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  const held: Held = {
    heap: heapUsed,
    buffers: arrayBuffers,
  };
  process.send?.(held);
});
process.once('SIGTERM', () => endAfter(service.close()));
