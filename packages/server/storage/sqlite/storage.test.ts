import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { storageContract } from '../contract-suite/index.ts';
import type { Storage } from '../ports.ts';
import { openSqliteStorage } from './storage.ts';

for (const role of ['serve', 'command'] as const) {
  storageContract({
    name: `SQLite as ${role}`,
    async open() {
      const folder = mkdtempSync(join(tmpdir(), 'decidable-storage-'));
      let storage: Storage = await openSqliteStorage({ folder, role });
      return {
        storage,
        beside: () => openSqliteStorage({ folder, role: 'command' }),
        async reopen() {
          await storage.close();
          storage = await openSqliteStorage({ folder, role });
          return storage;
        },
        async dispose() {
          await storage.close();
          rmSync(folder, { recursive: true });
        },
      };
    },
  });
}
