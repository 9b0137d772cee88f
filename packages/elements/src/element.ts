import type { Client, Fallback } from '@decidable/sdk';
import { NAMES, styles } from './styles.ts';

/** A server has no elements: there the classes are never made. */
const Base = globalThis.HTMLElement ?? (class {} as typeof HTMLElement);

const said = new Set<string>();

/** Tells a fault of the page, with its fix, once. */
export function complain(fault: string): void {
  if (said.has(fault)) return;
  said.add(fault);
  console.error(`Decidable: ${fault} See /docs/elements of the service.`);
}

/** Resolves when the scripts of the page, of which one calls `init`, have run. */
const whenReady = (): Promise<unknown> =>
  new Promise<unknown>((resolve) => {
    const [page] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
    if (document.readyState === 'complete' || page?.domContentLoadedEventStart) resolve(0);
    else document.addEventListener('DOMContentLoaded', resolve);
  });

/** An element that asks the SDK, and shows the answer to its latest question. */
export abstract class DecidableElement extends Base {
  /** Counts the questions: an answer counts while its question is the last one. */
  #turn = 0;
  #connection?: AbortController;
  #isBegun = false;
  #status?: HTMLElement;
  #client: Client | undefined;

  /** What to ask in place of the global `Decidable`: the SDK as a module. */
  get client(): Client | undefined {
    return this.#client;
  }
  set client(client) {
    this.#client = client;
    this.attributeChangedCallback();
  }

  /** The SDK, or what stands in for it until it has arrived; an array that waits for it has no methods. */
  protected get sdk(): Client | undefined {
    const client = this.#client ?? (globalThis as { Decidable?: Client }).Decidable;
    return client?.observe && client;
  }

  /** Asks again, where the element asks by itself. */
  attributeChangedCallback(): void {}

  /** Begins what lasts until the signal says that the element has left the page. */
  protected abstract begin(signal: AbortSignal): void;

  connectedCallback(): void {
    // What was set before the element was defined hides its accessors.
    for (const [name, value] of Object.entries(this)) {
      Reflect.deleteProperty(this, name);
      Reflect.set(this, name, value);
    }
    const root = this.getRootNode() as Document | ShadowRoot;
    const sheet = styles();
    if (!root.adoptedStyleSheets.includes(sheet)) root.adoptedStyleSheets.push(sheet);
    this.#connection = new AbortController();
    const { signal } = this.#connection;
    // A script that runs while the page is read sees an element before what is in it.
    void whenReady().then(() => {
      if (signal.aborted) return;
      this.#isBegun = true;
      this.begin(signal);
    });
  }

  disconnectedCallback(): void {
    this.#isBegun = false;
    this.drop();
    this.#connection!.abort();
    this.#status?.remove();
  }

  /** Lets no answer count of what was asked so far. */
  protected drop(): void {
    this.#turn++;
  }

  /**
   * Asks, unless something newer is asked by then, and shows the answer, unless something newer was asked since.
   *
   * @param rest ms to wait before it asks
   * @param prepare shows what is to be seen until the answer, and returns the question
   */
  protected async ask<Answer>(
    rest: number,
    prepare: () => ((client: Client) => Promise<Answer>) | undefined,
    show: (answer: Answer | Fallback) => void,
  ): Promise<void> {
    const turn = ++this.#turn;
    await (rest && new Promise((resolve) => setTimeout(resolve, rest)));
    if (turn !== this.#turn || !this.#isBegun) return;
    const question = prepare();
    if (!question) return;
    const { sdk } = this;
    if (!sdk) complain('there is no SDK: put its snippet into the page, or set `client`.');
    const answer = sdk ? await question(sdk) : ({ fallback: true, reason: 'not_initialised' } as const);
    if (turn === this.#turn) show(answer);
  }

  /** The elements in this one, without those of another one in it. */
  protected own<E extends Element>(selector: string): E[] {
    return [...this.querySelectorAll<E>(selector)].filter(
      (element) => element.parentElement!.closest(NAMES) === this,
    );
  }

  /** Says something to those who do not see the page. Some hear only what changes in an element that was there. */
  protected say(text: string): void {
    this.#status ??= document.createElement('div');
    this.#status.role = 'status';
    if (!this.#status.isConnected) this.append(this.#status);
    this.#status.textContent = text;
  }

  /** @returns whether the page leaves what follows to the element */
  protected tell(name: string, detail: unknown): boolean {
    return this.dispatchEvent(new CustomEvent(name, { detail, bubbles: true, cancelable: true }));
  }
}
