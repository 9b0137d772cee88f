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
 * The option for Node.js, where the program serves in a container and nobody has chosen a heap.
 *
 * @param {readonly string[]} args of the program
 * @param {string} chosen the options that Node.js was given
 * @param {number | undefined} bytes that the container may use
 * @returns {string[]}
 */
export const heapOption = (args, chosen, bytes = containerMemory()) =>
  bytes === undefined || args[0] !== 'serve' || /--max[-_]old[-_]space[-_]size/.test(chosen)
    ? []
    : [`--max-old-space-size=${heapMegabytes(bytes)}`];
