import type { Browser, BrowserContext } from 'playwright-core';
import type { Stage } from '../stage.ts';

/** Where the service answers by HTTPS, as hosts ask of it; no name of a real one. */
export const SERVICE = 'https://decidable.test';
export const SHOP = 'https://shop.test';

/**
 * A context of a browser in which the service answers at its address, and a shop at its own.
 *
 * @param files of the shop by their path, each with its media type, and with its status where that is not 200
 */
export async function shopContext(
  browser: Browser,
  stage: Pick<Stage, 'service'>,
  files: Readonly<Record<string, readonly [type: string, body: string, status?: number]>>,
): Promise<BrowserContext> {
  const context = await browser.newContext();
  await context.route(`${SERVICE}/**`, async (route) => {
    const url = route.request().url().replace(SERVICE, stage.service.address);
    await route.fulfill({ response: await route.fetch({ url }) });
  });
  await context.route(`${SHOP}/**`, (route) => {
    const [contentType, body, status = 200] = files[new URL(route.request().url()).pathname] ?? [
      'text/plain',
      '',
    ];
    return route.fulfill({ contentType, body, status });
  });
  return context;
}
