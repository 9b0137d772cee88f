import { basket, countOf } from './basket.js';
import { shelves } from './catalogue.js';
import { h, icon } from './elements.js';
import { suggestions } from './engine.js';

const PAUSE = 140;
/** What stands beside a suggestion that is more than words to search for. */
const KINDS = { product: 'Product', category: 'Category', brand: 'Brand' };

/** The search box: a combobox (ARIA Authoring Practices, list autocomplete with manual selection). */
function searchBox(query) {
  const input = h('input', {
    type: 'search',
    name: 'q',
    id: 'search',
    value: query,
    placeholder: 'Search the shop',
    autocomplete: 'off',
    maxlength: 512,
    role: 'combobox',
    'aria-expanded': 'false',
    'aria-controls': 'suggestions',
    'aria-autocomplete': 'list',
    'aria-label': 'Search the shop',
    enterkeyhint: 'search',
  });
  const list = h('ul', {
    id: 'suggestions',
    role: 'listbox',
    'aria-label': 'Suggestions',
    class: 'suggestions',
    hidden: true,
  });
  const form = h(
    'form',
    { role: 'search', action: './', class: 'search' },
    icon('M9 15A6 6 0 1 0 9 3a6 6 0 0 0 0 12Zm4.500 -1.500L17 17'),
    input,
    list,
  );
  let timer;
  let abort = new AbortController();
  let active = -1;
  let offered = [];

  const options = () => [...list.children];
  function show(index) {
    active = index;
    for (const [place, option] of options().entries()) {
      option.setAttribute('aria-selected', String(place === active));
    }
    const chosen = options()[active];
    if (chosen) input.setAttribute('aria-activedescendant', chosen.id);
    else input.removeAttribute('aria-activedescendant');
    chosen?.scrollIntoView({ block: 'nearest' });
  }
  function close() {
    list.hidden = true;
    input.setAttribute('aria-expanded', 'false');
    show(-1);
  }
  function choose({ text, productId }) {
    input.value = text;
    close();
    if (productId) {
      location.href = `product?id=${encodeURIComponent(productId)}`;
      return;
    }
    form.requestSubmit();
  }
  async function suggest() {
    abort.abort();
    abort = new AbortController();
    const { signal } = abort;
    const found = await suggestions(input.value.trim());
    if (signal.aborted || document.activeElement !== input) return;
    offered = found;
    list.replaceChildren(
      ...offered.map((suggestion, index) =>
        h(
          'li',
          {
            role: 'option',
            id: `suggestion-${index}`,
            'aria-selected': 'false',
            'data-kind': KINDS[suggestion.type],
            // Before the input loses the focus, and the list with it.
            onmousedown: (event) => event.preventDefault(),
            onclick: () => choose(suggestion),
          },
          suggestion.text,
        ),
      ),
    );
    active = -1;
    input.removeAttribute('aria-activedescendant');
    list.hidden = !offered.length;
    input.setAttribute('aria-expanded', String(offered.length > 0));
  }

  input.addEventListener('input', () => {
    clearTimeout(timer);
    timer = setTimeout(suggest, PAUSE);
  });
  input.addEventListener('focus', suggest);
  input.addEventListener('blur', () => {
    abort.abort();
    close();
  });
  input.addEventListener('keydown', (event) => {
    const count = list.hidden ? 0 : list.children.length;
    if (event.key === 'Escape' && count) {
      event.preventDefault();
      close();
    } else if (event.key === 'Enter' && active >= 0) {
      event.preventDefault();
      choose(offered[active]);
    } else if (count && (event.key === 'ArrowDown' || event.key === 'ArrowUp')) {
      event.preventDefault();
      // While the shopper chooses from the list, later suggestions must not replace it.
      clearTimeout(timer);
      abort.abort();
      const step = event.key === 'ArrowDown' ? 1 : -1;
      show(((active + 1 + step + count + 1) % (count + 1)) - 1);
    }
  });
  form.addEventListener('submit', (event) => {
    if (!input.value.trim()) event.preventDefault();
  });
  return form;
}

/** Draws the head of every page: name, search, cart, categories. */
export function drawMasthead({ shelf, query = '', home = false } = {}) {
  const count = h('span', { class: 'count', 'aria-hidden': 'true' });
  const cart = h(
    'a',
    { href: 'cart', class: 'cart-link' },
    icon('M3 4h2l1.800 9h8.200l1.800 -6.500H6M8 17.200v.1M14 17.200v.1'),
    h('span', { class: 'cart-word' }, 'Cart'),
    count,
  );
  function recount() {
    const number = countOf();
    count.textContent = number ? String(number) : '';
    cart.setAttribute(
      'aria-label',
      number ? `Cart, ${number} ${number === 1 ? 'item' : 'items'}` : 'Cart, empty',
    );
  }
  basket.addEventListener('change', recount);
  recount();
  document.getElementById('masthead').replaceChildren(
    h(
      'div',
      { class: 'masthead-row' },
      h('a', { href: './', class: 'wordmark', 'aria-label': 'Halden, to the start' }, 'Halden'),
      searchBox(query),
      cart,
    ),
    h(
      'nav',
      { 'aria-label': 'Shelves', class: 'shelves' },
      h(
        'ul',
        {},
        h('li', {}, h('a', { href: './', 'aria-current': home && 'page' }, 'All')),
        shelves.map(({ id, label }) =>
          h('li', {}, h('a', { href: `./?shelf=${id}`, 'aria-current': id === shelf && 'page' }, label)),
        ),
      ),
    ),
  );
  // On a phone the categories scroll: the current one is scrolled into view, but not the page.
  const current = document.querySelector('.shelves [aria-current]');
  const row = current?.closest('ul');
  if (row) row.scrollLeft = current.offsetLeft - (row.clientWidth - current.offsetWidth) / 2;
}
