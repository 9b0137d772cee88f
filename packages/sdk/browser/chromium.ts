import { type Browser, chromium, type LaunchOptions } from 'playwright-core';
import { findInstalled } from './installed.ts';

/** The whole browser. */
export const chromiumPath = findInstalled([
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
]);

/** The browser without windows where it is installed: a third less work. It has no back/forward cache. */
export const executablePath = findInstalled(['chromium-headless-shell']) ?? chromiumPath;

/** The reason for skipping browser tests, or undefined. In CI a missing browser is a failure. */
export const skip = executablePath === undefined && !process.env.CI && 'Chromium is not installed';
/** The same for tests of what only the whole browser has. */
export const skipWhole = chromiumPath === undefined && !process.env.CI && 'Chromium is not installed';

export const launch = (options: LaunchOptions = {}): Promise<Browser> =>
  chromium.launch({ executablePath: executablePath ?? 'chromium', args: ['--no-sandbox'], ...options });
