import { readConfig, startService } from '@decidable/server';
import { endAfter } from '../../packages/server/testing/end-process.ts';

/**
 * The service as shipped, with raised rate limits. `node serve.ts` prints the port of the API, and answers any message
 * with the address of its metrics.
 */
const service = await startService(readConfig(process.env));
console.log(new URL(service.address).port);
process.on('message', () => process.send?.(`${service.operationsAddress}/metrics`));
process.once('SIGTERM', () => endAfter(service.close()));
