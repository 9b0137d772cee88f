import { type ParseArgsOptionsConfig, parseArgs } from 'node:util';

/** What a caller got wrong: ends with what is, how the benchmark is called, and exit code 2. */
export function fail(usage: string, message: string): never {
  console.error(`${message}\n\n${usage}`);
  process.exit(2);
}

/** The options that a benchmark was called with. `--help`, and an option that there is none of, end with its usage. */
export function readOptions<const Options extends ParseArgsOptionsConfig>(
  usage: string,
  options: Options,
): ReturnType<typeof parseArgs<{ options: Options }>>['values'] {
  const args = process.argv.slice(2);
  if (args.includes('--help')) {
    console.log(usage);
    process.exit(0);
  }
  try {
    return parseArgs({ args, options }).values;
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    fail(usage, error.message);
  }
}

/** A whole number from 1 on that an option gives. */
export function countOf(usage: string, option: string, given: string): number {
  const count = Number(given);
  if (!Number.isSafeInteger(count) || count < 1) fail(usage, `${option} is a whole number from 1 on.`);
  return count;
}
