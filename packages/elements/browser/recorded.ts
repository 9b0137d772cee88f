import type { Page } from 'playwright-core';

export interface Put {
  /** Ids of products that the page has rendered by the template's form. */
  readonly own?: readonly string[];
  readonly attributes?: Readonly<Record<string, string>>;
  readonly properties?: object;
}

type List = HTMLElement & { products?: object | undefined; options?: object; refresh(): Promise<void> };

declare global {
  interface Window {
    /** What was asked of the recorded SDK: names of calls, with what they asked for. */
    asked: unknown[][];
    /** How many products are watched for being seen. */
    watched: number;
    /** Whether the service does not answer. */
    isAway: boolean;
    recorded: object;
    /** Puts a list into the page that has a template and, where it searches, a form. */
    put(name: string, put?: Put): List;
    /** Resolves when the list has the state. */
    inState(list: Element, state: string): Promise<void>;
    /** Searches as a visitor. */
    searchFor(list: Element, query: string): void;
  }
}

/**
 * Gives a page an SDK that answers at once, as the service does: lists of the page come reversed, with no more than the page
 * gave of each product; the catalogue has `c1` and `c2`.
 */
export const record = (page: Page): Promise<void> =>
  page.evaluate(() => {
    Object.assign(window, { asked: [], watched: 0, isAway: false });
    const answer = (list: object) =>
      window.isAway ? { ...list, fallback: true, reason: 'network' } : { ...list, decisionId: 'd' };
    type Products = readonly { readonly id: unknown }[];
    const ordered = (call: string) => async (products: Products, options: { query?: string }) => {
      window.asked.push([call, products.map(({ id }) => id).join(), options.query ?? null]);
      return answer({ results: [...products].reverse() });
    };
    window.recorded = {
      track: async (signals: unknown) => void window.asked.push(['track', signals]),
      search: ordered('search'),
      rerank: ordered('rerank'),
      rankedCatalog: async ({ query, unmatched }: Record<string, unknown>) => {
        window.asked.push(['rankedCatalog', query ?? null, unmatched ?? null]);
        const items = ['c1', 'c2'].map((id) => ({
          id,
          attributes: { name: `Product ${id}`, url: `/${id}` },
        }));
        return answer({ items });
      },
      observe: () => {
        window.watched++;
        return () => window.watched--;
      },
    };
    const make = (name: string, attributes: Readonly<Record<string, string>>, ...children: Node[]) => {
      const element = document.createElement(name);
      for (const [attribute, value] of Object.entries(attributes)) element.setAttribute(attribute, value);
      element.append(...children);
      return element;
    };
    const item = (own: Readonly<Record<string, string>>, address: object, text: string) => {
      const link = { 'data-decidable-href': 'url', 'data-decidable-text': 'name', ...address };
      const sale = make('i', { 'data-decidable-text': 'sale' }, new Text(text && 'Sale'));
      return make('p', own, make('a', link, new Text(text)), sale);
    };
    window.put = (name, { own = [], attributes = {}, properties = {} } = {}) => {
      const template = make('template', {}) as HTMLTemplateElement;
      template.content.append(item({}, {}, ''));
      const form = make('form', { action: '/results' }, make('input', { name: 'q', 'aria-label': 'Search' }));
      const items = own.map((id) => item({ 'data-decidable-id': id }, { href: `/own/${id}` }, `Own ${id}`));
      const list = make(name, attributes, ...(name === 'decidable-search' ? [form] : []), ...items, template);
      Object.assign(list, { client: window.recorded, ...properties });
      document.querySelector('#place')!.append(list);
      return list as ReturnType<typeof window.put>;
    };
    window.inState = async (list, state) => {
      while (list.getAttribute('state') !== state) await new Promise((resolve) => setTimeout(resolve, 5));
    };
    window.searchFor = (list, query) => {
      list.querySelector('input')!.value = query;
      list.querySelector('form')!.requestSubmit();
    };
  });
