/**
 * An error that the user can correct: an unknown file, a cell that cannot be read, a wrong option. It ends the command
 * with exit code 2; any other exception is a fault of the program and ends it with 1.
 */
export class BadInput extends Error {
  constructor(message: string, options?: { cause?: unknown }) {
    super(message, options);
    this.name = 'BadInput';
  }
}

/** 3: a grading is below what `--fail-under` or `--fail-on` asks of it. */
export const EXIT = { fine: 0, ourFault: 1, badInput: 2, below: 3 } as const;

/** The `code` of a Node.js system error (`ENOENT`, `EPIPE`, …); undefined for other errors. */
export function systemCode(error: unknown): string | undefined {
  if (!(error instanceof Error) || !('code' in error)) return undefined;
  return typeof error.code === 'string' ? error.code : undefined;
}
