import type { ClusterStorageOptions, SharedStorage } from './cluster/storage.ts';

export type { ClusterStorageOptions, SharedStorage };

/** `openClusterStorage`, loaded with its clients of PostgreSQL and Valkey only where it is used. */
export async function openClusterStorage(options: ClusterStorageOptions): Promise<SharedStorage> {
  const { openClusterStorage: open } = await import('./cluster/storage.ts');
  return open(options);
}
