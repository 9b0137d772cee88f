import type {
  Client,
  Fallback,
  Product,
  RankedAnswer,
  RankedOptions,
  SearchAnswer,
  Signal,
} from '@decidable/sdk';
import { arrange } from './arrange.ts';
import { complain, DecidableElement } from './element.ts';
import { fieldsIn, fill, rootOf, stamp } from './template.ts';

const ID = 'data-decidable-id';
const SKELETON = 'data-decidable-skeleton';

/** A product with whatever the page knows of it. */
export type Given = Product | (Product & Readonly<Record<string, unknown>>);
export type ListAnswer = RankedAnswer | SearchAnswer<Product>;

/**
 * A list of products in the visitor's order: of the elements in it, which have `data-decidable-id`; or, with a `<template>`,
 * of `products`, or of the catalogue. Until the answer, and without one, the order is the page's own.
 */
export class DecidableShelf extends DecidableElement {
  static readonly observedAttributes: readonly string[] = ['category', 'limit', 'query', 'signal'];
  /** How many products of the catalogue, where `limit` does not say it. */
  protected readonly most: number = 8;
  #products: readonly Given[] | undefined;
  #options: RankedOptions | undefined;
  /** Whether the list is of the catalogue, not the page's own. */
  protected isMade = false;
  /** Elements of the template. What a product lacks is empty in them; in those of the page it stays as the page wrote it. */
  readonly #stamped = new WeakSet<Element>();
  /** Whether the products are still to be shown in the page's own order. */
  #isNew = false;
  #tracked: ReadonlySet<string | null> = new Set();
  #watched: readonly (() => void)[] = [];

  /** Products of the page in its own order. */
  get products(): readonly Given[] | undefined {
    return this.#products;
  }
  set products(products) {
    // One that has no id cannot be shown or ranked, and keeps no other out. A list that is left as it is stays the page's.
    const usable = products?.filter((product) => (product?.id ?? '') !== '');
    if (usable?.length !== products?.length) complain('products without an id are left out.');
    this.#products = usable?.length === products?.length ? products : usable;
    this.isMade &&= !products;
    this.#isNew = true;
    this.attributeChangedCallback();
  }

  /** What else to ask of the catalogue: `{ filters, seen, diversity, … }`. */
  get options(): RankedOptions | undefined {
    return this.#options;
  }
  set options(options) {
    this.#options = options;
    this.attributeChangedCallback();
  }

  protected begin(signal: AbortSignal): void {
    signal.addEventListener('abort', () => {
      this.#unwatch();
      this.#settle();
    });
    this.attributeChangedCallback();
  }

  override attributeChangedCallback(): void {
    void this.refresh();
  }

  /** Asks again: when the products in the markup have changed, or the visitor has done something. */
  refresh(): Promise<void> {
    return this.ask<ListAnswer>(
      0,
      () => {
        const question = this.question();
        this.#wait(!!question);
        return (
          question &&
          ((client) => {
            this.#track(client);
            return question(client);
          })
        );
      },
      (answer) => this.show(answer),
    );
  }

  /**
   * What to ask of the SDK, if anything.
   *
   * @param usual what is asked of the catalogue where `options` do not say it
   */
  protected question(usual?: RankedOptions): ((client: Client) => Promise<ListAnswer>) | undefined {
    const template = this.template();
    // What is undefined is not sent.
    const said = (name: string) => (this.getAttribute(name) || undefined)!;
    const asked = { explain: false, query: said('query') };
    if (template && !this.#products) {
      const options = {
        ...asked,
        category: said('category'),
        limit: this.wanted(),
        fields: fieldsIn([rootOf(template), ...this.listed()]),
        ...usual,
        ...this.#options,
      };
      return (client) => client.rankedCatalog(options);
    }
    const products = this.given();
    if (products.length > 0) return (client) => client.search(products, asked);
    if (!this.#products) complain(`<${this.localName}> needs products with ${ID}, or a <template>.`);
    return undefined;
  }

  /** What the visitor did by coming here, each as type and value. */
  protected did(): readonly (string | null)[] {
    return [this.getAttribute('signal')];
  }

  /** Shows the order of the service; without one everything stays as it is. */
  protected show(answer: ListAnswer | Fallback, event = 'decidable-ranked'): void {
    this.#settle();
    if (!answer.fallback) {
      const list = 'items' in answer ? answer.items : answer.results;
      const template = this.template();
      const order = template ? this.#render(template, list) : this.#reorder(list);
      this.#unwatch();
      this.#watched = order.map((element, place) => {
        const shown = { id: element.getAttribute(ID)!, position: place + 1 };
        return this.sdk!.observe(element, answer.decisionId, shown);
      });
    }
    this.setAttribute('state', answer.fallback ? 'fallback' : 'ranked');
    this.tell(event, answer);
  }

  protected template(): HTMLTemplateElement | undefined {
    return this.own<HTMLTemplateElement>('template')[0];
  }

  /** The products that are shown. */
  protected listed(): Element[] {
    return this.own(`[${ID}]`);
  }

  /** The products that the page knows: as data, or those that it shows of itself. */
  protected given(): readonly Product[] {
    if (this.#products) return this.#products;
    return this.isMade ? [] : this.listed().map((element) => ({ id: element.getAttribute(ID)! }));
  }

  protected wanted(): number {
    const limit = Number(this.getAttribute('limit') ?? this.most);
    if (limit > 0) return limit;
    complain('limit is no number: write limit="8".');
    return this.most;
  }

  /** Shows what is to be seen until the answer to a question, if there is one. */
  #wait(isAsked: boolean): void {
    const template = this.template();
    this.#settle();
    if (template && this.#isNew && this.#products) {
      this.#unwatch();
      this.#render(template, this.#products);
    }
    this.#isNew = false;
    if (!isAsked) {
      this.removeAttribute('state');
      return;
    }
    this.setAttribute('state', 'waiting');
    this.ariaBusy = 'true';
    if (!template || this.listed().length > 0) return;
    for (let left = this.wanted(); left > 0; left--) {
      const skeleton = stamp(template);
      skeleton?.setAttribute(SKELETON, '');
      skeleton?.toggleAttribute('inert', true);
      template.before(skeleton ?? '');
    }
  }

  #settle(): void {
    for (const skeleton of this.own(`[${SKELETON}]`)) skeleton.remove();
    this.ariaBusy = null;
  }

  /** The search or list that is asked for next brings the signal. */
  #track(client: Client): void {
    const said = new Set(this.did());
    const signals = [...said].flatMap((each) => {
      if (!each || this.#tracked.has(each)) return [];
      const [type, ...value] = each.split(':');
      return [{ type, value: value.join(':') } as Signal];
    });
    if (signals.length > 0) void client.track(signals);
    this.#tracked = said;
  }

  #unwatch(): void {
    for (const stop of this.#watched) stop();
    this.#watched = [];
  }

  /** Shows products by the template. An element whose product stays is kept, with the focus in it. */
  #render(template: HTMLTemplateElement, list: readonly Product[]): Element[] {
    const before = this.listed();
    const known = new Map(before.map((element) => [element.getAttribute(ID)!, element]));
    const language = this.closest<HTMLElement>('[lang]')?.lang;
    const order = list.flatMap((product) => {
      const id = String(product.id);
      let element = known.get(id);
      known.delete(id);
      if (!element) {
        element = stamp(template);
        if (!element) return [];
        this.#stamped.add(element);
        this.isMade = true;
        element.setAttribute(ID, id);
      }
      fill(element, product, language, !this.#stamped.has(element));
      return [element];
    });
    for (const element of before) if (!order.includes(element)) element.remove();
    template.before(...order.filter((element) => !element.isConnected));
    arrange(this.listed(), order);
    return order;
  }

  /** Orders the elements of the page; those that the answer leaves out come last, as they stood. */
  #reorder(list: readonly Product[]): Element[] {
    const places = new Map(list.map(({ id }, place) => [String(id), place]));
    const placeOf = (element: Element) => places.get(element.getAttribute(ID)!) ?? list.length;
    const items = this.listed();
    const order = [...items].sort((a, b) => placeOf(a) - placeOf(b));
    arrange(items, order);
    return order.filter((element) => placeOf(element) < list.length);
  }
}
