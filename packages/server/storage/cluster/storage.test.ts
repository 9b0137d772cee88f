import { describe } from 'node:test';
import pg from 'pg';
import { testDatabase, withoutPostgres } from '../../testing/postgres.ts';
import { storageContract } from '../contract-suite/index.ts';
import { SHARED_TABLES, TENANT_TABLES } from './connection/schema.ts';
import { openClusterStorage } from './storage.ts';

const skip = withoutPostgres();

describe('PostgreSQL', { skip }, () => {
  if (skip) return;
  storageContract({
    name: 'PostgreSQL',
    async open() {
      const database = await testDatabase();
      const open = () => openClusterStorage({ databaseUrl: database.url, patience: 500 });
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
          await database.drop();
        },
      };
    },
  });
});
