import type { WrittenWrite } from './commit-record.ts';
import type { QueuedWrite } from './store-writes.ts';

/** What every write has besides what is counted: ids, times, the names of its fields. */
const BASIC = 500;

/**
 * About how much memory a write takes while it waits, in bytes or characters: what its request decides the length of.
 */
export function sizeOf({ name, input }: QueuedWrite): number {
  switch (name) {
    case 'commit': {
      let size = BASIC;
      for (const write of input.writes) size += contentOf(write);
      return size;
    }
    case 'putPart':
      return BASIC + input.bytes.byteLength;
    case 'setPersonas':
      return BASIC + (input.json?.length ?? 0);
    default:
      return BASIC;
  }
}

function contentOf(write: WrittenWrite): number {
  switch (write.kind) {
    case 'signals':
      return write.run.length + (write.snapshot?.profile.length ?? 0);
    case 'event':
      return write.event.data?.length ?? 0;
    case 'exposures':
      return write.exposures.length * BASIC;
    case 'decision':
      return write.decision.replay.length + write.decision.ranked.length;
    case 'grading':
      return write.grading.result.length;
  }
}
