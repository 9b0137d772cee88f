import { type Browser, chromium, type LaunchOptions } from 'playwright-core';
import { findInstalled } from './installed.ts';

export const executablePath = findInstalled([
  'chromium-headless-shell',
  'chromium-headless-shell',
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
]);

/** The reason for skipping browser tests, or undefined. In CI a missing browser is a failure. */
export const skip = executablePath === undefined && !process.env.CI && 'Chromium is not installed';

export const launch = (options: LaunchOptions = {}): Promise<Browser> =>
  chromium.launch({ executablePath: executablePath ?? 'chromium', args: ['--no-sandbox'], ...options });
