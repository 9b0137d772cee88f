import type { Page } from 'playwright-core';

/** What happens to an element: questions are answered in any order, and it may leave the page and come back. */
export type Act = { readonly act: 'ask' | 'ask twice' | 'leave' | 'return' } | { readonly answer: number };

export const KINDS = ['own elements', 'catalogue', 'search', 'suggest'] as const;
export type Kind = (typeof KINDS)[number];

export interface Played {
  /** After each act: the number of the question whose answer is shown, -1 for none, and of the newest question. */
  readonly shown: readonly (readonly [shown: number, newest: number])[];
  /** What is left once the element has gone: watched products, lists, announcements and skeletons. */
  readonly left: readonly number[];
  /** Questions that typing into the input of an element that has gone has asked. */
  readonly after: number;
}

/** Plays the acts in a page, with an SDK whose answers come when the acts say so. */
export const play = (page: Page, kind: Kind, acts: readonly Act[]): Promise<Played> =>
  page.evaluate(
    async ([kind, acts]) => {
      const place = document.querySelector('#place')!;
      const ids = Array.from({ length: 60 }, (_, index) => `q${index}`);
      const questions: (() => void)[] = [];
      let watching = 0;
      const asked = (answer: (question: number) => object) =>
        new Promise<object>((resolve) => {
          const question = questions.length;
          questions.push(() => resolve({ fallback: false, decisionId: 'd', ...answer(question) }));
        });
      const first = (question: number) =>
        [`q${question}`, ...ids.filter((id) => id !== `q${question}`)].map((id) => ({ id }));
      const client = {
        track: async () => {},
        search: () => asked((question) => ({ results: first(question) })),
        rankedCatalog: () => asked((question) => ({ items: first(question).slice(0, 3) })),
        suggest: () => asked((question) => ({ suggestions: [{ query: `q${question}` }] })),
        observe: () => {
          watching++;
          return () => watching--;
        },
      };
      const make = (name: string, ...children: Element[]) => {
        const element = document.createElement(name) as HTMLElement & { client: unknown; refresh(): void };
        element.append(...children);
        element.client = client;
        return element;
      };
      const template = document.createElement('template');
      template.content.append(document.createElement('p'));
      const input = document.createElement('input');
      input.value = 'l';
      const own = ids.map((id) => {
        const item = document.createElement('p');
        item.setAttribute('data-decidable-id', id);
        return item;
      });
      // Their last one stands first, so that every answer changes the order.
      own.unshift(own.pop()!);
      const element = {
        'own elements': () => make('decidable-shelf', ...own),
        catalogue: () => make('decidable-shelf', template),
        search: () => make('decidable-search', template),
        suggest: () => make('decidable-suggest', input),
      }[kind]();
      const type = () => input.dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowDown' }));
      const ask =
        { suggest: type, search: () => element.setAttribute('query', 'lamp') }[kind as 'suggest'] ??
        (() => element.refresh());
      const settled = async () => {
        for (let turn = 0; turn < 20; turn++) await Promise.resolve();
      };
      const shownIn = (): number => {
        const text =
          kind === 'suggest'
            ? element.querySelector('ul:not([hidden]) [role=option]')?.textContent
            : element.querySelector('[data-decidable-id]')?.getAttribute('data-decidable-id');
        return text === undefined || text === 'q59' ? -1 : Number(text!.slice(1));
      };
      place.append(element);
      await settled();
      const shown: [number, number][] = [];
      for (const act of acts) {
        if ('answer' in act) questions[act.answer]?.();
        else if (act.act === 'leave') element.remove();
        else if (act.act === 'return') {
          if (!element.isConnected) place.append(element);
        } else {
          ask();
          if (act.act === 'ask twice') ask();
        }
        await settled();
        shown.push([shownIn(), questions.length - 1]);
      }
      element.remove();
      await settled();
      const before = questions.length;
      type();
      await settled();
      const left = ['[role=listbox]', '[role=status]', '[data-decidable-skeleton]'].map(
        (selector) => element.querySelectorAll(selector).length,
      );
      return { shown, left: [watching, ...left], after: questions.length - before };
    },
    [kind, acts] as const,
  );
