import { contentSize, type WriteRecord } from './commit-record.ts';
import type { StoreWrites } from './store-writes.ts';
import type { Queued } from './writer.ts';

/** What every write takes besides its content: ids, times, object headers; bytes, set by hand. */
const BASIC = 500;

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
    case 'setPersonas':
      return BASIC + (input.json?.length ?? 0);
    case 'putProfile':
      return BASIC + input.snapshot.profile.length;
    case 'putOrders':
      return input.orders.reduce((size, [, , , , products]) => size + BASIC + products.length, BASIC);
    case 'changeOrder':
      return BASIC + (input.order?.[4].length ?? 0);
    default:
      return BASIC;
  }
}
