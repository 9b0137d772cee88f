// The server's tests and those of the commands share one PostgreSQL.
export { type TestDatabase, testDatabase, withoutPostgres } from '../../server/testing/postgres.ts';
