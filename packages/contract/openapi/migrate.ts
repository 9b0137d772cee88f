import { readFileSync } from 'node:fs';
import type { Description } from './describe.ts';
import { migrationPage } from './migration.ts';

const [before, after] = process.argv.slice(2);
if (before === undefined || after === undefined) {
  console.error('Usage: npm run migration -w @decidable/contract -- OLD.json NEW.json > migration.md');
  process.exit(2);
}
const read = (file: string): Description => JSON.parse(readFileSync(file, 'utf8'));
process.stdout.write(migrationPage(read(before), read(after)));
