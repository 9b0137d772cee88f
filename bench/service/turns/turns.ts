import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { basePath } from '@decidable/contract';
import { countOf, readOptions } from '../../options.ts';
import { addHistory, LONG_SESSION, makeShop, openShop, startTimedService } from '../shop.ts';
import { ordinary, type WorstCase, worstCases } from './worst-cases.ts';

/**
 * The longest turn of the service's event loop while it answers the most expensive requests that the interface allows,
 * beside those of ordinary ones. Each is sent alone and repeatedly: the first runs code that is not compiled yet.
 */
const USAGE = `npm run bench:turns -- [options]

The longest turns of the event loop, request by request, in ms of processor time.

  --only TEXT       requests of which the line has this in it: "/search 1,000"
  --products N      size of the catalogue (20000)
  --sessions N      sessions to learn from (5000)
  --rounds N        how often each is sent (6)`;

const values = readOptions(USAGE, {
  only: { type: 'string', default: '' },
  products: { type: 'string', default: '20000' },
  sessions: { type: 'string', default: '5000' },
  rounds: { type: 'string', default: '6' },
});
const rounds = countOf(USAGE, '--rounds', values.rounds);
const products = countOf(USAGE, '--products', values.products);
const sessions = countOf(USAGE, '--sessions', values.sessions);
/** Ordinary requests of each kind before anything is measured. */
const WARM_UP = 60;

const ofLongSession: WorstCase = {
  name: 'a session whose log has to be read',
  path: '/session',
  body: ({ organizationId }) => ({ sessionId: LONG_SESSION, organizationId }),
};

const folder = mkdtempSync(join(tmpdir(), 'decidable-bench-'));
try {
  const caller = await makeShop(folder, products);
  await addHistory(folder, caller, sessions);
  const server = await startTimedService(folder);
  const send = async ({ name, path, body, headers, status = 200 }: WorstCase, n: number): Promise<void> => {
    const sent = body(caller, n);
    const response = await fetch(`http://127.0.0.1:${server.port}${basePath}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-api-key': caller.key, ...headers },
      body: typeof sent === 'string' ? sent : JSON.stringify(sent),
    });
    const answer = await response.text();
    if (response.status !== status) throw new Error(`${path}, ${name}: ${response.status} ${answer}`);
  };
  const longestTurn = async (work: () => Promise<void>): Promise<number> => {
    await server.ask('watch');
    await work();
    return (await server.ask('tell')) as number;
  };

  const opening = await longestTurn(() => openShop(server.port, caller));
  for (let n = 0; n < WARM_UP; n++) for (const each of ordinary) await send(each, n % 20);
  console.log(`Node.js ${process.version}, ${products} products, longest turn in ms of processor time`);
  console.log(row('opening the shop', [opening]));
  console.log(row('reading a long session', [await longestTurn(() => send(ofLongSession, 0))]));
  const training = (await server.ask({ train: caller.organizationId })) as number;
  console.log(row(`training on ${sessions} sessions`, [training]));
  for (const each of [...ordinary, ...worstCases]) {
    const title = `${each.path} ${each.name}`;
    if (!title.includes(values.only)) continue;
    const turns: number[] = [];
    for (let n = 0; n < rounds; n++) turns.push(await longestTurn(() => send(each, n)));
    console.log(row(title, turns));
  }
  await server.stop();
} finally {
  rmSync(folder, { recursive: true });
}

function row(title: string, turns: readonly number[]): string {
  const shown = (turn: number) => turn.toFixed(1).padStart(7);
  const [first, ...later] = turns;
  if (later.length === 0) return `first ${shown(first!)}  ${title}`;
  const sorted = later.toSorted((a, b) => a - b);
  const median = sorted[Math.floor(sorted.length / 2)];
  return `first ${shown(first!)}  median ${shown(median)}  longest ${shown(sorted.at(-1)!)}  ${title}`;
}
