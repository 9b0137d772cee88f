// The server's tests and those of the commands share one PostgreSQL.
export { type TestDatabase, testDatabase, withoutPostgres } from '../../server/testing/postgres.ts';
// And each may have one of its own, to stop and start.
export { freePort, PostgresProcess } from '../../server/testing/postgres-process.ts';
