/** Writes the generated file. */
import { writeFileSync } from 'node:fs';
import { operationsSource } from './operations-source.ts';

writeFileSync(new URL('../src/Generated/Operations.php', import.meta.url), operationsSource());
