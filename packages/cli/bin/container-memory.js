/*
 * The heap of the serving thread in a container. Node.js takes a quarter of the container's memory, which is right for a
 * process among others; the service is alone in its container as a rule. Plain JavaScript, as the launcher is.
 */
import { totalmem } from 'node:os';

const MiB = 1024 * 1024;
/** The share of the memory that the heap may take: the rest is for catalogues, threads and bodies. Set by hand. */
const SHARE = 0.45;
/** In MB: what the service starts with, and what V8 takes at most by itself. */
const LEAST = 128;
const MOST = 4_096;

/**
 * Twice or three times so many MB hold new objects: what a request leaves is gone before it is moved to the old ones, whose
 * collection stops the thread for 60 ms (docs/design/gateway.md, "Memory"). `npm start` and the benchmarks give the
 * same.
 */
const NEW_OBJECTS = '--max-semi-space-size=64';
/** Less memory has no room for it. Set by hand. */
const LEAST_FOR_NEW = 2_048 * MiB;

/**
 * Bytes that the container may use; undefined where it is not limited.
 *
 * @param {number | undefined} constrained what `process.constrainedMemory` tells: 0 or a huge number without a limit
 * @param {number} total bytes of the machine
 * @returns {number | undefined}
 */
export const containerMemory = (constrained = process.constrainedMemory?.(), total = totalmem()) =>
  constrained === undefined || constrained <= 0 || constrained >= total ? undefined : constrained;

/**
 * Megabytes for `--max-old-space-size`.
 *
 * @param {number} bytes that the container may use
 * @returns {number}
 */
export const heapMegabytes = (bytes) => Math.min(MOST, Math.max(LEAST, Math.floor((bytes / MiB) * SHARE)));

/**
 * The options for Node.js, where the program serves in a container and nobody has chosen its heaps.
 *
 * @param {readonly string[]} args of the program
 * @param {string} chosen the options that Node.js was given
 * @param {number | undefined} bytes that the container may use
 * @returns {string[]}
 */
export function heapOptions(args, chosen, bytes = containerMemory()) {
  if (bytes === undefined || args[0] !== 'serve') return [];
  const isChosen = (/** @type {RegExp} */ name) => name.test(chosen);
  return [
    ...(isChosen(/--max[-_]old[-_]space[-_]size/) ? [] : [`--max-old-space-size=${heapMegabytes(bytes)}`]),
    ...(isChosen(/--max[-_]semi[-_]space[-_]size/) || bytes < LEAST_FOR_NEW ? [] : [NEW_OBJECTS]),
  ];
}
