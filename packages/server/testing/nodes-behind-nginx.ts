import { join } from 'node:path';
import { ServiceProcess } from '../durability/service-process.ts';
import { mintKey } from '../keys/mint-key.ts';
import { openClusterStorage } from '../storage/cluster/storage.ts';
import type { OrganizationId, Storage } from '../storage/ports.ts';
import { freePort } from './postgres-process.ts';
import { NginxProcess } from './proxies/nginx-process.ts';
import { SIXTY_PRODUCTS } from './service-under-test.ts';

/** How often a node is started that ends before it listens. */
const STARTS = 5;

export interface NodesOptions {
  /** Where each node has a folder of its own. */
  readonly folder: string;
  /** How many nodes there are. */
  readonly count: number;
  readonly databaseUrl: string;
  /** Nodes share PostgreSQL alone where it is absent. */
  readonly valkeyUrl?: string | undefined;
  /** Settings of a node beside those of every test. */
  readonly settings?: (node: number) => Readonly<Record<string, string>>;
}

/** Services on one PostgreSQL and one Valkey behind nginx, and a shop with a key. */
export class NodesBehindNginx {
  readonly organizationId = 'org_behindnginx000000000' as OrganizationId;
  readonly nginx: NginxProcess;
  /** Another member of the cluster, which tests use as a command does. */
  readonly storage: Storage;
  /** The key of the shop. */
  readonly key: string;
  readonly #options: NodesOptions;
  readonly #ports: readonly number[];
  readonly #nodes: ServiceProcess[] = [];

  private constructor(
    options: NodesOptions,
    storage: Storage,
    key: string,
    nginx: NginxProcess,
    ports: readonly number[],
  ) {
    this.#options = options;
    this.storage = storage;
    this.key = key;
    this.nginx = nginx;
    this.#ports = ports;
  }

  static async start(options: NodesOptions): Promise<NodesBehindNginx> {
    const { databaseUrl, valkeyUrl, count } = options;
    const storage = await openClusterStorage({
      databaseUrl,
      ...(valkeyUrl !== undefined && { valkey: { url: valkeyUrl } }),
    });
    const ports: number[] = [];
    while (ports.length < count) ports.push(await freePort());
    const nginx = await NginxProcess.before(ports.map((port) => `127.0.0.1:${port}`));
    const minted = mintKey();
    const nodes = new NodesBehindNginx(options, storage, minted.value, nginx, ports);
    try {
      await addShop(storage, nodes.organizationId, minted);
      await Promise.all(ports.map((_, node) => nodes.startNode(node)));
      return nodes;
    } catch (error) {
      await nodes.close();
      throw error;
    }
  }

  /** The addresses of the nodes, in their order. */
  get addresses(): readonly string[] {
    return this.#nodes.map(({ address }) => address);
  }

  node(n: number): ServiceProcess {
    return this.#nodes[n];
  }

  /** Starts a node, again and again where it ends, as its supervisor does. */
  async startNode(n: number): Promise<void> {
    for (let attempt = 1; ; attempt++) {
      try {
        this.#nodes[n] = await this.#started(n);
        return;
      } catch (error) {
        if (attempt === STARTS) throw error;
      }
    }
  }

  #started(n: number): Promise<ServiceProcess> {
    const { folder, databaseUrl, valkeyUrl, settings } = this.#options;
    return ServiceProcess.start(join(folder, `node-${n + 1}`), [], {
      STORAGE: 'cluster',
      DATABASE_URL: databaseUrl,
      ...(valkeyUrl !== undefined && { VALKEY_URL: valkeyUrl }),
      DECIDABLE_NODE: `node-${n + 1}`,
      TRUSTED_PROXIES: '127.0.0.1',
      PORT: String(this.#ports[n]),
      ...settings?.(n),
    });
  }

  async close(): Promise<void> {
    await this.nginx.close();
    await ServiceProcess.endAll();
    await this.storage.close();
  }
}

/** A shop with a catalogue of sixty products. */
export async function addShop(
  storage: Storage,
  organizationId: OrganizationId,
  { value: _, ...key }: ReturnType<typeof mintKey>,
): Promise<void> {
  await storage.organizations.create({ id: organizationId, name: 'Shop', createdAt: 0 });
  await storage.keys.create({ ...key, organizationId, origins: [], createdAt: 0 });
  const csv = Buffer.from(SIXTY_PRODUCTS);
  await storage.catalogues.put({ organizationId, version: 'v1', products: 60, importedAt: 0, csv });
}
