import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join, resolve } from 'node:path';
import { audit } from '@decidable/engine/audit';
import { interpret, readTable } from '@decidable/engine/catalogue';
import type { Cost } from './growth.ts';

// Grades one export in a process of its own, or summarises it with DuckDB, as it is installed in a folder.

interface DuckDB {
  readonly DuckDBInstance: {
    create(): Promise<{ connect(): Promise<{ runAndReadAll(sql: string): Promise<unknown> }> }>;
  };
}

const [, , file, folder] = process.argv;
const start = performance.now();
if (folder === undefined) {
  audit(interpret(readTable(readFileSync(file), { tolerant: true })));
} else {
  const load = createRequire(join(resolve(folder), 'package.json'));
  const { DuckDBInstance } = load('@duckdb/node-api') as DuckDB;
  const connection = await (await DuckDBInstance.create()).connect();
  await connection.runAndReadAll(`SUMMARIZE SELECT * FROM read_csv('${file.replaceAll("'", "''")}')`);
}
const { user, system } = process.cpuUsage();
const cost: Cost = {
  seconds: (performance.now() - start) / 1000,
  cpuSeconds: (user + system) / 1e6,
  peakMegabytes: process.resourceUsage().maxRSS / 1024,
};
process.stdout.write(JSON.stringify(cost));
