import { totalmem } from 'node:os';

const MiB = 1024 * 1024;

/** What the parts of the service may take; heaps of threads in MB. */
export interface MemoryPlan {
  /** Bytes of bodies under way. */
  readonly bodies: number;
  /** Heap of a thread that grades, that reads large bodies, and that reads catalogues and trains. */
  readonly grading: number;
  readonly reading: number;
  readonly building: number;
  /** Heap of a process that works on exports, and how many there are at most. */
  readonly exports: number;
  readonly exportProcesses: number;
}

/** Where memory is not limited. Each set by hand, see the parts that use them. */
export const UNLIMITED: MemoryPlan = {
  bodies: 64 * MiB,
  grading: 1_024,
  reading: 512,
  building: 4_096,
  exports: 4_096,
  exportProcesses: 3,
};

/**
 * The least with which the largest requests are answered: two bodies of 12 MiB, a grading of 2 MB, a body of 2 MiB that
 * is all empty lists (some 50 MB), a catalogue of 20,000 products. Set by hand.
 */
const LEAST = { bodies: 24 * MiB, grading: 192, reading: 96, building: 256, exports: 128 };

/**
 * What a process that works on exports takes beside its heap: bytes and unpacked texts, as a share of the heap, and
 * Node.js itself; megabytes. Set by hand.
 */
const BESIDE_THE_HEAP = { share: 0.5, megabytes: 64 };
/** The share of the container that all of them may take together. Set by hand. */
const EXPORTS_SHARE = 3 / 8;
/** A process more is started where each still has a heap of this many megabytes. Set by hand. */
const ROOMY = 384;

/**
 * Bytes that the container may use; undefined where it is not limited. See cgroups, version 1 and 2. The launcher
 * (`cli/bin/container-memory.js`) has the same in plain JavaScript: it runs before there is a Node.js that strips types.
 */
export function containerMemory(
  constrained = process.constrainedMemory(),
  total = totalmem(),
): number | undefined {
  return constrained <= 0 || constrained >= total ? undefined : constrained;
}

/**
 * Shares of the container's memory, so that a thread that needs too much fails alone instead of ending the process: a
 * sixteenth for bodies, an eighth for a thread that grades, a sixteenth for one that reads bodies, a quarter for one that
 * reads catalogues. Together they exceed what the main heap leaves free only if all reach their limits at once. Processes that work
 * on exports take three eighths between them: as many as leave each a roomy heap, one at least.
 *
 * @param limit bytes; without one, the usual sizes
 */
export function memoryPlan(limit: number | undefined): MemoryPlan {
  if (limit === undefined) return UNLIMITED;
  const share = (part: number, name: Exclude<keyof typeof LEAST, 'exports'>, unit: number) =>
    Math.min(UNLIMITED[name], Math.max(LEAST[name], Math.floor(limit / unit / part)));
  return {
    bodies: share(16, 'bodies', 1),
    grading: share(8, 'grading', MiB),
    reading: share(16, 'reading', MiB),
    building: share(4, 'building', MiB),
    ...exportsPlan(limit / MiB),
  };
}

function exportsPlan(megabytes: number): Pick<MemoryPlan, 'exports' | 'exportProcesses'> {
  const heapOf = (processes: number) =>
    Math.floor(
      ((EXPORTS_SHARE * megabytes) / processes - BESIDE_THE_HEAP.megabytes) / (1 + BESIDE_THE_HEAP.share),
    );
  let exportProcesses = 1;
  while (exportProcesses < UNLIMITED.exportProcesses && heapOf(exportProcesses + 1) >= ROOMY)
    exportProcesses++;
  return {
    exports: Math.min(UNLIMITED.exports, Math.max(LEAST.exports, heapOf(exportProcesses))),
    exportProcesses,
  };
}
