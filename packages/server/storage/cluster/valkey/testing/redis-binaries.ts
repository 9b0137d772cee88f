import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';

const find = (names: readonly string[]): string | undefined =>
  (process.env.PATH ?? '')
    .split(delimiter)
    .flatMap((folder) => names.map((name) => join(folder, name)))
    .find((file) => existsSync(file));

/** The server of Valkey or Redis that tests start, if it is installed. */
export const serverBinary = find(['valkey-server', 'redis-server']);

/**
 * Why tests against a real server did not run, for `describe`; false where they can. In CI they always run, and fail
 * where the server is missing.
 */
export const withoutServer: string | false =
  serverBinary === undefined && process.env.CI === undefined
    ? 'Did not run: neither valkey-server nor redis-server is installed'
    : false;
