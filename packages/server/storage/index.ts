export type { ValkeyObserver } from './cluster/valkey/connection/valkey-observer.ts';
export {
  type ClusterStorageOptions,
  clusterExamination,
  clusterMove,
  type ExaminedDatabase,
  type ExaminedValkey,
  type MovedOrganization,
  type MoveOptions,
  type MovePlan,
  type MoveReport,
  openClusterStorage,
  type SharedStorage,
} from './lazy-cluster.ts';
export { openPendingUsageFile, pendingUsagePath } from './pending-usage-file.ts';
export * from './ports.ts';
export { FolderInUse, folderHolder, takeFolder } from './sqlite/connection/folder-lock.ts';
export { requireSqlite } from './sqlite/connection/required-sqlite.ts';
export { type BackupOptions, backupStore } from './sqlite/copies/backup.ts';
export { type Restored, type RestoreOptions, restoreStore } from './sqlite/copies/restore.ts';
export { examineStore, latestTime, overdue, storeSize } from './sqlite/doctor-queries.ts';
export { openSqliteStorage } from './sqlite/storage.ts';
export { timeOrderedId } from './time-ordered-id.ts';
export { type Leased, THIS_PROCESS, whileLeased } from './while-leased.ts';
