import type { DatabaseSync } from 'node:sqlite';
import { StoreUnavailable } from '../../ports.ts';
import { GroupWriter } from './group-commit.ts';
import type { QueuedWrite, StoreWriteName, StoreWrites, Writer } from './store-writes.ts';

/** Writes on the caller's own thread, one short transaction each: for commands that run beside a service. */
export class InlineWriter implements Writer {
  readonly #database: DatabaseSync;
  readonly #group: GroupWriter;

  constructor(database: DatabaseSync, node: string) {
    this.#database = database;
    this.#group = new GroupWriter(database, node);
  }

  async write<Name extends StoreWriteName>(
    name: Name,
    input: StoreWrites[Name]['input'],
  ): Promise<StoreWrites[Name]['output']> {
    const [result] = this.#group.run([{ name, input } as QueuedWrite]);
    this.#group.tidy();
    // A command does not stay to do it later.
    this.#group.fileOwn();
    if (result?.ok) return result.output as StoreWrites[Name]['output'];
    const message = result?.message ?? 'The writer gave no answer.';
    throw result?.unavailable ? new StoreUnavailable(new Error(message)) : new Error(message);
  }

  async close(): Promise<void> {
    this.#database.close();
  }
}
