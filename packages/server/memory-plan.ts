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
}

/** Where memory is not limited. Each set by hand, see the parts that use them. */
export const UNLIMITED: MemoryPlan = { bodies: 64 * MiB, grading: 1_024, reading: 512, building: 4_096 };

/**
 * The least with which the largest requests are answered: two bodies of 12 MiB, a grading of 2 MB, a body of 2 MiB that
 * is all empty lists (some 50 MB), a catalogue of 20,000 products. Set by hand.
 */
const LEAST: MemoryPlan = { bodies: 24 * MiB, grading: 192, reading: 96, building: 256 };

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
 * reads catalogues. Together they exceed what the main heap leaves free only if all reach their limits at once.
 *
 * @param limit bytes; without one, the usual sizes
 */
export function memoryPlan(limit: number | undefined): MemoryPlan {
  if (limit === undefined) return UNLIMITED;
  const share = (part: number, name: keyof MemoryPlan, unit: number) =>
    Math.min(UNLIMITED[name], Math.max(LEAST[name], Math.floor(limit / unit / part)));
  return {
    bodies: share(16, 'bodies', 1),
    grading: share(8, 'grading', MiB),
    reading: share(16, 'reading', MiB),
    building: share(4, 'building', MiB),
  };
}
