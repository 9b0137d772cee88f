import type { Warning } from '@decidable/engine/catalogue';
import type { Step } from '../report/next-step.ts';
import { count } from '../report/wording.ts';
import { html, type Markup } from './markup.ts';

/** Ids in the initial markup; the script adds the others when a list is opened. Set by hand. */
const SHOWN = 24;

export function nextSteps(steps: readonly Step[]): Markup {
  return html`<section class="next" aria-labelledby="next"><h2 id="next">Next</h2><ol>${steps.map(
    ({ text, command }) =>
      html`<li><p>${text}</p>${command !== undefined && html`<pre tabindex="0"><code>${command}</code></pre>`}</li>`,
  )}</ol></section>`;
}

export function warningList(warnings: readonly Warning[]): Markup {
  if (warnings.length === 0) return html``;
  return html`<section class="warnings" aria-labelledby="warnings"><h2 id="warnings">Worth knowing</h2><ul>${warnings.map(
    ({ message }) => html`<li>${message}</li>`,
  )}</ul></section>`;
}

/** Header of a sortable column; `key` is its index in the row's `data-sort`. */
export function sortable(
  label: string,
  key: number,
  first: 'ascending' | 'descending',
  sorted = false,
): Markup {
  return html`<th scope="col"${sorted && html` aria-sort="${first}"`}><button type="button" data-key="${key}" data-first="${first}">${label}</button></th>`;
}

/** A collapsed list of products; `list` is its number in the page's data. */
export function foldedIds(summary: string, ids: readonly string[], list: number): Markup {
  if (ids.length === 0) return html``;
  return html`<details class="ids" data-list="${list}"><summary>${summary}</summary><ul>${ids
    .slice(0, SHOWN)
    .map((id) => html`<li><bdi>${id}</bdi></li>`)}</ul>${
    ids.length > SHOWN &&
    html`<p class="more">and <span>${count(ids.length - SHOWN)}</span> more<noscript>; JavaScript is needed to show them</noscript></p>`
  }</details>`;
}

/**
 * Lists of ids in the page's data. Each id is stored once, and lists hold indices in base 36: affected
 * products repeat from attribute to attribute and would otherwise be most of the file.
 */
export class IdLists {
  readonly #places = new Map<string, number>();
  readonly #lists: string[] = [];

  /** Adds a list and returns its number. */
  add(ids: readonly string[]): number {
    const places = ids.map((id) => {
      let at = this.#places.get(id);
      if (at === undefined) {
        at = this.#places.size;
        this.#places.set(id, at);
      }
      return at.toString(36);
    });
    return this.#lists.push(places.join(' ')) - 1;
  }

  data(): { readonly ids: readonly string[]; readonly lists: readonly string[] } {
    return { ids: [...this.#places.keys()], lists: this.#lists };
  }
}
