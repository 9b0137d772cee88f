import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { it } from 'node:test';
import type { OrganizationId } from '../../ports.ts';
import { openForReading, openForWriting } from '../connection/database.ts';
import { Reader } from '../connection/reader.ts';
import { migrate } from '../connection/schema.ts';
import { GroupCommit } from '../writer/group-commit.ts';
import type { Handlers, Queued, Writer } from '../writer/writer.ts';

/*
 * A made-up operation, as docs/extending.md says how to add one: the port names it, and the repository declares its
 * write, offers it and carries it out. Nothing else knows of it.
 */

interface Renames {
  rename(id: OrganizationId, name: string): Promise<boolean>;
  nameOf(id: OrganizationId): string | undefined;
}

interface RenameWrites {
  renameOrganization: { input: { readonly id: OrganizationId; readonly name: string }; output: boolean };
}

class SqliteRenames implements Renames {
  readonly #reader: Reader;
  readonly #writer: Writer<RenameWrites>;

  constructor(reader: Reader, writer: Writer<RenameWrites>) {
    this.#reader = reader;
    this.#writer = writer;
  }

  rename(id: OrganizationId, name: string): Promise<boolean> {
    return this.#writer.write('renameOrganization', { id, name });
  }

  nameOf(id: OrganizationId): string | undefined {
    return this.#reader.get<{ name: string }>('SELECT name FROM organizations WHERE organization_id = ?', id)
      ?.name;
  }
}

function renameWrites(database: DatabaseSync): Handlers<RenameWrites> {
  const update = database.prepare('UPDATE organizations SET name = ? WHERE organization_id = ?');
  return { renameOrganization: ({ id, name }) => update.run(name, id).changes === 1 };
}

it('an added operation is written in the groups of the others, and read back', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'decidable-added-'));
  const database = openForWriting(folder);
  migrate(database);
  const reader = new Reader(openForReading(folder));
  try {
    const group = new GroupCommit(database, 'local', undefined, undefined, renameWrites(database));
    const id = 'org_a' as OrganizationId;
    const writer: Writer<RenameWrites> = {
      async write(name, input) {
        const create = { name: 'createOrganization', input: { id, name: 'A', createdAt: 0 } } as const;
        const [created, result] = group.run([create, { name, input } as unknown as Queued<never>]);
        assert.ok(created?.ok && result?.ok);
        return result.output as boolean;
      },
    };
    const renames = new SqliteRenames(reader, writer);
    assert.equal(await renames.rename(id, 'B'), true);
    assert.equal(renames.nameOf(id), 'B');
  } finally {
    reader.close();
    database.close();
    rmSync(folder, { recursive: true });
  }
});
