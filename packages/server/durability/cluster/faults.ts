import { execFileSync } from 'node:child_process';
import { rmSync, statfsSync } from 'node:fs';
import { join } from 'node:path';
import { ValkeyCluster } from '../../storage/cluster/valkey/testing/valkey-cluster.ts';
import { until, ValkeyProcess } from '../../storage/cluster/valkey/testing/valkey-process.ts';
import type { ClusterUnderFaults } from './cluster-under-faults.ts';

/** Something that goes wrong in a cluster, and is put right again. */
export interface Fault {
  readonly name: string;
  /** What it needs of the cluster. One Valkey has networks before it, too, unless nodes reach the servers directly. */
  readonly needs?: 'one Valkey' | 'a Cluster' | 'a Valkey' | 'a disk' | 'networks';
  /** How long it lasts before it is mended, in ms; as long as the others of a run unless given. */
  readonly lasts?: number;
  /** Whether writes wait for its end: a node that hangs may have begun them, so no proxy sends them to another. */
  readonly holdsWrites?: true;
  begin(cluster: ClusterUnderFaults): Promise<void> | void;
  /** Resolves when whatever was harmed works again. */
  mend(cluster: ClusterUnderFaults): Promise<void> | void;
}

const VICTIM = 0;
const MINUTE = 60_000;

function processesOf({ valkey }: ClusterUnderFaults): readonly ValkeyProcess[] {
  if (valkey === undefined) throw new TypeError('The nodes share no Valkey.');
  return valkey instanceof ValkeyProcess ? [valkey] : valkey.processes;
}

function clusterOf({ valkey }: ClusterUnderFaults): ValkeyCluster {
  if (!(valkey instanceof ValkeyCluster)) throw new TypeError('A single server has no replica.');
  return valkey;
}

/** Any key will do: its master is the one that is killed. */
const SOME_KEY = 'any';

function signalAll(pids: readonly number[], signal: NodeJS.Signals): void {
  for (const pid of pids) process.kill(pid, signal);
}

async function settled<T>(work: Promise<T>): Promise<PromiseSettledResult<T>> {
  const [outcome] = await Promise.allSettled([work]);
  return outcome;
}

const cut = (which: 'toPostgres' | 'toValkey', way: 'silence' | 'refuse'): Omit<Fault, 'name'> => ({
  begin: (cluster) => cluster[which][VICTIM][way](),
  mend: (cluster) => cluster[which][VICTIM].mend(),
});

const slow = (which: 'toPostgres' | 'toValkey', ms: number): Omit<Fault, 'name'> => ({
  begin: (cluster) => {
    for (const network of cluster[which]) network.slow(ms);
  },
  mend: (cluster) => {
    for (const network of cluster[which]) network.slow(0);
  },
});

export const NODE_KILLED: Fault = {
  name: 'a node is killed (kill -9), and started again',
  begin: ({ nodes }) => nodes.node(VICTIM).end('SIGKILL'),
  mend: ({ nodes }) => nodes.startNode(VICTIM),
};

export const NODE_REPLACED: Fault = {
  name: 'a node is told to stop (SIGTERM), and started again',
  begin: ({ nodes }) => nodes.node(VICTIM).end('SIGTERM'),
  mend: ({ nodes }) => nodes.startNode(VICTIM),
};

export const NODE_HANGS: Fault = {
  name: 'a node hangs (SIGSTOP), and goes on',
  holdsWrites: true,
  begin: ({ nodes }) => nodes.node(VICTIM).signal('SIGSTOP'),
  mend: ({ nodes }) => nodes.node(VICTIM).signal('SIGCONT'),
};

export const POSTGRES_RESTARTED: Fault = {
  name: 'PostgreSQL is stopped, and started again',
  begin: ({ postgres }) => postgres.stop(),
  mend: ({ postgres }) => postgres.start(),
};

export const POSTGRES_KILLED: Fault = {
  name: 'PostgreSQL is killed (kill -9, all processes), and started again',
  begin: ({ postgres }) => postgres.kill(),
  mend: ({ postgres }) => postgres.start(),
};

export const POSTGRES_AWAY: Fault = {
  ...POSTGRES_RESTARTED,
  name: 'PostgreSQL is away for a minute',
  lasts: MINUTE,
};

/** Its processes answer nothing, and keep their connections. */
export const POSTGRES_HANGS: Fault = {
  name: 'PostgreSQL hangs (SIGSTOP, all processes), and goes on',
  begin: ({ postgres }) => signalAll(postgres.pids, 'SIGSTOP'),
  mend: ({ postgres }) => signalAll(postgres.pids, 'SIGCONT'),
};

export const VALKEY_HANGS: Fault = {
  name: 'Valkey hangs (SIGSTOP), and goes on',
  needs: 'a Valkey',
  begin: (cluster) => {
    for (const each of processesOf(cluster)) each.signal('SIGSTOP');
  },
  mend: (cluster) => {
    for (const each of processesOf(cluster)) each.signal('SIGCONT');
  },
};

export const VALKEY_AWAY: Fault = {
  name: 'Valkey is away for a minute',
  needs: 'one Valkey',
  lasts: MINUTE,
  begin: (cluster) => processesOf(cluster)[0].kill(),
  mend: (cluster) => processesOf(cluster)[0].start(),
};

/** A node starts again while a store is away: it waits for PostgreSQL, and goes on without Valkey. */
const startWithout = (store: Pick<Fault, 'begin' | 'mend'>): Pick<Fault, 'begin' | 'mend'> => ({
  begin: async (cluster) => {
    await cluster.nodes.node(VICTIM).end('SIGTERM');
    await store.begin(cluster);
    cluster.starting = settled(cluster.nodes.startNode(VICTIM));
  },
  mend: async (cluster) => {
    await store.mend(cluster);
    const started = await cluster.starting;
    if (started?.status === 'rejected') throw started.reason;
  },
});

export const NODE_STARTS_WITHOUT_POSTGRES: Fault = {
  name: 'a node starts while PostgreSQL is away',
  ...startWithout(POSTGRES_RESTARTED),
};

export const NODE_STARTS_WITHOUT_VALKEY: Fault = {
  name: 'a node starts while Valkey is away',
  needs: 'one Valkey',
  ...startWithout(VALKEY_AWAY),
};

export const VALKEY_EMPTIED: Fault = {
  name: 'Valkey is emptied (FLUSHALL)',
  needs: 'a Valkey',
  begin: async (cluster) => {
    for (const process of processesOf(cluster)) {
      // A replica follows its master.
      await process
        .ask((client) => client.flushall())
        .catch((error: Error) => {
          if (!error.message.startsWith('READONLY')) throw error;
        });
    }
  },
  mend: () => {},
};

export const VALKEY_RESTARTED: Fault = {
  name: 'Valkey is killed (kill -9), and started again, empty',
  needs: 'one Valkey',
  begin: (cluster) => processesOf(cluster)[0].kill(),
  mend: (cluster) => processesOf(cluster)[0].start(),
};

export const VALKEY_FAILS_OVER: Fault = {
  name: 'a master of Valkey is killed (kill -9), and its replica takes over',
  needs: 'a Cluster',
  begin: async (cluster) => {
    cluster.killed = await clusterOf(cluster).masterOf(SOME_KEY);
    await cluster.killed.kill();
  },
  mend: async (cluster) => {
    const { killed } = cluster;
    const valkey = clusterOf(cluster);
    await until('the replica has taken over', async () => {
      const master = await valkey.masterOf(SOME_KEY).catch(() => undefined);
      return master !== undefined && master !== killed;
    });
    await killed?.start();
    cluster.killed = undefined;
  },
};

/** The file that fills the disk. */
const ballast = ({ disk }: ClusterUnderFaults): string => {
  if (disk === undefined) throw new TypeError('PostgreSQL has no disk of its own.');
  return join(disk, 'ballast');
};

export const DISK_FULL: Fault = {
  name: 'the disk of PostgreSQL is full, and has space again',
  needs: 'a disk',
  begin: (cluster) => {
    const { bavail, bsize } = statfsSync(cluster.disk!);
    execFileSync('fallocate', ['-l', String(bavail * bsize), ballast(cluster)]);
  },
  mend: async (cluster) => {
    rmSync(ballast(cluster));
    // Without space for its log it ends, and whoever runs it has to start it.
    if (cluster.postgres.hasEnded) await cluster.postgres.start();
    await until('PostgreSQL answers', () => cluster.postgres.answers());
  },
};

export const CLOCKS_APART: Fault = {
  name: 'the clocks of two nodes are two minutes ahead and behind, then right again',
  begin: async ({ nodes }) => {
    await nodes.node(0).moveClock(2 * MINUTE);
    await nodes.node(1).moveClock(-2 * MINUTE);
  },
  mend: async ({ nodes }) => {
    await nodes.node(0).moveClock(-2 * MINUTE);
    await nodes.node(1).moveClock(2 * MINUTE);
  },
};

/** All of them, in an order in which one leaves nothing to the next. */
export const FAULTS: readonly Fault[] = [
  NODE_KILLED,
  NODE_REPLACED,
  NODE_HANGS,
  NODE_STARTS_WITHOUT_POSTGRES,
  NODE_STARTS_WITHOUT_VALKEY,
  POSTGRES_RESTARTED,
  POSTGRES_KILLED,
  POSTGRES_HANGS,
  POSTGRES_AWAY,
  VALKEY_EMPTIED,
  VALKEY_FAILS_OVER,
  VALKEY_RESTARTED,
  VALKEY_HANGS,
  VALKEY_AWAY,
  {
    name: 'a node is cut off from PostgreSQL, without a word',
    needs: 'networks',
    ...cut('toPostgres', 'silence'),
  },
  {
    name: 'a node is cut off from PostgreSQL, connections refused',
    needs: 'networks',
    ...cut('toPostgres', 'refuse'),
  },
  {
    name: 'a node is cut off from Valkey, without a word',
    needs: 'one Valkey',
    ...cut('toValkey', 'silence'),
  },
  {
    name: 'a node is cut off from Valkey, connections refused',
    needs: 'one Valkey',
    ...cut('toValkey', 'refuse'),
  },
  { name: 'PostgreSQL is slow: 150 ms each way', needs: 'networks', ...slow('toPostgres', 150) },
  { name: 'Valkey is slow: 300 ms each way', needs: 'one Valkey', ...slow('toValkey', 300) },
  CLOCKS_APART,
  DISK_FULL,
];
