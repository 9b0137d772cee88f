import { type Browser, chromium, type LaunchOptions } from 'playwright-core';
import { findInstalled } from './installed.ts';

export const executablePath = findInstalled([
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
]);

/** Why browser tests are skipped, if so. Under CI they are not: there a missing browser is a failure. */
export const skip = executablePath === undefined && !process.env.CI && 'Chromium is not installed';

export const launch = (options: LaunchOptions = {}): Promise<Browser> =>
  chromium.launch({ executablePath: executablePath ?? 'chromium', args: ['--no-sandbox'], ...options });
