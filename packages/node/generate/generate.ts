/** Writes the generated files. */
import { writeFileSync } from 'node:fs';
import { factsSource, operationsSource } from './operations-source.ts';

writeFileSync(new URL('../operations.generated.ts', import.meta.url), operationsSource());
writeFileSync(new URL('../facts.generated.ts', import.meta.url), factsSource());
