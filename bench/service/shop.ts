import { createHash } from 'node:crypto';
import { basePath } from '@decidable/contract';
import { mintKey } from '@decidable/server';
import { trainModel } from '@decidable/server/learning';
import { BuildPool } from '@decidable/server/shops';
import { type OrganizationId, openSqliteStorage, type SessionId } from '@decidable/server/storage';
import { type Caller, catalogueCsv } from './endpoints.ts';
import { Server } from './processes.ts';

/** Creates an organization with a key and, on request, a catalogue in a data folder. */
export async function makeShop(folder: string, products = 0): Promise<Caller> {
  const storage = await openSqliteStorage({ folder, role: 'command' });
  const organizationId = 'org_benchbenchbenchbench' as OrganizationId;
  const key = mintKey();
  const now = Date.now();
  await storage.organizations.create({ id: organizationId, name: 'Bench', createdAt: now });
  await storage.keys.create({
    id: key.id,
    organizationId,
    hash: key.hash,
    prefix: key.prefix,
    origins: [],
    createdAt: now,
  });
  if (products > 0) {
    const csv = Buffer.from(catalogueCsv(products));
    const version = createHash('sha256').update(csv).digest('hex').slice(0, 16);
    await storage.catalogues.put({ organizationId, version, products, importedAt: now, csv });
  }
  await storage.close();
  return { organizationId, key: key.value };
}

/** A session of as many signals as robots send in a day. */
export const LONG_SESSION = 'bench-long-session' as SessionId;
const LONGEST_LOG = 10_000;

/** Creates past sessions of a shop: sessions of six signals, some of them searches, and {@link LONG_SESSION}. */
export async function addHistory(folder: string, caller: Caller, sessions: number): Promise<void> {
  const storage = await openSqliteStorage({ folder, role: 'serve' });
  const organizationId = caller.organizationId as OrganizationId;
  const at = Date.now() - 3_600_000;
  const signals = (session: number, count: number) =>
    Array.from({ length: count }, (_, k) => ({
      type: k % 6 === 0 ? 'search' : 'product_view',
      value: k % 6 === 0 ? `query ${(session * 7 + k) % 5_000}` : `sku-${(session * 31 + k * 7) % 20_000}`,
      at: at + k,
    }));
  const append = (sessionId: SessionId, after: number, more: ReturnType<typeof signals>) => {
    const write = { kind: 'signals', sessionId, after, openedAt: at, signals: more } as const;
    const writes = [{ ...write, batchId: undefined, snapshot: undefined }];
    return storage.commit({ organizationId, at, writes });
  };
  const long = signals(0, LONGEST_LOG);
  for (let after = 0; after < LONGEST_LOG; after += 10) {
    await append(LONG_SESSION, after, long.slice(after, after + 10));
  }
  for (let from = 0; from < sessions; from += 1_000) {
    const some = Array.from({ length: Math.min(1_000, sessions - from) }, (_, k) => from + k);
    await Promise.all(some.map((n) => append(`past-session-${n}` as SessionId, 0, signals(n, 6))));
  }
  await storage.close();
}

/**
 * Trains the model of a shop on its past sessions.
 *
 * @returns the visits that it was trained on
 */
export async function trainShop(folder: string, { organizationId }: Caller): Promise<number> {
  const storage = await openSqliteStorage({ folder, role: 'command' });
  const builder = new BuildPool();
  try {
    const trained = await trainModel(storage, builder, organizationId as OrganizationId, Date.now());
    return trained?.visits ?? 0;
  } finally {
    await builder.close();
    await storage.close();
  }
}

/** The service as shipped, except for its rate limits, which a benchmark would exceed. */
export function startService(
  folder: string,
  {
    profile,
    cores,
    script = './serve.ts',
    environment = {},
  }: {
    readonly profile?: string | undefined;
    readonly cores?: string;
    readonly script?: string;
    /** Settings beside those of every benchmark. */
    readonly environment?: NodeJS.ProcessEnv;
  } = {},
): Promise<Server> {
  return Server.start(script, {
    ...(cores !== undefined && { cores }),
    environment: {
      DECIDABLE_DATA: folder,
      HOST: '127.0.0.1',
      PORT: '0',
      OPERATIONS_PORT: '0',
      LOG_LEVEL: 'error',
      MAX_LAG_MS: '5000',
      DEADLINE_MS: '60000',
      ...Object.fromEntries(
        ['SESSION', 'CLIENT', 'KEY', 'GRADING', 'WORK', 'ORGANIZATION_WORK'].map((name) => [
          `RATE_LIMIT_${name}`,
          '1000000:1000000',
        ]),
      ),
      ...environment,
    },
    // As `npm start` has it.
    nodeOptions: [
      '--max-semi-space-size=64',
      ...(profile ? ['--cpu-prof', `--cpu-prof-dir=${profile}`] : []),
    ],
  });
}

/** The same, which also measures the turns of its event loop. */
export const startTimedService = (folder: string): Promise<Server> =>
  startService(folder, { script: './turns/turns-serve.ts', cores: '0,1' });

/** Sends one request and returns the text of its answer, which must be a success. */
export async function call(port: number, caller: Caller, path: string, body: object): Promise<string> {
  const response = await fetch(`http://127.0.0.1:${port}${basePath}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-api-key': caller.key },
    body: JSON.stringify(body),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`${path} answered ${response.status}: ${text}`);
  return text;
}

/** How often a ranking is asked for until its shop is open; each answer takes some seconds at most. */
const TRIES = 100;

/** Asks for a ranking until the catalogue is open, which takes long on a busy machine. */
export async function openShop(port: number, caller: Caller): Promise<void> {
  const body = { sessionId: 'opens', organizationId: caller.organizationId };
  for (let tries = 1; ; tries++) {
    try {
      await call(port, caller, '/catalog/ranked', body);
      return;
    } catch (error) {
      if (tries === TRIES) throw error;
      await new Promise((resolve) => setTimeout(resolve, 1_000));
    }
  }
}
