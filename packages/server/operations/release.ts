import { readFileSync } from 'node:fs';

/** The version of this package, which all packages of a release share. */
export const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as {
  readonly version: string;
};
