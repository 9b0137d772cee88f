import { readConfig } from '../config.ts';
import { startService } from '../service.ts';

/**
 * The service in a process of its own, for tests that kill it. `node service.child.ts` prints its address and
 * its process id. */
const service = await startService(readConfig(process.env));
console.log(service.address, process.pid);
