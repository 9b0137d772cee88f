import type { Client, Fallback } from '@decidable/sdk';
import { DecidableShelf, type ListAnswer } from './shelf.ts';

/**
 * Search: with a `<template>`, the form in it shows what the catalogue has, in this page; where the service does not answer,
 * it leads to the shop's own results as it would without this element. Results that the page has for its `query` are ordered
 * for the visitor.
 */
export class DecidableSearch extends DecidableShelf {
  protected override readonly most: number = 24;
  /** The form of the visitor's search, until its answer. */
  #form: HTMLFormElement | undefined;

  protected override begin(signal: AbortSignal): void {
    this.addEventListener('submit', (event) => this.#search(event), { signal });
    this.say('');
    super.begin(signal);
  }

  #search(event: SubmitEvent): void {
    const form = event.target as HTMLFormElement;
    const input = form.querySelector<HTMLInputElement>('input:not([type=hidden])');
    if (event.defaultPrevented || !input || !this.template()) return;
    event.preventDefault();
    const query = input.value.trim();
    if (!query) return;
    this.#form = form;
    // The page's own results were of another search.
    this.isMade = true;
    this.products = undefined;
    // A change of the attribute asks for the list.
    this.setAttribute('query', query);
  }

  protected override question(): ((client: Client) => Promise<ListAnswer>) | undefined {
    const query = this.getAttribute('query');
    if (!query) return undefined;
    const own = this.given();
    if (own.length > 0) return (client) => client.rerank(own, { query, explain: false });
    return this.template() && super.question({ unmatched: 'exclude' });
  }

  protected override did(): readonly (string | null)[] {
    const query = this.getAttribute('query');
    return [...super.did(), query && `search:${query}`];
  }

  protected override show(answer: ListAnswer | Fallback): void {
    const form = this.#form;
    this.#form = undefined;
    super.show(answer, 'decidable-searched');
    if (!form) return;
    // Not `form.submit`: a button of that name would hide it.
    if (answer.fallback) HTMLFormElement.prototype.submit.call(form);
    else this.say(`${this.getAttribute('label') ?? 'Products'}: ${this.listed().length}`);
  }
}
