export { openPendingUsageFile, pendingUsagePath } from './pending-usage-file.ts';
export * from './ports.ts';
export { FolderInUse, folderHolder } from './sqlite/connection/folder-lock.ts';
export { requireSqlite } from './sqlite/connection/required-sqlite.ts';
export { type BackupOptions, backupStore } from './sqlite/copies/backup.ts';
export { type Restored, type RestoreOptions, restoreStore } from './sqlite/copies/restore.ts';
export { examineStore, latestTime, overdue, storeSize } from './sqlite/doctor-queries.ts';
export { openSqliteStorage } from './sqlite/storage.ts';
export { type Leased, whileLeased } from './while-leased.ts';
