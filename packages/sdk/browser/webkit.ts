import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { globSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { DrivenBrowser, Tab } from './driven-browser.ts';
import { findInstalled } from './installed.ts';

/*
 * The engine of Safari, as WebKitGTK ships it, controlled through W3C WebDriver (https://www.w3.org/TR/webdriver2/): its
 * driver starts MiniBrowser, the small browser beside it. It draws to a screen, here one that nobody sees.
 */

const driver = findInstalled(['WebKitWebDriver']);
const screen = findInstalled(['Xvfb']);
const [browser] = globSync('/usr/{lib,libexec}/{*/,}webkit2gtk-4.*/MiniBrowser');

/** The reason for skipping tests in WebKit, or undefined. In CI a missing browser is a failure. */
export const skip =
  !(driver && screen && browser) && !process.env.CI && 'WebKitGTK, its driver, or Xvfb is not installed';

/** Resolves to the number that Xvfb has taken for its screen, and rejects where it ends without one. */
async function displayOf(child: ChildProcess): Promise<string> {
  const [number] = await Promise.race([
    once(child.stdout!, 'data'),
    once(child, 'exit').then(([code]) => {
      throw new Error(`Xvfb ended with ${code} instead of opening a screen.`);
    }),
  ]);
  return String(number).trim();
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  server.close();
  await once(server, 'close');
  return port;
}

async function end(child: ChildProcess): Promise<void> {
  // One that could not be started has no id, and one that ended by itself tells no more of it.
  if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  child.kill();
  await ended;
}

/** Starts the browser. A start that fails leaves no process and no folder behind. */
export async function launchWebkit(): Promise<DrivenBrowser> {
  const home = await mkdtemp(join(tmpdir(), 'decidable-webkit-'));
  const started: ChildProcess[] = [];
  async function clean(): Promise<void> {
    // The last first: the driver draws to the screen.
    for (const child of started.reverse()) await end(child);
    await rm(home, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
  }
  try {
    return await launch(started, home, clean);
  } catch (error) {
    await clean();
    throw error;
  }
}

async function launch(
  started: ChildProcess[],
  home: string,
  clean: () => Promise<void>,
): Promise<DrivenBrowser> {
  const display = spawn(
    screen ?? 'Xvfb',
    ['-displayfd', '1', '-screen', '0', '1024x768x24', '-nolisten', 'tcp'],
    {
      stdio: ['ignore', 'pipe', 'ignore'],
    },
  );
  started.push(display);
  const port = await freePort();
  const env = {
    ...process.env,
    DISPLAY: `:${await displayOf(display)}`,
    HOME: home,
    XDG_DATA_HOME: home,
    XDG_CACHE_HOME: home,
    // There is no session bus to ask for accessibility.
    NO_AT_BRIDGE: '1',
  };
  const child = spawn(driver ?? 'WebKitWebDriver', [`--port=${port}`], { env, stdio: 'ignore' });
  started.push(child);
  const base = `http://127.0.0.1:${port}`;

  /** Sends a command; the driver takes one after another. */
  async function command<Value>(method: string, path: string, body?: object): Promise<Value> {
    const response = await fetch(base + path, {
      method,
      ...(method === 'POST' && { body: JSON.stringify(body ?? {}) }),
    });
    const { value } = (await response.json()) as { value: Value & { error?: string; message?: string } };
    if (!response.ok) throw new Error(`${method} ${path}: ${value.error} ${value.message}`);
    return value;
  }

  for (let attempts = 0; ; attempts++) {
    const answers = await fetch(`${base}/status`).then(
      ({ ok }) => ok,
      () => false,
    );
    if (answers) break;
    if (child.exitCode !== null || attempts > 600) throw new Error('The driver of WebKit does not listen.');
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  const { sessionId } = await command<{ sessionId: string }>('POST', '/session', {
    capabilities: {
      alwaysMatch: { 'webkitgtk:browserOptions': { binary: browser, args: ['--automation'] } },
    },
  });
  const session = `/session/${sessionId}`;
  await command('POST', `${session}/timeouts`, { script: 60_000, pageLoad: 60_000 });
  await command('POST', `${session}/window/rect`, { width: 800, height: 700 });
  // Stays open: a new one is opened from one that is there. Windows, as a tab behind another one is not drawn.
  const first = await command<string>('GET', `${session}/window`);

  // Commands go to the window that was switched to, so those of two tabs must not mix.
  let last: Promise<unknown> = Promise.resolve();
  function inWindow<Value>(handle: string, action: () => Promise<Value>): Promise<Value> {
    const next = last
      .catch(() => {})
      .then(() => command('POST', `${session}/window`, { handle }))
      .then(action);
    last = next;
    return next;
  }

  return {
    async open(url) {
      const { handle } = await inWindow(first, () =>
        command<{ handle: string }>('POST', `${session}/window/new`, { type: 'window' }),
      );
      const tab: Tab = {
        goto: (to) => inWindow(handle, () => command('POST', `${session}/url`, { url: to })),
        back: () => inWindow(handle, () => command('POST', `${session}/back`)),
        async evaluate<Answer>(action: () => Answer | Promise<Answer>) {
          const script = `const done = arguments[0];
            Promise.resolve().then(${action}).then((answer) => done({ answer: JSON.stringify(answer ?? null) }), (error) => done({ error: String(error) }));`;
          const { answer, error } = await inWindow(handle, () =>
            command<{ answer?: string; error?: string }>('POST', `${session}/execute/async`, {
              script,
              args: [],
            }),
          );
          if (answer === undefined) throw new Error(error);
          return JSON.parse(answer) as Answer;
        },
        close: () => inWindow(handle, () => command('DELETE', `${session}/window`)),
      };
      await tab.goto(url);
      return tab;
    },
    async close() {
      try {
        await command('DELETE', session);
      } finally {
        await clean();
      }
    },
  };
}
