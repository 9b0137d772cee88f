import type { ClusterStorageOptions } from './cluster/storage.ts';
import type { Storage } from './ports.ts';

export type { ClusterStorageOptions };

/** `openClusterStorage`, loaded with its client of PostgreSQL only where it is used. */
export async function openClusterStorage(options: ClusterStorageOptions): Promise<Storage> {
  const { openClusterStorage: open } = await import('./cluster/storage.ts');
  return open(options);
}
