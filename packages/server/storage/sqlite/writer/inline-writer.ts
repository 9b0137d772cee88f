import type { DatabaseSync } from 'node:sqlite';
import { StoreUnavailable } from '../../ports.ts';
import { GroupCommit } from './group-commit.ts';
import type { StoreWrites } from './store-writes.ts';
import type { OwnedWriter, Queued } from './writer.ts';

/** Writes on the caller's own thread, one short transaction each: for commands that run beside a service. */
export class InlineWriter implements OwnedWriter<StoreWrites> {
  readonly #database: DatabaseSync;
  readonly #group: GroupCommit;

  constructor(database: DatabaseSync, node: string) {
    this.#database = database;
    this.#group = new GroupCommit(database, node);
  }

  async write<Name extends keyof StoreWrites>(
    name: Name,
    input: StoreWrites[Name]['input'],
  ): Promise<StoreWrites[Name]['output']> {
    const [result] = this.#group.run([{ name, input } as Queued<StoreWrites>]);
    this.#group.maintain();
    // A command ends soon, so it leaves nothing to be compacted later.
    this.#group.compactOwn();
    if (result?.ok) return result.output as StoreWrites[Name]['output'];
    const message = result?.message ?? 'The writer gave no answer.';
    throw result?.unavailable ? new StoreUnavailable(new Error(message)) : new Error(message);
  }

  async close(): Promise<void> {
    this.#database.close();
  }
}
