export { openPendingUsageFile, pendingUsagePath } from './pending-usage-file.ts';
export * from './ports.ts';
export { FolderInUse } from './sqlite/connection/folder-lock.ts';
export { openSqliteStorage } from './sqlite/storage.ts';
export { type Leased, whileLeased } from './while-leased.ts';
