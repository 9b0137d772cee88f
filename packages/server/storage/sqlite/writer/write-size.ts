import { contentSize, type WriteRecord } from './commit-record.ts';
import type { StoreWrites } from './store-writes.ts';
import type { Queued } from './writer.ts';

/** What every write takes besides its content: ids, times, object headers; bytes, set by hand. */
const BASIC = 500;

/** A value among others, and the header of an object or list; bytes, set by hand. */
const OF_VALUE = 16;

/** Characters and bytes of values, however they are nested. */
function contentOf(value: unknown): number {
  if (typeof value === 'string') return OF_VALUE + value.length;
  if (value instanceof Uint8Array) return OF_VALUE + value.byteLength;
  if (typeof value !== 'object' || value === null) return OF_VALUE;
  return Object.values(value).reduce((size, each) => size + contentOf(each), OF_VALUE);
}

/** About how much memory a write takes while it waits, in bytes or characters. */
export function sizeOf({ name, input }: Queued<StoreWrites>): number {
  switch (name) {
    case 'commit': {
      let size = BASIC;
      for (let n = 4; n < input.length; n++) size += contentSize(input[n] as WriteRecord, BASIC);
      return size;
    }
    case 'putPart':
    case 'putArtefactPart':
      return BASIC + input.bytes.byteLength;
    case 'operate':
      return BASIC + contentOf(input.args);
    case 'putProfile':
      return BASIC + input.snapshot.profile.length;
    default:
      return BASIC;
  }
}
