import { refuseEndlessLine, rowLengthOf } from '@decidable/engine/catalogue';
import { sniff } from './forms/form.ts';
import { EXPORT_LIMITS, type ExportLimits, fileTooLarge } from './limits.ts';

/** Bytes behind which a file is looked at for the first time; the next looks come whenever they have doubled. */
const FIRST_LOOK = 1 << 20;

/**
 * Collects the bytes of a file while they arrive, and stops at what no export can be: more bytes than the limit, or a line
 * of a CSV file that no row can have. So a file that lies is refused before it is in memory.
 *
 * @param stated the bytes that are said to come, if anything says so; a wrong number costs a copy
 * @throws CatalogueError `too_large`
 */
export async function arrivingExport(
  chunks: AsyncIterable<Uint8Array>,
  stated = 0,
  limits: ExportLimits = EXPORT_LIMITS,
): Promise<Uint8Array<ArrayBuffer>> {
  if (stated > limits.bytes) throw fileTooLarge(limits);
  let bytes = new Uint8Array(stated || FIRST_LOOK);
  let length = 0;
  let look = FIRST_LOOK;
  for await (const chunk of chunks) {
    const end = length + chunk.length;
    if (end > limits.bytes) throw fileTooLarge(limits);
    if (end > bytes.length) bytes = copied(bytes, length, Math.max(end, Math.min(2 * length, limits.bytes)));
    bytes.set(chunk, length);
    length = end;
    if (length < look) continue;
    look = 2 * length;
    const arrived = bytes.subarray(0, length);
    if (sniff(arrived) === 'csv') refuseEndlessLine(arrived, rowLengthOf(limits));
  }
  return length === bytes.length ? bytes : copied(bytes, length, length);
}

function copied(bytes: Uint8Array, length: number, size: number): Uint8Array<ArrayBuffer> {
  const copy = new Uint8Array(size);
  copy.set(bytes.subarray(0, length));
  return copy;
}
