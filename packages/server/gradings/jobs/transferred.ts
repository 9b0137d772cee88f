/**
 * The buffers of all bytes in a job or its answer. They are transferred to the other thread: a structured clone would
 * copy megabytes in one turn of the event loop. Bytes within a larger buffer are left out, as the rest belongs to others.
 */
export function buffersIn(message: object): ArrayBuffer[] {
  const found = new Set<ArrayBuffer>();
  collect(message, found);
  return [...found];
}

function collect(value: unknown, found: Set<ArrayBuffer>): void {
  if (typeof value !== 'object' || value === null) return;
  if (ArrayBuffer.isView(value)) {
    const { buffer, byteLength } = value;
    if (buffer instanceof ArrayBuffer && byteLength === buffer.byteLength && byteLength > 0)
      found.add(buffer);
    return;
  }
  // A list of names or numbers is long, and has none.
  if (Array.isArray(value) && typeof value[0] !== 'object') return;
  for (const part of Object.values(value)) collect(part, found);
}
