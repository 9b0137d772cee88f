import { readConfig } from '../config.ts';
import { startService } from '../service.ts';

/** A service in a process of its own, which makes the mistake that it is told to make: `reject` or `throw`. */
const service = await startService(readConfig(process.env), {
  ownsProcess: true,
  workers: { startLate: true },
});
process.on('message', (mistake) => {
  if (mistake === 'throw') throw new RangeError('secret');
  const rejected = Promise.withResolvers<never>();
  rejected.reject(new RangeError('secret'));
});
process.send?.(service.operationsAddress);
