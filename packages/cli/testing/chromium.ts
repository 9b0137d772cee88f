import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';

/** Path of an installed Chromium or Chrome, if there is one. */
export function findChromium(): string | undefined {
  const names = [
    'chromium-headless-shell',
    'chromium',
    'chromium-browser',
    'google-chrome',
    'google-chrome-stable',
  ];
  const folders = (process.env.PATH ?? '').split(delimiter);
  return folders.flatMap((folder) => names.map((name) => join(folder, name))).find(isExecutable);
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
