/** A file that claims, repeats or hides more than it has. */
export interface LyingFile {
  /** Says what it lies about. */
  readonly name: string;
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** What the refusal says; absent where it is read. */
  readonly refused?: RegExp;
}

export const textBytes = (text: string): Uint8Array<ArrayBuffer> => new TextEncoder().encode(text);
