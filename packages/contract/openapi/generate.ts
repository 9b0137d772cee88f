/** Writes the descriptions, or with `--release` keeps them as those of this release where it has none yet. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { describeApi } from './describe.ts';
import { describeManagement } from './describe-management.ts';

const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as {
  version: string;
};
const descriptions = { openapi: describeApi(version), 'openapi-management': describeManagement(version) };
for (const [name, description] of Object.entries(descriptions)) {
  const text = `${JSON.stringify(description, null, 2)}\n`;
  writeFileSync(new URL(`../${name}.json`, import.meta.url), text);
  const released = new URL(`../released/${name}-v${version}.json`, import.meta.url);
  if (process.argv.includes('--release') && !existsSync(released)) writeFileSync(released, text);
}
