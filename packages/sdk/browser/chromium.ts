import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';
import { type Browser, chromium } from 'playwright-core';

function findChromium(): string | undefined {
  const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];
  const folders = (process.env.PATH ?? '').split(delimiter);
  return folders
    .flatMap((folder) => names.map((name) => join(folder, name)))
    .find((path) => {
      try {
        accessSync(path, constants.X_OK);
        return true;
      } catch {
        return false;
      }
    });
}

export const executablePath = findChromium();

/** Why browser tests are skipped, if so. Under CI they are not: there a missing browser is a failure. */
export const skip = executablePath === undefined && !process.env.CI && 'Chromium is not installed';

export const launch = (): Promise<Browser> =>
  chromium.launch({ executablePath: executablePath ?? 'chromium', args: ['--no-sandbox'] });
