import { request } from 'node:http';
import { basePath } from '@decidable/contract';
import type { Caller } from '../endpoints.ts';
import { attacks } from './attacks.ts';

/** The task of the process that attacks. */
export interface AttackOrder {
  readonly port: number;
  readonly caller: Caller;
  /** Place in `attacks`. */
  readonly attack: number;
  /** Connections; each sends again as soon as it has its answer. */
  readonly connections: number;
  /** The address that it sends from. */
  readonly address: string;
}

/** Answers by status; 0 counts broken connections. */
export type AttackReport = Readonly<Record<number, number>>;

/** Bodies made before the attack, as making them takes time. */
const PREPARED = 32;
/** A refused sender waits for so long, in ms: an attacker who does not is limited by its rate instead. */
const PAUSE = 5;

let stopped = false;

async function attack({ port, caller, attack: n, connections, address }: AttackOrder): Promise<AttackReport> {
  const { path, body, headers = {} } = attacks[n];
  const bodies = Array.from({ length: PREPARED }, (_, k) => {
    const sent = body(caller, k);
    return Buffer.from(typeof sent === 'string' ? sent : JSON.stringify(sent));
  });
  process.send?.('ready');
  const answers: Record<number, number> = {};
  let sent = 0;
  const send = (bytes: Buffer) =>
    new Promise<number>((resolve) => {
      const outgoing = request(
        {
          port,
          host: '127.0.0.1',
          localAddress: address,
          method: 'POST',
          path: basePath + path,
          headers: {
            'content-type': 'application/json',
            'content-length': bytes.length,
            'x-api-key': caller.key,
            ...headers,
          },
        },
        (response) => {
          response.resume();
          response.on('close', () => resolve(response.statusCode ?? 0));
        },
      );
      outgoing.on('error', () => resolve(0));
      outgoing.end(bytes);
    });
  await Promise.all(
    Array.from({ length: connections }, async () => {
      while (!stopped) {
        const status = await send(bodies[sent++ % PREPARED]);
        answers[status] = (answers[status] ?? 0) + 1;
        if (status !== 200) await new Promise((resolve) => setTimeout(resolve, PAUSE));
      }
    }),
  );
  return answers;
}

process.on('message', async (message: AttackOrder | 'stop') => {
  if (message === 'stop') {
    stopped = true;
    return;
  }
  stopped = false;
  process.send?.(await attack(message));
});
