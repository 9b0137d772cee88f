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
 * The young generation, up to three times so many MB. What a request leaves ends there. It would be moved to the old generation
 * else, whose collection stops the thread for 60 ms (docs/design/gateway.md, "Memory"). `npm start`, the unit of systemd and the
 * benchmarks give the same.
 */
const SEMI_SPACE = '--max-semi-space-size=64';
/** Bytes that a container has at least for that. Set by hand. */
const LEAST_FOR_SEMI_SPACE = 2_048 * MiB;

const OLD_SPACE_OPTION = /--max[-_]old[-_]space[-_]size/;
const SEMI_SPACE_OPTION = /--max[-_]semi[-_]space[-_]size/;

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
  return [
    ...(OLD_SPACE_OPTION.test(chosen) ? [] : [`--max-old-space-size=${heapMegabytes(bytes)}`]),
    ...(SEMI_SPACE_OPTION.test(chosen) || bytes < LEAST_FOR_SEMI_SPACE ? [] : [SEMI_SPACE]),
  ];
}

/**
 * Of the options that Node.js was given before the program, those of the heap. Another Node.js that the program is handed over to
 * needs them again; it reads `NODE_OPTIONS` by itself.
 *
 * @param {readonly string[]} options
 * @returns {string[]}
 */
export const chosenHeapOptions = (options) =>
  options.filter((option) => OLD_SPACE_OPTION.test(option) || SEMI_SPACE_OPTION.test(option));
