import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before } from 'node:test';
import { readConfig, type Service, startService } from '@decidable/server';
import { openSqliteStorage } from '@decidable/server/storage';
import { type Demo, provisionDemo } from 'decidable/demo.ts';
import { pino } from 'pino';
import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import { launch } from '../../sdk/browser/chromium.ts';
import { buildIfStale } from '../build/build.ts';

/** Timeout of what a test waits for, in ms, with room for a loaded machine. */
export const PATIENCE = 30_000;

export const OWNER = { email: 'mara@shop.example', name: 'Mara Lind', password: 'correct horse battery' };

export const themes = ['light', 'dark'] as const;
export const widths = [390, 1280] as const;
export type Theme = (typeof themes)[number];

export interface Opening {
  readonly theme?: Theme;
  readonly width?: number;
  readonly height?: number;
  /** Nobody is signed in. */
  readonly isSignedOut?: boolean;
}

/** A page, and what it complained of: errors, and violations of its policy. */
export interface Visit {
  readonly page: Page;
  readonly complaints: readonly string[];
  close(): Promise<void>;
}

type State = Awaited<ReturnType<BrowserContext['storageState']>>;

/** How the service is set up. */
export interface Stage {
  readonly environment?: Readonly<Record<string, string>>;
  readonly awaitsOwner?: boolean;
}

/** The real service with the demo shop and its owner, and a browser to look at it. */
export class DashboardUnderTest {
  readonly service: Service;
  readonly demo: Demo;
  readonly browser: Browser;
  readonly #folder: string;
  readonly #owner: State;

  private constructor(service: Service, demo: Demo, browser: Browser, folder: string, owner: State) {
    this.service = service;
    this.demo = demo;
    this.browser = browser;
    this.#folder = folder;
    this.#owner = owner;
  }

  /** @param awaitsOwner nobody has an account yet */
  static async start({ environment = {}, awaitsOwner = false }: Stage = {}): Promise<DashboardUnderTest> {
    await buildIfStale();
    const folder = await mkdtemp(join(tmpdir(), 'decidable-dashboard-'));
    const config = readConfig({
      HOST: '127.0.0.1',
      PORT: '0',
      OPERATIONS_PORT: '0',
      DECIDABLE_DATA: folder,
      WORKERS: '1',
      MAX_LAG_MS: '60000',
      DEADLINE_MS: '60000',
      LAME_DUCK_SECONDS: '0',
      ...environment,
    });
    const storage = await openSqliteStorage({ folder, role: 'serve' });
    const demo = await provisionDemo(storage, Date.now());
    await storage.close();
    const workers = { startLate: true };
    const service = await startService(config, { demo, workers, log: pino({ level: 'silent' }) });
    const browser = await launch();
    const owner = awaitsOwner ? { cookies: [], origins: [] } : await becomeOwner(browser, service);
    return new DashboardUnderTest(service, demo, browser, folder, owner);
  }

  async close(): Promise<void> {
    await this.browser.close();
    await this.service.close();
    await rm(this.#folder, { recursive: true, force: true });
  }

  /**
   * Opens a page as the owner of the demo shop, with a browser profile of its own.
   *
   * @example
   * await using visit = await dashboard.open('/keys', { width: 390 });
   */
  async open(path: string, opening: Opening = {}): Promise<Visit & AsyncDisposable> {
    const { theme = 'light', width = 1280, height = 860, isSignedOut = false } = opening;
    const options: BrowserContextOptions = {
      baseURL: this.service.address,
      viewport: { width, height },
      colorScheme: theme,
      // What fades in would be measured half-way.
      reducedMotion: 'reduce',
      permissions: ['clipboard-read', 'clipboard-write'],
      ...(!isSignedOut && { storageState: this.#owner }),
    };
    const context = await this.browser.newContext(options);
    const page = await context.newPage();
    page.setDefaultTimeout(PATIENCE);
    const complaints: string[] = [];
    page.on('pageerror', (error) => complaints.push(String(error)));
    page.on('console', (message) => {
      if (message.type() === 'error') complaints.push(message.text());
    });
    await page.goto(path);
    const close = () => context.close();
    return { page, complaints, close, [Symbol.asyncDispose]: close };
  }
}

/** Creates the owner as the page of the first start does, and keeps the cookies. */
async function becomeOwner(browser: Browser, service: Service): Promise<State> {
  const context = await browser.newContext({ baseURL: service.address });
  const answer = await context.request.post('/management/v1/welcome', {
    headers: { origin: service.address },
    data: { ...OWNER, token: service.firstOwner },
  });
  if (!answer.ok()) throw new Error(`The owner could not be created: ${await answer.text()}`);
  const { cookies } = await context.storageState();
  await context.close();
  const localStorage = [{ name: 'decidable.signed-in', value: '1' }];
  return { cookies, origins: [{ origin: service.address, localStorage }] } as State;
}

/** One service and one browser for the tests of a file; call it in `describe`. */
export function useDashboard(stage?: Stage): () => DashboardUnderTest {
  let dashboard: DashboardUnderTest | undefined;
  before(async () => {
    dashboard = await DashboardUnderTest.start(stage);
  });
  after(() => dashboard?.close());
  return () => dashboard!;
}

/** Where screenshots are kept, to be looked at; none are taken without it, as they take as long as the checks. */
const screens = process.env.DECIDABLE_SCREENS;

/** Keeps a picture of the whole page. */
export async function screenshot(page: Page, name: string): Promise<void> {
  if (screens === undefined) return;
  await mkdir(screens, { recursive: true });
  await page.screenshot({ path: join(screens, `${name}.png`), fullPage: true });
}
