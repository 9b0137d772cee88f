import { type ParseArgsOptionsConfig, parseArgs } from 'node:util';

/** A usage error: ends the benchmark with the error, the usage, and exit code 2. */
export function fail(usage: string, message: string): never {
  console.error(`${message}\n\n${usage}`);
  process.exit(2);
}

/** The options of a benchmark. `--help` and unknown options end with the usage. */
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

/** Parses an option that is a whole number from 1 on. */
export function countOf(usage: string, option: string, given: string): number {
  const count = Number(given);
  if (!Number.isSafeInteger(count) || count < 1) fail(usage, `${option} is a whole number from 1 on.`);
  return count;
}
