import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { audit } from '@decidable/engine/audit';
import { CatalogueError, interpret, readTable } from '@decidable/engine/catalogue';
import Papa from 'papaparse';
import { median } from '../measures.ts';
import type { Speed } from './speed.ts';

// Times one file in a process of its own: parsing alone first, then the audit; once cold, then repeatedly.

/** Rounds of which the last two thirds count as warm, if they fit into so many milliseconds. */
const WARM_ROUNDS = 30;
const WARM_TIME = 2_000;

const [, , file] = process.argv;
const bytes = readFileSync(file);

function timed<T>(work: () => T): [T, number] {
  const start = performance.now();
  const result = work();
  return [result, performance.now() - start];
}

const text = bytes.toString('utf8');
const [, parse] = timed(() => Papa.parse(text).data.length);
try {
  const [table, read] = timed(() => readTable(text));
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
    warm: warm(),
  };
  process.stdout.write(JSON.stringify(speed));
} catch (error) {
  if (!(error instanceof CatalogueError)) throw error;
  process.stderr.write(error.message);
  process.exitCode = 2;
}

/**
 * Medians of parsing alone and of the whole audit, alternating, so that other work on the machine slows both.
 */
function warm(): Speed['warm'] {
  const parses: number[] = [];
  const totals: number[] = [];
  const start = performance.now();
  for (let round = 0; round < WARM_ROUNDS && performance.now() - start < WARM_TIME; round++) {
    parses.push(timed(() => Papa.parse(text).data.length)[1]);
    totals.push(timed(() => audit(interpret(readTable(text))))[1]);
  }
  const settled = (times: readonly number[]) => median(times.slice(Math.floor(times.length / 3)));
  return { parse: settled(parses), total: settled(totals), ratio: settled(totals) / settled(parses) };
}
