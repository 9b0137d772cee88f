import { blanks, card, notice } from './cards.js';
import { found, loadCatalogue, shelfOf } from './catalogue.js';
import { h } from './elements.js';
import { browse, engine, isOn, recall, signal, start } from './engine.js';
import { closeOnLeaving, drawFacets, readChoices, writeChoices } from './facets.js';
import { drawMasthead } from './masthead.js';
import { describeOrder, drawPanel } from './panel.js';

/** The grid of the start page, of a category, and of search results. */

const PAGE = 24;
/** Products that are offered where nothing matches. */
const NEAREST = 8;
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
const facetBar = h('div', { class: 'facets', role: 'group', 'aria-label': 'Narrow the list' });
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
  facetBar,
  list,
  more,
);
closeOnLeaving(facetBar);

let catalogue;
let choices = readChoices(address.searchParams);
/** The pages that are shown: of one ranking each, so that an exposure names the ranking that it belongs to. */
let pages = [];

const range = () => {
  const form = new FormData(filters);
  const [from, to] = ['low', 'high'].map((name) => Number.parseInt(form.get(name), 10));
  return { from: Number.isFinite(from) ? from : 0, to: Number.isFinite(to) ? to : Number.POSITIVE_INFINITY };
};
const priced = () => range().from > 0 || range().to < Number.POSITIVE_INFINITY;
const filtered = () => priced() || choices.size > 0;

/** The list as the shop itself would show it, from a place on. */
function ownPage(offset) {
  const { from, to } = range();
  const sort = new FormData(filters).get('sort');
  const onShelf = shelf
    ? catalogue.products.filter(({ category }) => category === shelf.id)
    : catalogue.products;
  const meets = (product) =>
    product.price >= from &&
    product.price <= to &&
    [...choices].every(([attribute, list]) =>
      list.some((choice) =>
        typeof choice === 'string'
          ? product.attributes[attribute] === choice
          : Number(product.attributes[attribute]) >= choice.min &&
            Number(product.attributes[attribute]) <= choice.max,
      ),
    );
  const products = (query ? found(onShelf, query) : onShelf).filter(meets);
  if (sort) products.sort((a, b) => (sort === 'price_asc' ? a.price - b.price : b.price - a.price));
  return { products: products.slice(offset, offset + PAGE), total: products.length };
}

/** A page of the list for this shopper, from a place on. */
function pageFrom(offset) {
  const { from, to } = range();
  const price = { ...(from > 0 && { min: from }), ...(Number.isFinite(to) && { max: to }) };
  const constraints = { ...Object.fromEntries(choices), ...(priced() && { price }) };
  return browse(
    ownPage(offset),
    {
      limit: PAGE,
      offset,
      ...(query && { query: query.slice(0, 512) }),
      ...(shelf && { category: shelf.id }),
      ...(Object.keys(constraints).length && { filters: constraints }),
    },
    catalogue.find,
  );
}

const cardsOf = (page, before) =>
  page.products.map((product, index) => card(product, before + index + 1, page));

function nothing() {
  const [{ near = [], places }] = pages;
  const offer = near.slice(0, NEAREST);
  const chosen = choices.size ? 'Nothing is all of this' : 'Nothing at this price';
  return [
    filtered()
      ? notice(
          query ? `Nothing matches all of “${query}” and these choices` : chosen,
          choices.size ? 'Try with fewer choices.' : 'Try a wider range.',
          h(
            'button',
            { type: 'button', class: 'button', onclick: clear },
            choices.size ? 'Clear all' : 'Any price',
          ),
        )
      : notice(
          `Nothing matches all of “${query}”`,
          offer.length
            ? 'What comes nearest is below. Fewer or other words may help.'
            : 'Fewer or other words may help.',
          h('a', { href: './', class: 'button' }, 'See everything'),
        ),
    offer.length && h('h2', { class: 'others' }, 'What comes nearest'),
    offer.length &&
      h(
        'ol',
        { class: 'grid row', 'aria-label': 'What comes nearest' },
        offer.map((product, index) => card(product, index + 1, { places })),
      ),
  ].filter(Boolean);
}

function clear() {
  filters.reset();
  for (const input of filters.querySelectorAll('input')) input.value = '';
  void choose(new Map());
}

function draw() {
  const [{ products, facets = [] }] = pages;
  const { total } = pages.at(-1);
  count.textContent = `${total.toLocaleString('en')} ${total === 1 ? 'product' : 'products'}`;
  list.setAttribute('aria-busy', 'false');
  list.replaceChildren(...pages.flatMap((page, index) => cardsOf(page, index * PAGE)));
  list.hidden = !products.length;
  more.hidden = pages.length * PAGE >= total;
  // The price has fields of its own, and a shelf is one already.
  const offered = facets.filter(
    ({ attribute }) => attribute !== 'price' && !(shelf && attribute === 'category'),
  );
  drawFacets(facetBar, offered, choices, choose);
  facetBar.hidden = !offered.length && !choices.size;
  for (const old of main.querySelectorAll('.notice, .others, .row')) old.remove();
  if (!products.length) list.after(...nothing());
}

async function choose(next, attribute, choice) {
  const isMore = attribute && (next.get(attribute)?.length ?? 0) > (choices.get(attribute)?.length ?? 0);
  choices = next;
  const parameters = new URLSearchParams(location.search);
  writeChoices(choices, parameters);
  history.replaceState(null, '', parameters.size ? `?${parameters}` : location.pathname);
  if (isMore && typeof choice === 'string') {
    await (attribute === 'category'
      ? signal({ type: 'category_view', value: choice })
      : signal({ type: 'attribute_filter', value: `${attribute}=${choice}` }));
  }
  await arrange();
}

let turn = 0;
/** Ranks and shows the first page. Of two concurrent calls the later one counts. */
async function arrange() {
  if (!catalogue) return;
  const mine = ++turn;
  const first = await pageFrom(0);
  if (mine !== turn) return;
  pages = [first];
  const calm = matchMedia('(prefers-reduced-motion: reduce)').matches;
  if (document.startViewTransition && !calm && list.getAttribute('aria-busy') === 'false') {
    const transition = document.startViewTransition(draw);
    // A transition that the browser skips, as in a hidden tab, is not an error: the products are drawn all the same.
    transition.ready.catch(() => {});
    await transition.updateCallbackDone;
  } else draw();
  describeOrder(first, first.places && first.products[0]);
}

filters.addEventListener('submit', (event) => {
  event.preventDefault();
  const { from, to } = range();
  const done = priced()
    ? signal({ type: 'price_filter', value: `${from}-${Number.isFinite(to) ? to : 100000}` })
    : undefined;
  void Promise.resolve(done).then(arrange);
});
filters.elements.sort.addEventListener('change', ({ target }) => {
  // An order holds until another is told, so that "recommended" is told as well.
  void signal({ type: 'sort', value: target.value || 'recommended' }).then(arrange);
});
more.addEventListener('click', async () => {
  const mine = turn;
  const first = pages.length * PAGE;
  const next = await pageFrom(first);
  if (mine !== turn) return;
  pages.push(next);
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
