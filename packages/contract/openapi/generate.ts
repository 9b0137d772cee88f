/** Writes `openapi.json`, or with `--release` keeps it as the description of this release. */
import { readFileSync, writeFileSync } from 'node:fs';
import { describeApi } from './describe.ts';

const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as {
  version: string;
};
const text = `${JSON.stringify(describeApi(version), null, 2)}\n`;
writeFileSync(new URL('../openapi.json', import.meta.url), text);
if (process.argv.includes('--release')) {
  writeFileSync(new URL(`../released/openapi-v${version}.json`, import.meta.url), text);
}
