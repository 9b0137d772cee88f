import type { IncomingHttpHeaders } from 'node:http';
import Bowser from 'bowser';

/** The browser and system of a request, such as `Firefox on Linux`; undefined where its headers do not say. */
export function deviceOf({ 'user-agent': agent }: IncomingHttpHeaders): string | undefined {
  if (agent === undefined || agent === '') return undefined;
  const { browser, os } = Bowser.parse(agent);
  const named = [browser.name, os.name].filter((name) => name !== undefined && name !== '');
  return named.length === 0 ? undefined : named.join(' on ');
}
