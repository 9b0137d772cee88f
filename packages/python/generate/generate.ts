/** Writes the generated files. */
import { writeFileSync } from 'node:fs';
import { readDescription } from './description.ts';
import { sourcesOf } from './sources.ts';

for (const [name, source] of Object.entries(sourcesOf(readDescription())))
  writeFileSync(new URL(`../src/decidable/generated/${name}`, import.meta.url), source);
