export { openOwedFile, owedPath } from './owed-file.ts';
export * from './ports.ts';
export { FolderInUse } from './sqlite/lock.ts';
export { openSqliteStorage } from './sqlite/storage.ts';
