import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import pg from 'pg';
import { type TestDatabase, testDatabase, withoutPostgres } from '../../../testing/postgres.ts';
import { StoreUnavailable } from '../../ports.ts';
import { PipelinedConnection, statement } from './pipelined-connection.ts';

const [BEGIN, COMMIT] = [statement('BEGIN'), statement('COMMIT')];
const INSERT = statement('INSERT INTO numbers VALUES ($1)');
const PID = statement('SELECT pg_backend_pid() AS pid');

describe('a connection on which statements do not wait', { skip: withoutPostgres() }, () => {
  let test: TestDatabase;
  let other: pg.Client;
  let connection: PipelinedConnection;
  before(async () => {
    test = await testDatabase();
    other = new pg.Client(test.url);
    await other.connect();
    await other.query('CREATE TABLE numbers (number INTEGER)');
    connection = new PipelinedConnection({ connectionString: test.url });
  });
  after(async () => {
    await connection.close();
    await other.end();
    await test.drop();
  });

  const numbers = async () =>
    (await other.query<{ number: number }>('SELECT number FROM numbers ORDER BY number')).rows.map(
      ({ number }) => number,
    );

  it('goes on with a transaction', async () => {
    await connection.pipeline([
      [BEGIN, []],
      [INSERT, [1]],
    ]);
    assert.deepEqual(await numbers(), []);
    await connection.continue([
      [INSERT, [2]],
      [COMMIT, []],
    ]);
    assert.deepEqual(await numbers(), [1, 2]);
  });

  it('does not go on with one on another connection, where each statement would count by itself', async () => {
    const before = await numbers();
    const [, [row]] = await connection.pipeline([
      [BEGIN, []],
      [PID, []],
    ]);
    const { pid } = row as { pid: number };
    await other.query('SELECT pg_terminate_backend($1)', [pid]);
    // A statement behind the end of the connection is sent on a new one.
    let isAnother = false;
    while (!isAnother) {
      const [now] = await connection.query<{ pid: number }>(PID, []).catch(() => []);
      isAnother = now !== undefined && now.pid !== pid;
    }
    const lost = connection.continue([
      [INSERT, [3]],
      [INSERT, [4]],
      [COMMIT, []],
    ]);
    await assert.rejects(lost, StoreUnavailable);
    assert.deepEqual(await numbers(), before);
  });
});
