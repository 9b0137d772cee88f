import { execFileSync } from 'node:child_process';
import { rmSync, statfsSync } from 'node:fs';
import { join } from 'node:path';
import { until, ValkeyProcess } from '../../storage/cluster/valkey/testing/valkey-process.ts';
import type { ClusterUnderFaults } from './cluster-under-faults.ts';

/** Something that goes wrong in a cluster, and is put right again. */
export interface Fault {
  readonly name: string;
  /** What it needs of the cluster. One Valkey has networks before it, too, unless nodes reach the servers directly. */
  readonly needs?: 'one Valkey' | 'a Cluster' | 'a disk' | 'networks';
  begin(cluster: ClusterUnderFaults): Promise<void> | void;
  /** Resolves when whatever was harmed works again. */
  mend(cluster: ClusterUnderFaults): Promise<void> | void;
}

const VICTIM = 0;
const MINUTE = 60_000;

const processesOf = ({ valkey }: ClusterUnderFaults): readonly ValkeyProcess[] =>
  valkey instanceof ValkeyProcess ? [valkey] : valkey.processes;

/** Any key will do: its master is the one that is killed. */
const SOME_KEY = 'any';

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

export const VALKEY_EMPTIED: Fault = {
  name: 'Valkey is emptied (FLUSHALL)',
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
    const { valkey } = cluster;
    if (valkey instanceof ValkeyProcess) throw new TypeError('A single server has no replica.');
    cluster.killed = await valkey.masterOf(SOME_KEY);
    await cluster.killed.kill();
  },
  mend: async (cluster) => {
    const { valkey, killed } = cluster;
    if (valkey instanceof ValkeyProcess) throw new TypeError('A single server has no replica.');
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
  POSTGRES_RESTARTED,
  POSTGRES_KILLED,
  VALKEY_EMPTIED,
  VALKEY_FAILS_OVER,
  VALKEY_RESTARTED,
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
