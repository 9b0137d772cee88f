import { createHash } from 'node:crypto';
import { basePath } from '@decidable/contract';
import { mintKey } from '@decidable/server';
import { type OrganizationId, openSqliteStorage } from '@decidable/server/storage';
import { type Caller, catalogueCsv } from './endpoints.ts';
import { Server } from './processes.ts';

/** Makes an organization with a key and, where products are asked for, a catalogue in a data folder. */
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

/** The service as it is shipped, but for its rate limits, which a benchmark would run into. */
export function startService(
  folder: string,
  {
    profile,
    cores,
    script = './serve.ts',
  }: { readonly profile?: string | undefined; readonly cores?: string; readonly script?: string } = {},
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
      ...Object.fromEntries(
        ['SESSION', 'CLIENT', 'KEY', 'GRADING'].map((name) => [`RATE_LIMIT_${name}`, '1000000:1000000']),
      ),
    },
    nodeOptions: profile ? ['--cpu-prof', `--cpu-prof-dir=${profile}`] : [],
  });
}

/** The same, telling how long the turns of its event loop are when it is asked. */
export const startTimedService = (folder: string): Promise<Server> =>
  startService(folder, { script: './turns-serve.ts', cores: '0,1' });

/** Sends one request and returns the text of its answer, which has to be a success. */
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
