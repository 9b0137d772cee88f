/**
 * Something that the person at the keyboard can put right: an unknown file, a cell that cannot be read, a wrong option.
 * Ends the command with exit code 2; anything else that is thrown is our fault and ends it with 1.
 */
export class BadInput extends Error {
  constructor(message: string, options?: { cause?: unknown }) {
    super(message, options);
    this.name = 'BadInput';
  }
}

export const EXIT = { fine: 0, ourFault: 1, badInput: 2 } as const;

/** `code` of a Node.js system error (`ENOENT`, `EPIPE`, …), if it is one. */
export function systemCode(error: unknown): string | undefined {
  if (!(error instanceof Error) || !('code' in error)) return undefined;
  return typeof error.code === 'string' ? error.code : undefined;
}
