import type { Browser } from 'playwright-core';
import { look, open, PATIENCE, type Stage } from './stage.ts';

/**
 * One shopper gets a ranking, views it, and leaves. The browser's caches are empty, so the request that is sent on
 * leaving needs a preflight. Five of thirty products fit the screen.
 */
export const ways = ['to another page of the shop', 'to another site', 'by closing the tab'] as const;
export type Way = (typeof ways)[number];

export interface Leaving {
  readonly way: Way;
  /** Stored exposures of the decision, in order of their position. */
  readonly stored: readonly string[];
  readonly complaints: readonly string[];
}

export const SEEN = ['p01', 'p02', 'p03', 'p04', 'p05'];

export async function leave(stage: Stage, browser: Browser, way: Way): Promise<Leaving> {
  const { page, context, complaints } = await open(browser, `${stage.shop}/ranked`);
  await page.waitForSelector('body[data-decision]');
  const decision = (await page.getAttribute('body', 'data-decision'))!;
  await look(page);
  complaints.push(...(await page.evaluate(() => [...window.unhandled, ...window.violations])));
  if (way === 'to another page of the shop') await page.goto(`${stage.shop}/elsewhere`);
  else if (way === 'to another site') await page.goto('about:blank');
  else await page.close();

  const deadline = Date.now() + PATIENCE;
  let stored: string[] = [];
  do {
    await new Promise((resolve) => setTimeout(resolve, 20));
    stored = (await stage.exposures(decision)).map(({ itemId }) => itemId).sort();
  } while (stored.length < SEEN.length && Date.now() < deadline);
  await context.close();
  return { way, stored, complaints };
}

export const isRight = ({ stored, complaints }: Leaving): boolean =>
  String(stored) === String(SEEN) && complaints.length === 0;
