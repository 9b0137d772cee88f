export { type ErasedSession, eraseSession } from './erase-session.ts';
export { type ExportedSession, exportSession } from './export-session.ts';
