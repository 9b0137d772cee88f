import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { readManifest, releases } from '../release.ts';
import { buildStub, hashOf } from '../snippet/build.ts';
import type { Config, ScriptClient } from '../src/types.ts';
import type { Tab } from './driven-browser.ts';
import { eventually, ORGANIZATION, type Stage } from './stage.ts';

/** What a page with the snippet reports once all its calls are answered. */
interface Report {
  readonly host: Host;
  /** Calls that threw. */
  readonly thrown: readonly string[];
  readonly unhandled: readonly string[];
  /** What the browser says of scripts that it cannot read. */
  readonly errors: readonly string[];
  readonly answers: Readonly<Record<string, Said>>;
  /** What other calls returned, by their method. */
  readonly returned: Readonly<Record<string, unknown>>;
  /** The script of the shop behind the tag ran, and the page was ready. */
  readonly later: boolean;
  readonly ready: boolean;
}

interface Said {
  readonly fallback?: boolean;
  readonly reason?: string;
  readonly results?: readonly { readonly id: string; readonly own?: boolean }[];
  readonly items?: readonly { readonly id: string }[];
  readonly suggestions?: readonly unknown[];
  readonly personas?: readonly unknown[];
}

/** What a page reports when the script has come after all. */
interface Later {
  /** The answers of before, as they are now. */
  readonly answers: Report['answers'];
  readonly asked: Said;
  /** Of the stub that the page kept. */
  readonly keptAsked: Said;
  readonly keptId: string | null;
  readonly sessionId: string | null;
}

interface ShopPage extends Window {
  Decidable: ScriptClient;
  config: Config;
  kept: ScriptClient;
  seen: { -readonly [Name in keyof Report]: Report[Name] } & { called?: boolean };
  reports: Partial<Record<Host, Promise<Report>>>;
  laters: Partial<Record<Host, Promise<Later>>>;
}

/** What becomes of the script. `late` and `slow` come when they are let go: `late` after its page has given up. */
const HOSTS = ['hangs', 'refuses', 'html', 'fault', 'half', 'empty', 'forbidden', 'late', 'slow'] as const;
type Host = (typeof HOSTS)[number];

/** Of these the browser itself says that there is no script: the page need not wait for its timeout. */
const TOLD = ['refuses', 'fault', 'forbidden'] as const;

/** Runs in the page behind the tag: notes what the browser says, and reports again when the script has come after all. */
function watch(): void {
  const page = window as unknown as ShopPage;
  page.kept = page.Decidable;
  const host = location.pathname.slice(1) as Host;
  const seen: ShopPage['seen'] = {
    host,
    thrown: [],
    unhandled: [],
    errors: [],
    answers: {},
    returned: {},
    later: false,
    ready: false,
  };
  page.seen = seen;
  addEventListener('unhandledrejection', ({ reason }) => {
    seen.unhandled = [...seen.unhandled, String(reason)];
  });
  addEventListener('error', ({ message }) => {
    seen.errors = [...seen.errors, message];
  });
  document.addEventListener('DOMContentLoaded', () => {
    seen.ready = true;
  });
  document.querySelector('#decidable')!.addEventListener('load', async () => {
    const { Decidable, kept, config } = page;
    if (Decidable === kept) return;
    await Decidable.init({ ...config, timeout: 60_000 });
    const asked = await Decidable.rankedCatalog({ limit: 2 });
    const keptAsked = await kept.rankedCatalog({ limit: 2 });
    const ids = { sessionId: Decidable.getSessionId(), keptId: kept.getSessionId() };
    parent.postMessage({ later: host, answers: seen.answers, asked, keptAsked, ...ids }, '*');
  });
}

/** Runs after it: calls every method, and reports when all have answered. */
function callAll(): void {
  const { Decidable, config, seen } = window as unknown as ShopPage;
  const { host } = seen;
  const products = ['p03', 'p02', 'p01'].map((id) => ({ id, own: true }));
  const call = <T>(name: string, action: () => T): T | undefined => {
    try {
      return action();
    } catch (error) {
      seen.thrown = [...seen.thrown, `${name}: ${error}`];
      return undefined;
    }
  };
  call('reset', () => Decidable.reset());
  const filter = call('priceFilter', () => Decidable.priceFilter({ max: 60 }))!;
  const promises: Record<string, () => Promise<unknown>> = {
    init: () => Decidable.init(config),
    track: () => Decidable.track([{ type: 'search', value: `${host} one` }, filter]),
    second: () => Decidable.track([{ type: 'search', value: `${host} two` }]),
    event: () => Decidable.event('checkout', {}, { eventId: `${host}-checkout` }),
    rankedCatalog: () => Decidable.rankedCatalog({ limit: 2, fallbackItems: products }),
    search: () => Decidable.search(products),
    rerank: () => Decidable.rerank(products, { limit: 2 }),
    suggest: () => Decidable.suggest('la'),
    getSession: () => Decidable.getSession(),
    captureAutoSignals: () => Decidable.captureAutoSignals(),
    flushExposures: () => Decidable.flushExposures(),
    itself: async () => ({ fallback: (await Decidable) === Decidable }),
  };
  const answers = Object.entries(promises).map(async ([name, ask]) => {
    const answer = await call(name, ask);
    seen.answers = { ...seen.answers, [name]: (answer ?? {}) as Said };
  });
  // The list is the page's: what it does with it afterwards changes no answer.
  products.reverse();
  call('exposure', () => Decidable.exposure(`${host}-decision`, ['p01']));
  call('setConsent', () => Decidable.setConsent('granted'));
  call('push', () => Decidable.push(['otherSignal', 'quiz']));
  seen.returned = {
    getSessionId: call('getSessionId', () => Decidable.getSessionId()),
    observe: call('observe', () => typeof Decidable.observe(document.documentElement, host, 'p02')),
    dwell: call('dwell', () => typeof Decidable.dwell('p01', 3)),
    attributeFilter: call('attributeFilter', () => typeof Decidable.attributeFilter('colour', 'red')),
    otherSignal: call('otherSignal', () => typeof Decidable.otherSignal('quiz')),
  };
  seen.called = true;
  const ready = new Promise((resolve) => document.addEventListener('DOMContentLoaded', resolve));
  void Promise.all([ready, ...answers]).then(() => parent.postMessage(seen, '*'));
}

/** Runs in the page that holds those with the snippet: opens one for each host. */
function openAll(): void {
  const page = window as unknown as ShopPage;
  page.reports = {};
  page.laters = {};
  for (const host of [
    'hangs',
    'refuses',
    'html',
    'fault',
    'half',
    'empty',
    'forbidden',
    'late',
    'slow',
  ] as const) {
    const frame = document.createElement('iframe');
    frame.src = `/${host}`;
    const told = <T>(what: 'host' | 'later') =>
      new Promise<T>((resolve) => {
        addEventListener('message', ({ source, data }) => {
          if (source === frame.contentWindow && data[what] === host) resolve(data);
        });
      });
    page.reports[host] = told<Report>('host');
    page.laters[host] = told<Later>('later');
    document.body.append(frame);
  }
}

/** A shop whose pages have the snippet, each with another host of the script. */
export class HostsOfTheScript {
  /** Origin of the shop. */
  readonly shop: string;
  /** Lets the scripts of `late` and `slow` go. */
  readonly release: () => void;
  readonly close: () => void;

  private constructor(shop: string, release: () => void, close: () => void) {
    this.shop = shop;
    this.release = release;
    this.close = close;
  }

  static async set(stage: Stage): Promise<HostsOfTheScript> {
    const { moving } = await readManifest();
    const script = await readFile(new URL(`${moving.v0}/decidable.js`, releases), 'utf8');
    const waiting: ServerResponse[] = [];
    const send = (response: ServerResponse, status: number, type: string, body: string) =>
      response.writeHead(status, { 'content-type': type }).end(body);
    const page = '<!doctype html><title>Sorry</title><h1>Sorry</h1>';
    const hosts = createServer(({ url }, response) => {
      const [, host] = url!.split('/');
      if (host === 'html') send(response, 200, 'text/html', page);
      else if (host === 'fault') send(response, 500, 'text/html', page);
      else if (host === 'half') send(response, 200, 'text/javascript', script.slice(0, script.length / 2));
      else if (host === 'empty') send(response, 200, 'text/javascript', '');
      else if (host === 'forbidden') send(response, 200, 'text/javascript', script);
      else if (host === 'late' || host === 'slow') waiting.push(response);
      // Any other is not answered.
    });
    const closed = createServer();
    const stub = await buildStub();
    const shop = createServer(({ url }, response) => {
      const host = url!.slice(1) as Host | 'calls.js' | 'later.js' | '';
      if (host === 'calls.js') return send(response, 200, 'text/javascript', `(${watch})(); (${callAll})();`);
      if (host === 'later.js') return send(response, 200, 'text/javascript', 'seen.later = true;');
      if (host === '') return send(response, 200, 'text/html', '<!doctype html><body>');
      const allowed = host === 'forbidden' ? '' : `${address} ${refusing}`;
      const told = (TOLD as readonly string[]).includes(host) || host === 'slow';
      const config = JSON.stringify({
        apiKey: stage.key.value,
        organizationId: ORGANIZATION,
        endpoint: `${stage.service.address}/api/v1`,
        autoTrack: false,
        timeout: told ? 60_000 : 300,
      });
      const configured = `config = ${config}`;
      response.setHeader(
        'content-security-policy',
        `default-src 'none'; script-src 'self' '${hashOf(stub)}' '${hashOf(configured)}' ${allowed}; connect-src ${stage.service.address}; require-trusted-types-for 'script'`,
      );
      const from = host === 'refuses' ? refusing : address;
      return send(
        response,
        200,
        'text/html',
        `<!doctype html><script>${stub}</script><script id="decidable" src="${from}/${host}/decidable.js" async></script><script>${configured}</script><script src="/calls.js"></script><script src="/later.js" defer></script>`,
      );
    });
    const listen = async (server: typeof hosts): Promise<number> => {
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
      return (server.address() as AddressInfo).port;
    };
    const address = `http://127.0.0.1:${await listen(hosts)}`;
    const refusing = `http://127.0.0.1:${await listen(closed)}`;
    await new Promise((resolve) => closed.close(resolve));
    const origin = `http://localhost:${await listen(shop)}`;
    return new HostsOfTheScript(
      origin,
      () => {
        for (const response of waiting.splice(0)) send(response, 200, 'text/javascript', script);
      },
      () => {
        for (const server of [hosts, shop]) {
          server.close();
          server.closeAllConnections();
        }
      },
    );
  }
}

const ids = (list?: readonly { readonly id: string }[]) => list?.map(({ id }) => id);

/** What a page must have seen, whatever became of the script: it goes on, with its own order. */
function assertOwnOrder({ host, answers, returned, ...report }: Report): void {
  assert.deepEqual(report.thrown, [], host);
  assert.deepEqual(report.unhandled, [], host);
  if (host !== 'html' && host !== 'half') assert.deepEqual(report.errors, [], host);
  assert.ok(report.later && report.ready, host);
  const { itself, ...asked } = answers;
  assert.deepEqual(itself, { fallback: true }, host);
  assert.equal(Object.keys(asked).length, 11, host);
  const reasons = new Set(Object.values(asked).map(({ reason }) => reason));
  assert.equal(reasons.size, 1, `${host} ${[...reasons]}`);
  const [reason] = reasons;
  if ((TOLD as readonly string[]).includes(host)) assert.equal(reason, 'network', host);
  else assert.match(reason!, /^(timeout|network)$/, host);
  for (const { fallback } of Object.values(asked)) assert.equal(fallback, true, host);
  assert.deepEqual(ids(asked.rankedCatalog!.items), ['p03', 'p02'], host);
  assert.deepEqual(ids(asked.search!.results), ['p03', 'p02', 'p01'], host);
  assert.ok(asked.search!.results!.every(({ own }) => own));
  assert.deepEqual(ids(asked.rerank!.results), ['p03', 'p02'], host);
  assert.deepEqual(asked.suggest!.suggestions, [], host);
  assert.deepEqual(asked.track!.personas, [], host);
  assert.deepEqual(
    [returned.getSessionId, returned.observe, returned.dwell, returned.attributeFilter, returned.otherSignal],
    [null, 'function', 'object', 'object', 'object'],
    host,
  );
}

/** What was sent of a page, in its order. */
async function sentOf(stage: Stage, sessionId: string, host: Host): Promise<string[]> {
  const signals = await stage.signals(sessionId);
  return signals.filter((signal) => signal.startsWith(`search:${host} `));
}

/** A page goes on whatever becomes of the script, and what waited for it is sent in its order when it comes. */
export async function assertNoPageWaits(stage: Stage, open: (url: string) => Promise<Tab>): Promise<void> {
  const hosts = await HostsOfTheScript.set(stage);
  try {
    const tab = await open(`${hosts.shop}/`);
    await tab.evaluate(openAll);
    // The scripts of `hangs`, `late` and `slow` are still outstanding, so nothing has waited for them.
    const reports = await tab.evaluate(() => {
      const { slow, ...others } = (window as unknown as ShopPage).reports;
      return Promise.all(Object.values(others));
    });
    assert.deepEqual(reports.map(({ host }) => host).sort(), HOSTS.filter((host) => host !== 'slow').sort());
    reports.forEach(assertOwnOrder);
    await eventually(
      () =>
        tab.evaluate(() => {
          const frame = document.querySelector('iframe[src="/slow"]') as HTMLIFrameElement;
          return Boolean((frame.contentWindow as unknown as ShopPage).seen?.called);
        }),
      'the calls of the slow one are queued',
    );
    hosts.release();
    const [slow, late] = await tab.evaluate(() => {
      const { reports, laters } = window as unknown as ShopPage;
      return Promise.all([reports.slow!, laters.late!]);
    });
    const before = reports.find(({ host }) => host === 'late')!;
    for (const name of ['rankedCatalog', 'search', 'rerank', 'suggest', 'getSession'])
      assert.deepEqual(late.answers[name], before.answers[name], `a late script changes no answer: ${name}`);
    assert.deepEqual([late.asked.fallback, late.keptAsked.fallback], [false, false]);
    assert.equal(late.keptId, late.sessionId);
    assert.deepEqual([...slow.thrown, ...slow.unhandled, ...slow.errors], []);
    for (const name of ['track', 'event', 'rankedCatalog', 'search', 'rerank', 'suggest', 'getSession'])
      assert.equal(slow.answers[name]!.fallback, false, `${name} ${slow.answers[name]!.reason}`);
    assert.ok(slow.answers.search!.results!.every(({ own }) => own));
    for (const host of ['slow', 'late'] as const) {
      await eventually(
        async () => (await stage.exposures(`${host}-decision`)).length > 0,
        `the exposure of ${host} is stored`,
      );
      assert.deepEqual(await sentOf(stage, late.sessionId!, host), [
        `search:${host} one`,
        `search:${host} two`,
      ]);
    }
    assert.ok((await stage.signals(late.sessionId!)).includes('price_filter:-60'));
    const events = (await stage.events()).map(({ eventId }) => String(eventId));
    assert.deepEqual(events.filter((id) => id.endsWith('-checkout')).sort(), [
      'late-checkout',
      'slow-checkout',
    ]);
    await tab.close();
  } finally {
    hosts.close();
  }
}
