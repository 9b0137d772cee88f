import { until, ValkeyProcess } from './valkey-process.ts';

const SLOTS = 16_384;
const MASTERS = 3;
/** How soon a master that is gone is replaced, in ms. */
const NODE_TIMEOUT = 1_000;

/** A Cluster of three masters with a replica each: six processes. */
export class ValkeyCluster {
  readonly processes: readonly ValkeyProcess[];

  private constructor(processes: readonly ValkeyProcess[]) {
    this.processes = processes;
  }

  static async start(): Promise<ValkeyCluster> {
    const processes: ValkeyProcess[] = [];
    // One after the other, so that none takes the port that another has just found.
    for (let n = 0; n < 2 * MASTERS; n++) {
      processes.push(
        await ValkeyProcess.start(
          '--cluster-enabled',
          'yes',
          '--cluster-node-timeout',
          `${NODE_TIMEOUT}`,
          '--repl-diskless-sync-delay',
          '0',
        ),
      );
    }
    const cluster = new ValkeyCluster(processes);
    await cluster.#join();
    return cluster;
  }

  get url(): string {
    return `valkey://${this.processes.map(({ port }) => `127.0.0.1:${port}`).join(',')}`;
  }

  /** The process that is the master of a key. */
  async masterOf(key: string): Promise<ValkeyProcess> {
    for (const process of this.processes) {
      const owner = await process
        .ask(async (client) => {
          const slot = Number(await client.cluster('KEYSLOT', key));
          const slots = (await client.call('CLUSTER', 'SLOTS')) as [number, number, [string, number]][];
          return slots.find(([from, to]) => from <= slot && slot <= to)?.[2][1];
        })
        // A process that was killed does not know.
        .catch(() => undefined);
      const master = this.processes.find(({ port }) => port === owner);
      if (master !== undefined) return master;
    }
    throw new Error('No process knows the master.');
  }

  async dispose(): Promise<void> {
    await Promise.all(this.processes.map((process) => process.dispose()));
  }

  async #join(): Promise<void> {
    const [first, ...others] = this.processes;
    for (const [index, process] of this.processes.slice(0, MASTERS).entries()) {
      const [from, to] = [index, index + 1].map((n) => Math.floor((n * SLOTS) / MASTERS));
      await process.ask((client) => client.call('CLUSTER', 'ADDSLOTSRANGE', from, to - 1));
    }
    for (const [index, process] of this.processes.entries()) {
      await process.ask((client) => client.call('CLUSTER', 'SET-CONFIG-EPOCH', index + 1));
    }
    for (const { port } of others) {
      await first.ask((client) => client.cluster('MEET', '127.0.0.1', port));
    }
    const lines = async (process: ValkeyProcess) =>
      ((await process.ask((client) => client.call('CLUSTER', 'NODES'))) as string).trim().split('\n');
    await until('all know each other', async () => {
      for (const process of this.processes) {
        const known = await lines(process);
        if (known.length < 2 * MASTERS || known.some((line) => line.includes('handshake'))) return false;
      }
      return true;
    });
    for (const [index, process] of this.processes.slice(MASTERS).entries()) {
      const id = (await this.processes[index].ask((client) => client.call('CLUSTER', 'MYID'))) as string;
      await process.ask((client) => client.call('CLUSTER', 'REPLICATE', id));
    }
    await until('the Cluster is whole', async () => {
      for (const process of this.processes) {
        const [info, replication] = await process.ask(async (client) => [
          (await client.call('CLUSTER', 'INFO')) as string,
          await client.info('replication'),
        ]);
        const isReplica = replication.includes('role:slave');
        if (!info.includes('cluster_state:ok')) return false;
        if (isReplica !== this.processes.indexOf(process) >= MASTERS) return false;
        if (isReplica && !replication.includes('master_link_status:up')) return false;
      }
      return true;
    });
  }
}
