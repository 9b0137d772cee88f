import { readConfig } from '../config.ts';
import { startService } from '../service.ts';

/**
 * The service in a process of its own, for tests that end it. `node service.child.ts` prints its address and
 * the number of its process. */
const service = await startService(readConfig(process.env));
console.log(service.address, process.pid);
