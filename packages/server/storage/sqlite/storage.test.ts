import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { storageContract } from '../contract-suite/index.ts';
import type { Storage } from '../ports.ts';
import { databasePath } from './connection/database.ts';
import { openSqliteStorage } from './storage.ts';

/** Runs the contract over a data folder that `open` opens. */
function contractOf(name: string, open: (folder: string) => Promise<Storage>): void {
  storageContract({
    name,
    async open() {
      const folder = mkdtempSync(join(tmpdir(), 'decidable-storage-'));
      let storage = await open(folder);
      return {
        storage,
        beside: () => openSqliteStorage({ folder, role: 'command' }),
        async reopen() {
          await storage.close();
          storage = await open(folder);
          return storage;
        },
        async fail() {
          const other = new DatabaseSync(databasePath(folder));
          other.exec('BEGIN IMMEDIATE');
          return async () => {
            other.exec('ROLLBACK');
            other.close();
          };
        },
        // A request comes over the wire, so it finds a turn of the event loop that began after it was sent.
        arrival: () => nextTurn(),
        async dispose() {
          await storage.close();
          rmSync(folder, { recursive: true });
        },
      };
    },
  });
}

for (const role of ['serve', 'command'] as const) {
  contractOf(`SQLite as ${role}`, (folder) => openSqliteStorage({ folder, role, writer: { patience: 500 } }));
}

contractOf('SQLite with commits of a service and a command in turn', async (folder) => {
  const writer = { patience: 500 };
  const service = await openSqliteStorage({ folder, role: 'serve', writer });
  const command = await openSqliteStorage({ folder, role: 'command', writer });
  let commits = 0;
  return {
    ...service,
    ping: () => service.ping(),
    commit: (commit) => (commits++ % 2 === 0 ? service : command).commit(commit),
    close: async () => {
      await command.close();
      await service.close();
    },
  };
});
