/**
 * Declares writes: by name, the value that goes to the writer and the value that comes back. Each repository declares
 * those that it offers.
 */
type Declared<W> = { readonly [Name in keyof W]: { readonly input: unknown; readonly output: unknown } };

/** The functions that carry writes out, inside a transaction that the caller opens and commits. */
export type Handlers<W extends Declared<W>> = {
  readonly [Name in keyof W]: (input: W[Name]['input']) => W[Name]['output'];
};

/** Takes writes and answers each once it is durable. */
export interface Writer<W extends Declared<W>> {
  /**
   * @throws StoreUnavailable where the store failed; an Error with the message of the handler where the write is at
   * fault
   */
  write<Name extends keyof W>(name: Name, input: W[Name]['input']): Promise<W[Name]['output']>;
}

/** A writer that lives as long as its store. */
export interface OwnedWriter<W extends Declared<W>> extends Writer<W> {
  /** Finishes what was accepted, and accepts nothing more. */
  close(): Promise<void>;
}

/** A write that waits for its group. */
export type Queued<W extends Declared<W>> = {
  readonly [Name in keyof W]: { readonly name: Name; readonly input: W[Name]['input'] };
}[keyof W];

/** The result of one write of a group; `code` is the extended result code of SQLite where the store failed. */
export type WriteResult =
  | { readonly ok: true; readonly output: unknown }
  | {
      readonly ok: false;
      readonly unavailable: boolean;
      readonly code?: number | undefined;
      readonly message: string;
    };
