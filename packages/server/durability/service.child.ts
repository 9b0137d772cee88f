import { readConfig } from '../config.ts';
import { startService } from '../service.ts';
import { endAfter } from '../testing/end-process.ts';

/**
 * The service in a process of its own, for tests that kill it. `node service.child.ts` prints its address and
 * its process id. A number that is sent to it sets its clock by so many ms; SIGTERM stops it.
 */
let ahead = 0;
const RealDate = Date;
globalThis.Date = class extends RealDate {
  constructor(...parts: ConstructorParameters<typeof Date> | []) {
    if (parts.length === 0) super(RealDate.now() + ahead);
    else super(...(parts as ConstructorParameters<typeof Date>));
  }
  static override now(): number {
    return RealDate.now() + ahead;
  }
} as DateConstructor;
process.on('message', (by) => {
  ahead += Number(by);
  process.send?.(ahead);
});
// The channel is no reason to stay.
process.channel?.unref();

const service = await startService(readConfig(process.env), {
  workers: { startLate: true },
  ownsProcess: true,
});
console.log(service.address, process.pid);
process.once('SIGTERM', () => endAfter(service.close()));
