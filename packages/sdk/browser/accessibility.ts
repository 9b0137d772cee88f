import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';

const require = createRequire(import.meta.url);
let axe: string | undefined;

interface AxeResults {
  readonly violations: readonly {
    readonly id: string;
    readonly help: string;
    readonly nodes: readonly { readonly target: unknown; readonly failureSummary?: string }[];
  }[];
}

/**
 * What axe-core finds wrong with a page, by WCAG 2.2 AA and its own best practices.
 *
 * @param rules names of those to go by; all unless given
 */
export async function violationsOf(page: Page, rules?: readonly string[]): Promise<readonly string[]> {
  axe ??= await readFile(require.resolve('axe-core/axe.min.js'), 'utf8');
  // By the debugger, so that the policy of the page stays as it is.
  await page.evaluate(axe);
  const options = { resultTypes: ['violations'], ...(rules && { runOnly: rules }) };
  const { violations } = (await page.evaluate(`axe.run(${JSON.stringify(options)})`)) as AxeResults;
  return violations.flatMap(({ id, help, nodes }) =>
    nodes.map(({ target, failureSummary = '' }) => `${id}: ${help}: ${String(target)}: ${failureSummary}`),
  );
}
