import { describe } from 'node:test';
import pg from 'pg';
import { testDatabase, withoutPostgres } from '../../testing/postgres.ts';
import { type StorageAdapter, storageContract } from '../contract-suite/index.ts';
import { SHARED_TABLES, TENANT_TABLES } from './connection/schema.ts';
import { openClusterStorage } from './storage.ts';
import { withoutServer } from './valkey/testing/redis-binaries.ts';
import { ValkeyProcess } from './valkey/testing/valkey-process.ts';

const skip = withoutPostgres();

const adapter = (name: string, withValkey: boolean): StorageAdapter => ({
  name,
  async open() {
    const database = await testDatabase();
    const server = withValkey ? await ValkeyProcess.start() : undefined;
    const valkey = server && { url: server.url };
    const open = () => openClusterStorage({ databaseUrl: database.url, patience: 500, valkey });
    let storage = await open();
    return {
      storage,
      beside: open,
      async reopen() {
        await storage.close();
        storage = await open();
        return storage;
      },
      async fail() {
        const other = new pg.Client(database.url);
        await other.connect();
        await other.query(
          `BEGIN; LOCK TABLE ${[...SHARED_TABLES, ...TENANT_TABLES].join(', ')} IN EXCLUSIVE MODE`,
        );
        return () => other.end();
      },
      // Each look at the keys asks the store.
      async arrival() {},
      async dispose() {
        await storage.close();
        await server?.dispose();
        await database.drop();
      },
    };
  },
});

describe('PostgreSQL', { skip }, () => {
  if (skip) return;
  storageContract(adapter('PostgreSQL', false));
});

describe('PostgreSQL with Valkey', { skip: skip || withoutServer }, () => {
  if (skip || withoutServer) return;
  storageContract(adapter('PostgreSQL with Valkey', true), 'held');
});
