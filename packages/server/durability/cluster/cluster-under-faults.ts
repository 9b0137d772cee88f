import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { TcpProxy } from '../../storage/cluster/valkey/testing/tcp-proxy.ts';
import { ValkeyCluster } from '../../storage/cluster/valkey/testing/valkey-cluster.ts';
import { ValkeyProcess } from '../../storage/cluster/valkey/testing/valkey-process.ts';
import { NodesBehindNginx } from '../../testing/nodes-behind-nginx.ts';
import { PostgresProcess } from '../../testing/postgres-process.ts';

export interface FaultyOptions {
  readonly nodes: number;
  /** One server, which each node reaches through a network of its own, a Cluster of six, which nodes reach directly, or none. */
  readonly valkey: 'single' | 'cluster' | 'none';
  /** Settings of PostgreSQL beside those of every test. */
  readonly postgres?: Readonly<Record<string, string>>;
  /** Bytes of a disk of its own for PostgreSQL, in memory; needs the right to mount it. */
  readonly disk?: number;
  /** Whether nodes reach the servers directly, with no network between them that can be harmed. */
  readonly direct?: boolean;
  /** Settings of every node. */
  readonly settings?: Readonly<Record<string, string>>;
}

/** Nodes behind nginx whose servers, networks, disk and clocks can be harmed. */
export class ClusterUnderFaults {
  readonly nodes: NodesBehindNginx;
  readonly postgres: PostgresProcess;
  readonly valkey: ValkeyProcess | ValkeyCluster | undefined;
  /** The networks between each node and PostgreSQL, and Valkey where it is a single server. */
  readonly toPostgres: readonly TcpProxy[];
  readonly toValkey: readonly TcpProxy[];
  /** Where the disk of PostgreSQL is mounted, if it has one. */
  readonly disk: string | undefined;
  /** The master of Valkey that a fault has killed and not yet started again. */
  killed: ValkeyProcess | undefined;
  /** A node that a fault has started and that waits for its store; it settles by itself. */
  starting: Promise<PromiseSettledResult<void>> | undefined;
  readonly #open: AsyncDisposableStack;

  private constructor(
    parts: Pick<ClusterUnderFaults, 'nodes' | 'postgres' | 'valkey' | 'toPostgres' | 'toValkey' | 'disk'>,
    open: AsyncDisposableStack,
  ) {
    this.nodes = parts.nodes;
    this.postgres = parts.postgres;
    this.valkey = parts.valkey;
    this.toPostgres = parts.toPostgres;
    this.toValkey = parts.toValkey;
    this.disk = parts.disk;
    this.#open = open;
  }

  static async start(options: FaultyOptions): Promise<ClusterUnderFaults> {
    const open = new AsyncDisposableStack();
    try {
      const folder = mkdtempSync(join(tmpdir(), 'decidable-faults-'));
      open.defer(() => rmSync(folder, { recursive: true, force: true }));
      const home = join(folder, 'postgres');
      mkdirSync(home);
      // PostgreSQL has a user of its own.
      execFileSync('chmod', ['755', folder]);
      const disk = options.disk === undefined ? undefined : join(home, 'data');
      if (disk !== undefined) {
        mkdirSync(disk);
        execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${options.disk},mode=0700`, 'tmpfs', disk]);
        open.defer(() => void execFileSync('umount', ['-l', disk]));
      }
      const postgres = await PostgresProcess.start(home, { settings: options.postgres ?? {} });
      open.defer(() => postgres.kill());
      await postgres.run('CREATE DATABASE decidable');
      const valkey = await valkeyOf(options.valkey);
      open.defer(async () => valkey?.dispose());
      const networks = async (port: number): Promise<readonly TcpProxy[]> => {
        if (options.direct === true) return [];
        const each = await Promise.all(Array.from({ length: options.nodes }, () => TcpProxy.to(port)));
        for (const network of each) open.defer(() => network.close());
        return each;
      };
      const toPostgres = await networks(postgres.port);
      const toValkey = valkey instanceof ValkeyProcess ? await networks(valkey.port) : [];
      const nodes = await NodesBehindNginx.start({
        folder,
        count: options.nodes,
        databaseUrl: `${postgres.address}/decidable`,
        valkeyUrl: valkey?.url,
        settings: (node) => ({
          ...(toPostgres[node] !== undefined && {
            DATABASE_URL: `postgresql://tests@127.0.0.1:${toPostgres[node].port}/decidable`,
          }),
          ...(toValkey[node] !== undefined && { VALKEY_URL: toValkey[node].url }),
          RATE_LIMIT_GRADING: '1000:100000',
          RATE_LIMIT_UNKEYED: '100000:100000',
          ...options.settings,
        }),
      });
      open.defer(() => nodes.close());
      return new ClusterUnderFaults({ nodes, postgres, valkey, toPostgres, toValkey, disk }, open);
    } catch (error) {
      await open.disposeAsync();
      throw error;
    }
  }

  close(): Promise<void> {
    return this.#open.disposeAsync();
  }
}

async function valkeyOf(kind: FaultyOptions['valkey']): Promise<ValkeyProcess | ValkeyCluster | undefined> {
  if (kind === 'none') return undefined;
  return kind === 'single' ? ValkeyProcess.start() : ValkeyCluster.start();
}
