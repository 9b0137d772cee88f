import type { DatabaseSync } from 'node:sqlite';
import { StoreUnavailable } from '../../ports.ts';
import type { StoreMark } from '../damage/marker-file.ts';
import { GroupCommit } from './group-commit.ts';
import type { StoreWrites } from './store-writes.ts';
import { receivedFailure } from './thread-messages.ts';
import type { OwnedWriter, Queued } from './writer.ts';

/** Writes on the caller's own thread, one short transaction each: for commands that run beside a service. */
export class InlineWriter implements OwnedWriter<StoreWrites> {
  readonly #database: DatabaseSync;
  readonly #group: GroupCommit;
  readonly #onMark: (mark: StoreMark) => void;
  /** Whether anything was written since the last mark. */
  #unmarked = false;

  /** @param onMark told of each mark, when it is durable */
  constructor(database: DatabaseSync, node: string, onMark: (mark: StoreMark) => void = () => {}) {
    this.#database = database;
    this.#group = new GroupCommit(database, node);
    // A service may erase an organization meanwhile; it looks only after what it writes itself.
    this.#group.watchOrganizations();
    this.#onMark = onMark;
  }

  async write<Name extends keyof StoreWrites>(
    name: Name,
    input: StoreWrites[Name]['input'],
  ): Promise<StoreWrites[Name]['output']> {
    const [result] = this.#group.run([{ name, input } as Queued<StoreWrites>]);
    this.#group.maintain();
    // A command ends soon, so it leaves nothing to be compacted later.
    this.#group.compactOwn();
    this.#unmarked = true;
    this.#keepMark();
    if (result?.ok) return result.output as StoreWrites[Name]['output'];
    const message = result?.message ?? 'The writer gave no answer.';
    const cause =
      result?.code === undefined ? new Error(message) : receivedFailure({ errcode: result.code, message });
    throw result?.unavailable ? new StoreUnavailable(cause) : cause;
  }

  #keepMark(): void {
    const mark = this.#group.takeMark();
    if (mark === undefined) return;
    this.#unmarked = false;
    this.#onMark(mark);
  }

  async close(): Promise<void> {
    try {
      if (this.#unmarked) this.#group.mark();
      this.#keepMark();
    } finally {
      this.#database.close();
    }
  }
}
