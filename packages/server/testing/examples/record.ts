/** Writes the calls of the description of the interface, with the answers that a service gives to them. */
import { writeFileSync } from 'node:fs';
import { ServiceUnderTest } from '../service-under-test.ts';
import { recordExamples } from './calls.ts';

const service = await ServiceUnderTest.start();
try {
  const examples = await recordExamples(service);
  const file = new URL('../../../contract/examples.json', import.meta.url);
  writeFileSync(file, `${JSON.stringify(examples, null, 2)}\n`);
} finally {
  await service.stop();
}
