import { endAfter } from './end-process.ts';
import { RunningService } from './running-service.ts';

/** The service in a process of its own, for tests of what would end it: prints where it listens, and a key. */
const running = await RunningService.start();
const { address, operationsAddress } = running.service;
console.log(JSON.stringify({ address, operationsAddress, ...running.key }));
process.once('disconnect', () => endAfter(running.close()));
