import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, it } from 'node:test';
import { createContext, runInContext } from 'node:vm';
import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { buildSdk } from '../build.ts';
import * as module from '../src/index.ts';
import type { ScriptClient } from '../src/types.ts';
import { buildStub, places } from './build.ts';

const stub = await buildStub();
const folder = await mkdtemp(join(tmpdir(), 'decidable-snippet-'));
await buildSdk(folder);
const script = await readFile(join(folder, 'decidable.js'), 'utf8');
after(() => rm(folder, { recursive: true }));

interface Page {
  readonly globals: Record<string, unknown>;
  readonly Decidable: ScriptClient;
  /** Of its globals. */
  names(): string[];
  /** Paths of the requests, and the names of their events. */
  readonly requests: string[];
  run(source: string): void;
  /** Tells the page that an element could not be loaded. */
  fail(id: string): void;
}

/** Globals of a page, as far as both scripts use them. */
function openPage(): Page {
  const heard: ((event: { target: { id: string } }) => void)[] = [];
  const requests: string[] = [];
  const globals: Record<string, unknown> = createContext({
    addEventListener: (type: string, listener: (typeof heard)[number]) =>
      type === 'error' && heard.push(listener),
    document: {
      currentScript: { src: 'https://decidable.example/sdk/v0/decidable.js' },
      addEventListener() {},
    },
    performance,
    Blob,
    URL,
    AbortController,
    crypto,
    navigator: {},
    fetch: async (address: string, { body }: { body: string }) => {
      const { events = [] } = JSON.parse(body) as { events?: { name: string }[] };
      requests.push(new URL(address).pathname.replace('/api/v1', ''), ...events.map(({ name }) => name));
      return Response.json({});
    },
    setTimeout,
    clearTimeout,
  });
  globals.self = globals;
  return {
    globals,
    get Decidable() {
      return globals.Decidable as ScriptClient;
    },
    names: () => Object.keys(globals),
    requests,
    run: (source) => runInContext(source, globals as never),
    fail: (id) => {
      for (const listener of heard) listener({ target: { id } });
    },
  };
}

/** A page whose script was blocked, and one with the script alone, before `init`: it answers from what it was given. */
function bothPages(): [blocked: Page, plain: Page] {
  const [blocked, plain] = [openPage(), openPage()];
  blocked.run(stub);
  blocked.fail('decidable');
  plain.run(script);
  return [blocked, plain];
}

describe('the snippet', () => {
  it('takes at most 500 bytes of a page that is compressed', () => {
    assert.ok(gzipSync(stub, { level: 9 }).byteLength <= 500, `${gzipSync(stub, { level: 9 }).byteLength}`);
  });

  it('stands in every page that shows it, with its hash and its size, as it is built', async () => {
    for (const { name, text, wanted } of await places(stub)) {
      assert.equal(text, wanted, `${name}: run \`npm run snippet -w packages/sdk\``);
      assert.ok(text.includes(stub) || /'sha256-/.test(text), name);
    }
    const guide = await readFile(new URL('../../../docs/guides/quick-start.md', import.meta.url), 'utf8');
    const [, bytes, compressed] = /inline script, (\d+) bytes \((\d+) with\s+gzip\)/.exec(guide)!;
    assert.deepEqual(
      [Number(bytes), Number(compressed)],
      [stub.length, gzipSync(stub, { level: 9 }).byteLength],
    );
  });

  it('holds nothing that would end the inline script, or that Markdown, HTML or a template reads otherwise', () => {
    assert.doesNotMatch(stub, /<\/|<!--|[\n`\\]|\$\{/);
  });

  it('has the methods of the SDK, is no promise, and leaves one name in the page', () => {
    const page = openPage();
    const before = page.names();
    page.run(stub);
    assert.deepEqual(page.names(), [...before, 'Decidable']);
    assert.deepEqual(Object.keys(page.Decidable).sort(), Object.keys(module).sort());
    assert.equal((page.Decidable as { then?: unknown }).then, undefined);
  });

  it('passes on as many arguments as any method has', () => {
    const page = openPage();
    page.run(stub);
    const stubbed = page.Decidable as unknown as Record<string, { readonly length: number }>;
    for (const [name, { length }] of Object.entries(module))
      assert.ok(length <= stubbed[name]!.length, `${name} takes ${length}`);
  });

  it('answers as the SDK does without the service, whatever it is given', async () => {
    const [blocked, plain] = bothPages();
    const limit = fc.option(fc.integer({ min: -3, max: 5 }), { nil: undefined });
    const products = fc.oneof(
      fc.array(fc.record({ id: fc.string(), price: fc.nat() })),
      fc.constantFrom(null, undefined, 3, 'text', {}),
    );
    const options = fc.option(fc.record({ limit }), { nil: undefined });
    const call = fc.oneof(
      fc.tuple(fc.constantFrom('search', 'rerank'), products, options),
      fc.tuple(
        fc.constant('rankedCatalog'),
        fc.option(fc.record({ limit, fallbackItems: products }), { nil: undefined }),
      ),
      fc.tuple(fc.constant('suggest'), fc.anything(), options),
      fc.tuple(fc.constantFrom('getSession', 'captureAutoSignals')),
      fc.tuple(fc.constantFrom('track', 'event'), fc.anything()),
    );
    await fc.assert(
      fc.asyncProperty(call, async ([method, ...args]) => {
        const ask = ({ Decidable }: Page) =>
          (Decidable as unknown as Record<string, (...args: unknown[]) => Promise<object>>)[method]!(...args);
        const answer = (await ask(blocked)) as Record<string, unknown>;
        const { reason, recorded, found, sessionId, ...wanted } = (await ask(plain)) as Record<
          string,
          unknown
        >;
        assert.equal(answer.reason, 'network');
        // What says no is absent.
        assert.ok(!(recorded || found || sessionId));
        const had = Object.fromEntries(Object.keys(wanted).map((name) => [name, answer[name]]));
        assert.equal(JSON.stringify(had), JSON.stringify(wanted));
      }),
    );
  });

  it('waits for a time that a page can wait, whatever its timeout is, and the script tells that it is wrong', () => {
    const odd = [Infinity, -Infinity, NaN, 0, -1, -5e9, 1e5, 1e9, 2 ** 31, Number.MAX_VALUE, 'soon', null];
    fc.assert(
      fc.property(fc.oneof(fc.constantFrom<unknown>(...odd), fc.double(), fc.integer()), (timeout) => {
        const page = openPage();
        const [waits, said]: [number[], string[]] = [[], []];
        Object.assign(page.globals, {
          setTimeout: (_: unknown, wait: number) => waits.push(wait),
        });
        page.run(stub);
        const onError = ({ path }: { path: string }) => said.push(path);
        const config = { apiKey: 'pk_live_x', organizationId: 'org_x', autoTrack: false, timeout, onError };
        void page.Decidable.init(config as never);
        const isTime = typeof timeout === 'number' && timeout > 0 && timeout < 1e5;
        assert.ok(waits[0]! > 0 && waits[0]! < 1e5, String(waits[0]));
        if (isTime) assert.equal(waits[0], timeout);
        page.run(script);
        void page.Decidable.init(config as never);
        assert.deepEqual([...new Set(said)], isTime ? [] : ['init']);
      }),
      { numRuns: 50 },
    );
  });

  it('runs what is pushed to it after the script has come, where a page has kept it', () => {
    const page = openPage();
    page.run(stub);
    page.run('kept = Decidable; ran = []; kept.push(() => ran.push("before"))');
    page.run(script);
    page.run('kept.push((client) => ran.push(client === Decidable), ["flushExposures"])');
    assert.deepEqual(Array.from(page.globals.ran as unknown[]), ['before', true]);
  });

  it('is not answered for by the failure of another element', async () => {
    const page = openPage();
    page.run(stub);
    const answer = page.Decidable.init({ apiKey: 'pk_live_x', organizationId: 'org_x', timeout: 20 });
    page.fail('logo');
    const { reason } = (await answer) as unknown as { reason: string };
    assert.equal(reason, 'timeout');
  });

  it('keeps what an array of before holds, and a second one changes nothing', () => {
    const page = openPage();
    page.run('ran = []; Decidable = [() => ran.push("array")]');
    page.run(stub);
    page.run('first = Decidable; Decidable.push(() => ran.push("stub"))');
    page.run(stub);
    page.run('if (first !== Decidable) throw new Error("another stub")');
    page.run(script);
    page.run(stub);
    page.run('if (first === Decidable || ran.join() !== "array,stub") throw new Error(ran)');
  });

  it('stops what was observed, before the script has come and after it', () => {
    const page = openPage();
    page.run(stub);
    const element = {} as Element;
    page.Decidable.observe(element, 'decision', 'a')();
    const stop = page.Decidable.observe(element, 'decision', 'b');
    const said: string[] = [];
    const observe = (_: Element, __: string, item: string) => {
      said.push(`observes ${item}`);
      return () => said.push(`stops ${item}`);
    };
    for (const run of page.Decidable as unknown as ((client: object) => void)[]) run({ observe });
    stop();
    assert.deepEqual(said, ['observes b', 'stops b']);
  });

  it('asks nothing again of a script that comes after the answer, and delivers what is to be delivered', async () => {
    const page = openPage();
    page.run(stub);
    const { Decidable } = page;
    void Decidable.init({ apiKey: 'pk_live_x', organizationId: 'org_x', autoTrack: false, timeout: 10 });
    const answers = [Decidable.search([{ id: 'a' }]), Decidable.suggest('a'), Decidable.rankedCatalog()];
    void Decidable.event('checkout');
    await Promise.all(answers);
    page.run(script);
    await page.Decidable.event('second');
    assert.deepEqual(
      page.requests.filter((each) => each !== '/event'),
      ['checkout', 'second'],
    );
  });
});
