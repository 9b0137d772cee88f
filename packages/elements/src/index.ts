import { DecidableSearch } from './search.ts';
import { DecidableShelf } from './shelf.ts';
import { DecidableSuggest } from './suggest.ts';

export { DecidableSearch, DecidableShelf, DecidableSuggest };

declare global {
  interface HTMLElementTagNameMap {
    'decidable-shelf': DecidableShelf;
    'decidable-search': DecidableSearch;
    'decidable-suggest': DecidableSuggest;
  }
}

const elements = {
  'decidable-shelf': DecidableShelf,
  'decidable-search': DecidableSearch,
  'decidable-suggest': DecidableSuggest,
};

// A server has none; and a page that loads this twice keeps the first.
const registry = globalThis.customElements;
for (const [name, element] of Object.entries(elements))
  registry?.get(name) ?? registry?.define(name, element);
