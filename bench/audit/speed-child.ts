import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { audit } from '@decidable/engine/audit';
import { CatalogueError, interpret, readTable } from '@decidable/engine/catalogue';
import Papa from 'papaparse';
import type { Speed } from './speed.ts';

// Times one file, once, in a process of its own: parsing alone first, then what the audit takes.

const [, , file] = process.argv;
const bytes = readFileSync(file);

function timed<T>(work: () => T): [T, number] {
  const start = performance.now();
  const result = work();
  return [result, performance.now() - start];
}

const [, parse] = timed(() => Papa.parse(bytes.toString('utf8')).data.length);
try {
  const [table, read] = timed(() => readTable(bytes));
  const [catalogue, interpreted] = timed(() => interpret(table));
  const [result, audited] = timed(() => audit(catalogue));
  const speed: Speed = {
    file: basename(file, '.csv'),
    bytes: bytes.length,
    products: result.products,
    columns: table.columns.length + 1,
    parse,
    read,
    interpret: interpreted,
    audit: audited,
    ratio: (read + interpreted + audited) / parse,
    peakMegabytes: process.resourceUsage().maxRSS / 1024,
  };
  process.stdout.write(JSON.stringify(speed));
} catch (error) {
  if (!(error instanceof CatalogueError)) throw error;
  process.stderr.write(error.message);
  process.exitCode = 2;
}
