import type { ClusterStorageOptions, SharedStorage } from './cluster/storage.ts';

export type { ExaminedDatabase, ExaminedValkey } from './cluster/examine.ts';
export type { MovedOrganization, MoveOptions, MovePlan, MoveReport } from './move/move-store.ts';
export type { ClusterStorageOptions, SharedStorage };

/*
 * What is loaded with its clients of PostgreSQL and Valkey only where it is used.
 */

export async function openClusterStorage(options: ClusterStorageOptions): Promise<SharedStorage> {
  const { openClusterStorage: open } = await import('./cluster/storage.ts');
  return open(options);
}

/** The modules that examine the servers of a cluster. */
export const clusterExamination = () => import('./cluster/examine.ts');

/** The modules that move an embedded store into a cluster. */
export const clusterMove = () => import('./move/move-store.ts');
