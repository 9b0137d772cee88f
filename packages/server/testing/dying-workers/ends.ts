/** Ends the thread or process where the bytes say so: at once, or by using up its heap. */
export function endsAsTold(bytes: Uint8Array): void {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1');
  if (/\bend this (?:thread|process)/.test(text)) process.exit(1);
  if (!/exhaust this (?:thread|process)/.test(text)) return;
  const kept: number[][] = [];
  for (;;) kept.push(Array.from({ length: 10_000 }, (_, n) => n / 3));
}
