import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { basePath, limits } from '@decidable/contract';
import { besideGrading, catalogueCsv } from './endpoints.ts';
import type { Latencies } from './latencies.ts';
import type { LoadGenerator } from './processes.ts';
import { call, makeShop, startService } from './shop.ts';

const RATE = 200;
/** Concurrent gradings. */
const AT_ONCE = 2;

/** Latencies of a light endpoint without and with gradings back to back on the same cores. */
export interface BesideGrading {
  readonly endpoint: string;
  /** The cores of the service; the load generator uses the second. */
  readonly cores: string;
  readonly rate: number;
  readonly megabytes: number;
  readonly gradings: number;
  readonly idle: Latencies;
  readonly beside: Latencies;
}

/** A catalogue of the largest accepted size. */
function largest(): string {
  let products = 20_000;
  for (;;) {
    const csv = catalogueCsv(products);
    const bytes = Buffer.byteLength(csv);
    if (bytes <= limits.csvBytes) return csv;
    products = Math.floor((products * limits.csvBytes) / bytes) - 1;
  }
}

export async function measureBesideGrading(
  load: LoadGenerator,
  cores: string,
  seconds: number,
): Promise<BesideGrading> {
  const folder = mkdtempSync(join(tmpdir(), 'decidable-bench-'));
  try {
    const caller = await makeShop(folder);
    const server = await startService(folder, { cores });
    for (const { path, body } of besideGrading.prepare?.(caller) ?? []) {
      await call(server.port, caller, path, body);
    }
    const order = {
      port: server.port,
      basePath,
      endpoint: besideGrading.path,
      caller,
      connections: 32,
      arrivals: 'open',
      rate: RATE,
    } as const;
    const csv = largest();
    await load.run({ ...order, seconds: 3 });
    const idle = await load.run({ ...order, seconds });

    let over = false;
    let gradings = 0;
    const grade = async () => {
      while (!over) {
        await call(server.port, caller, '/catalog/audit', { csv });
        gradings++;
      }
    };
    const grading = Array.from({ length: AT_ONCE }, grade);
    const beside = await load.run({ ...order, seconds });
    const counted = gradings;
    over = true;
    await Promise.all(grading);
    await server.stop();
    return {
      endpoint: besideGrading.path,
      cores,
      rate: RATE,
      megabytes: Number((Buffer.byteLength(csv) / 1e6).toFixed(1)),
      gradings: counted,
      idle: idle.latencies,
      beside: beside.latencies,
    };
  } finally {
    rmSync(folder, { recursive: true });
  }
}
