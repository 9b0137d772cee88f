import type { Step } from '../words/next-step.ts';
import type { Notice } from '../words/warnings.ts';
import { count, listed } from '../words/wording.ts';
import { html, type Markup } from './markup.ts';

/** Ids in the initial markup; the script adds the others when a list is opened. Set by hand. */
const SHOWN = 24;

export function nextSteps(steps: readonly Step[]): Markup {
  return html`<section class="next" aria-labelledby="next"><h2 id="next">Next</h2><ol>${steps.map(
    ({ text, command }) =>
      html`<li><p>${text}</p>${command !== undefined && html`<pre tabindex="0"><code>${command}</code></pre>`}</li>`,
  )}</ol></section>`;
}

export function warningList(found: readonly Notice[]): Markup {
  if (found.length === 0) return html``;
  return html`<section class="warnings" aria-labelledby="warnings"><h2 id="warnings">Worth knowing</h2><ul>${found.map(
    ({ files, message }) =>
      html`<li>${files.length > 0 && html`<bdi class="file">${listed(files)}</bdi>: `}${message}</li>`,
  )}</ul></section>`;
}

/**
 * Header of a sortable column; `key` is its index in the row's `data-sort`.
 *
 * @param how how its figures came about, for the pointer
 */
export function sortable(
  label: string,
  key: number,
  first: 'ascending' | 'descending',
  sorted = false,
  how?: string,
): Markup {
  return html`<th scope="col"${sorted && html` aria-sort="${first}"`}${how !== undefined && html` title="${how}"`}><button type="button" data-key="${key}" data-first="${first}">${label}</button></th>`;
}

/** A collapsed list of products; `list` is its number in the page's data. */
export function foldedProducts(summary: string, ids: readonly string[], lists: ProductLists): Markup {
  if (ids.length === 0) return html``;
  const list = lists.add(ids);
  return html`<details class="ids" data-list="${list}"><summary>${summary}</summary><ul${lists.haveTitles && html` class="titled"`}>${ids
    .slice(0, SHOWN)
    .map((id) => {
      const title = lists.titleOf(id);
      return html`<li><bdi>${id}</bdi>${title !== undefined && html` <bdi class="title">${title}</bdi>`}</li>`;
    })}</ul>${
    ids.length > SHOWN &&
    html`<p class="more">and <span>${count(ids.length - SHOWN)}</span> more<noscript>; JavaScript is needed to show them</noscript></p>`
  }</details>`;
}

/**
 * Characters of all titles in the page's data, so that the page of a large shop can still be sent. Set by hand: 1.5 MB of
 * a page of 4 MB.
 */
const TITLE_CHARACTERS = 1_500_000;

/**
 * Lists of products in the page's data. Each id is stored once, with its title, and lists hold indices in base 36:
 * affected products repeat from attribute to attribute and would otherwise be most of the file.
 */
export class ProductLists {
  readonly #places = new Map<string, number>();
  readonly #lists: string[] = [];
  readonly #titles: string[] = [];
  readonly #titleById: ReadonlyMap<string, string>;
  readonly #most: number;
  #characters = 0;

  /** @param most characters of all titles */
  constructor(titles: ReadonlyMap<string, string> = new Map(), most = TITLE_CHARACTERS) {
    this.#titleById = titles;
    this.#most = most;
  }

  get haveTitles(): boolean {
    return this.#titleById.size > 0;
  }

  /** The title of a product, unless the titles before it took the room. */
  titleOf(id: string): string | undefined {
    const place = this.#places.get(id);
    return (place === undefined ? undefined : this.#titles[place]) || undefined;
  }

  /** Adds a list and returns its number. */
  add(ids: readonly string[]): number {
    const places = ids.map((id) => {
      let at = this.#places.get(id);
      if (at === undefined) {
        at = this.#places.size;
        this.#places.set(id, at);
        this.#addTitle(at, this.#titleById.get(id) ?? '');
      }
      return at.toString(36);
    });
    return this.#lists.push(places.join(' ')) - 1;
  }

  /** The first products have titles, so that all of a list do or it says how many do. */
  #addTitle(at: number, title: string): void {
    if (this.#titles.length < at) return;
    this.#characters += title.length + 3;
    if (this.#characters <= this.#most) this.#titles.push(title);
  }

  data(): {
    readonly ids: readonly string[];
    readonly titles: readonly string[];
    readonly lists: readonly string[];
  } {
    const titles = this.haveTitles ? this.#titles : [];
    return { ids: [...this.#places.keys()], titles, lists: this.#lists };
  }
}
