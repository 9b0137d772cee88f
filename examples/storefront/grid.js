import { blanks, card, notice } from './cards.js';
import { found, loadCatalogue, shelfOf } from './catalogue.js';
import { h } from './elements.js';
import { engine, isOn, rank, recall, signal, start } from './engine.js';
import { drawMasthead } from './masthead.js';
import { describeOrder, drawPanel } from './panel.js';

/** The grid of the start page, of a category, and of search results. */

const PAGE = 24;
const address = new URL(location.href);
const shelf = shelfOf(address.searchParams.get('shelf'));
const query = (address.searchParams.get('q') ?? '').trim();
const main = document.getElementById('main');

drawMasthead({ shelf: shelf?.id, query, home: !shelf && !query });
drawPanel();

const heading = query ? `“${query}”` : (shelf?.label ?? 'For a good desk');
document.title = `${query || shelf?.label || 'Things for a good desk'} · Halden`;

const count = h('p', { class: 'quiet', id: 'count', 'aria-live': 'polite' }, 'Loading…');
const list = h(
  'ol',
  { class: 'grid', id: 'products', 'aria-label': 'Products', 'aria-busy': 'true' },
  blanks(8),
);
const more = h('button', { type: 'button', class: 'button quiet-button', hidden: true }, 'Show more');
const [low, high] = ['low', 'high'].map((name) => address.searchParams.get(name) ?? '');
const field = (name, label, value) =>
  h(
    'label',
    { class: 'price-field' },
    h('span', { class: 'visually-hidden' }, label),
    h('input', {
      type: 'number',
      name,
      min: 0,
      max: 100000,
      step: 1,
      value,
      placeholder: label,
      inputmode: 'numeric',
    }),
  );
const filters = h(
  'form',
  { class: 'filters', 'aria-label': 'Price and order' },
  h(
    'fieldset',
    {},
    h('legend', {}, 'Price'),
    field('low', 'From $', low),
    h('span', { 'aria-hidden': 'true' }, '–'),
    field('high', 'To $', high),
    h('button', { class: 'button small' }, 'Set'),
  ),
  h(
    'label',
    { class: 'sort' },
    h('span', {}, 'Order'),
    h(
      'select',
      { name: 'sort' },
      h('option', { value: '' }, 'Recommended'),
      h('option', { value: 'price_asc' }, 'Cheapest first'),
      h('option', { value: 'price_desc' }, 'Dearest first'),
    ),
  ),
);
main.append(
  h('div', { class: 'shelf-head' }, h('div', {}, h('h1', {}, heading), count), filters),
  list,
  more,
);

let catalogue;
let shown = PAGE;
let order = { products: [] };

const range = () => {
  const form = new FormData(filters);
  const [from, to] = ['low', 'high'].map((name) => Number.parseInt(form.get(name), 10));
  return { from: Number.isFinite(from) ? from : 0, to: Number.isFinite(to) ? to : Number.POSITIVE_INFINITY };
};
const filtered = () => range().from > 0 || range().to < Number.POSITIVE_INFINITY;

function candidates() {
  const { from, to } = range();
  const onShelf = shelf
    ? catalogue.products.filter(({ category }) => category === shelf.id)
    : catalogue.products;
  return (query ? found(onShelf, query) : onShelf).filter(({ price }) => price >= from && price <= to);
}

function draw() {
  const { products } = order;
  count.textContent = `${products.length.toLocaleString('en')} ${products.length === 1 ? 'product' : 'products'}`;
  list.setAttribute('aria-busy', 'false');
  list.replaceChildren(...products.slice(0, shown).map((product, index) => card(product, index + 1, order)));
  list.hidden = !products.length;
  more.hidden = products.length <= shown;
  main.querySelector('.notice')?.remove();
  if (!products.length) {
    list.after(
      filtered()
        ? notice(
            'Nothing at this price',
            'Try a wider range.',
            h(
              'button',
              {
                type: 'button',
                class: 'button',
                onclick: () => {
                  filters.reset();
                  for (const input of filters.querySelectorAll('input')) input.value = '';
                  void arrange();
                },
              },
              'Any price',
            ),
          )
        : notice(
            'Nothing found',
            `The shop has nothing for “${query}”. Fewer or other words may help.`,
            h('a', { href: './', class: 'button' }, 'See everything'),
          ),
    );
  }
}

let turn = 0;
/** Ranks and shows the visible products. Of two concurrent calls the later one counts. */
async function arrange() {
  if (!catalogue) return;
  const mine = ++turn;
  const products = candidates();
  const sort = new FormData(filters).get('sort');
  const next = sort
    ? {
        products: products.toSorted((a, b) => (sort === 'price_asc' ? a.price - b.price : b.price - a.price)),
      }
    : await rank(products, { whole: !query && !filtered(), category: shelf?.id, query });
  if (mine !== turn) return;
  order = next;
  const calm = matchMedia('(prefers-reduced-motion: reduce)').matches;
  if (document.startViewTransition && !calm && list.getAttribute('aria-busy') === 'false') {
    const transition = document.startViewTransition(draw);
    // A transition that the browser skips, as in a hidden tab, is not an error: the products are drawn all the same.
    transition.ready.catch(() => {});
    await transition.updateCallbackDone;
  } else draw();
  describeOrder(order, order.places && order.products[0]);
}

filters.addEventListener('submit', (event) => {
  event.preventDefault();
  const { from, to } = range();
  shown = PAGE;
  const done = filtered()
    ? signal({ type: 'price_filter', value: `${from}-${Number.isFinite(to) ? to : 100000}` })
    : undefined;
  void Promise.resolve(done).then(arrange);
});
filters.elements.sort.addEventListener('change', ({ target }) => {
  const done = target.value ? signal({ type: 'sort', value: target.value }) : undefined;
  void Promise.resolve(done).then(arrange);
});
more.addEventListener('click', () => {
  const first = shown;
  shown += PAGE;
  draw();
  list.children[first]?.querySelector('a').focus();
});
engine.addEventListener('switched', () => void recall().then(arrange));

try {
  const [loaded] = await Promise.all([loadCatalogue(), start()]);
  catalogue = loaded;
  if (isOn() && query) await signal({ type: 'search', value: query.slice(0, 512) });
  else if (isOn() && shelf) await signal({ type: 'category_view', value: shelf.id });
  else await recall();
  await arrange();
} catch (error) {
  if (!(error instanceof TypeError || error instanceof Error)) throw error;
  count.textContent = '';
  filters.hidden = true;
  list.replaceWith(
    notice(
      'The shelves are out of reach',
      'The catalogue could not be loaded. Check the connection and try again.',
      h('button', { type: 'button', class: 'button', onclick: () => location.reload() }, 'Try again'),
    ),
  );
}
