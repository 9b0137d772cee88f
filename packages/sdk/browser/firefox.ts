import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { DrivenBrowser, Tab } from './driven-browser.ts';
import { findInstalled } from './installed.ts';

/*
 * Playwright controls only its own build of Firefox, or the very latest. These tests control the installed Firefox
 * through the standard that it implements itself: WebDriver BiDi (https://www.w3.org/TR/webdriver-bidi/).
 */

const executable = findInstalled(['firefox-esr', 'firefox']);

/** The reason for skipping tests in Firefox, or undefined. In CI a missing browser is a failure. */
export const skip = executable === undefined && !process.env.CI && 'Firefox is not installed';

interface Reply {
  readonly id?: number;
  readonly type: 'success' | 'error' | 'event';
  readonly message?: string;
  readonly result?: unknown;
}

/** The result of `script.evaluate` for functions that resolve to JSON. */
interface Evaluated {
  readonly type: 'success' | 'exception';
  readonly result?: { readonly value: string };
  readonly exceptionDetails?: { readonly text: string };
}

/**
 * Resolves when Firefox prints its control address. Its output is read to the end, or a full pipe would block it.
 */
const addressOf = (child: ChildProcess): Promise<string> =>
  new Promise((resolve, reject) => {
    let said = '';
    child.stderr!.on('data', (chunk) => {
      said += String(chunk);
      const address = /WebDriver BiDi listening on (ws:\S+)/.exec(said)?.[1];
      if (address) resolve(address);
    });
    child.once('error', reject);
    child.once('exit', () => reject(new Error(`Firefox ended before it could be driven: ${said}`)));
  });

export async function launchFirefox(): Promise<DrivenBrowser> {
  const profile = await mkdtemp(join(tmpdir(), 'decidable-firefox-'));
  const args = [
    '--headless',
    '--no-remote',
    '--profile',
    profile,
    '--remote-debugging-port=0',
    'about:blank',
  ];
  const child = spawn(executable ?? 'firefox', args, { stdio: ['ignore', 'ignore', 'pipe'] });
  const socket = new WebSocket(`${await addressOf(child)}/session`);
  await new Promise((resolve, reject) => {
    socket.onopen = resolve;
    socket.onerror = () => reject(new Error('Firefox does not let itself be driven.'));
  });
  const waiting = new Map<number, (reply: Reply) => void>();
  socket.onmessage = ({ data }) => {
    const reply = JSON.parse(String(data)) as Reply;
    if (reply.id !== undefined) waiting.get(reply.id)?.(reply);
  };
  let sent = 0;
  async function send<Result>(method: string, params: object): Promise<Result> {
    const id = ++sent;
    const { type, message, result } = await new Promise<Reply>((resolve) => {
      waiting.set(id, resolve);
      socket.send(JSON.stringify({ id, method, params }));
    });
    waiting.delete(id);
    if (type === 'error') throw new Error(`${method}: ${message}`);
    return result as Result;
  }
  await send('session.new', { capabilities: {} });

  return {
    async open(url) {
      const { context } = await send<{ context: string }>('browsingContext.create', { type: 'tab' });
      const tab: Tab = {
        async goto(to) {
          await send('browsingContext.navigate', { context, url: to, wait: 'complete' });
        },
        async back() {
          await send('browsingContext.traverseHistory', { context, delta: -1 });
        },
        async evaluate<Answer>(action: () => Answer | Promise<Answer>) {
          const { result, exceptionDetails } = await send<Evaluated>('script.evaluate', {
            expression: `Promise.resolve((${action})()).then((answer) => JSON.stringify(answer ?? null))`,
            target: { context },
            awaitPromise: true,
          });
          if (!result) throw new Error(exceptionDetails?.text);
          return JSON.parse(result.value) as Answer;
        },
        async close() {
          await send('browsingContext.close', { context });
        },
      };
      await tab.goto(url);
      return tab;
    },
    async close() {
      const ended = once(child, 'exit');
      child.kill();
      await ended;
      await rm(profile, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
    },
  };
}
