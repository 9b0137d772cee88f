import { add } from './basket.js';
import { blanks, card, notice } from './cards.js';
import { factsOf, loadCatalogue, money, shelfOf } from './catalogue.js';
import { h } from './elements.js';
import { engine, outcome, rank, signal, start } from './engine.js';
import { drawMasthead } from './masthead.js';
import { describeOrder, drawPanel } from './panel.js';
import { pictureOf } from './pictures.js';

/** One product, and similar ones. */

const OTHERS = 12;
/** Shorter dwell times are not sent, seconds. */
const LOOK = 5;
const main = document.getElementById('main');
const id = new URL(location.href).searchParams.get('id');

function drawProduct(product) {
  const shelf = shelfOf(product.category);
  const status = h('p', { class: 'said', role: 'status' });
  const button = h(
    'button',
    {
      type: 'button',
      class: 'button primary',
      onclick: () => {
        add(product.id);
        status.replaceChildren('In the cart. ', h('a', { href: 'cart' }, 'See the cart'));
        void signal({ type: 'cart_add', value: product.id });
        void outcome('add_to_cart', { productId: product.id, price: product.price });
      },
    },
    'Add to cart',
  );
  document.title = `${product.name} · Halden`;
  main.append(
    h(
      'nav',
      { 'aria-label': 'Where this is', class: 'trail' },
      h('a', { href: `./?shelf=${shelf.id}` }, shelf.label),
    ),
    h(
      'article',
      { class: 'product' },
      h('div', { class: 'tile large' }, pictureOf(product)),
      h(
        'div',
        { class: 'product-words' },
        product.brand && h('p', { class: 'card-brand' }, product.brand),
        h('h1', {}, product.title),
        h('p', { class: 'price large-price' }, money(product.price)),
        button,
        status,
        h(
          'dl',
          { class: 'facts' },
          factsOf(product).map(([label, value]) => h('div', {}, h('dt', {}, label), h('dd', {}, value))),
        ),
      ),
    ),
  );
}

/** Sends the dwell time of the page, once, when it is hidden. */
function tellDwell() {
  const since = performance.now();
  document.addEventListener(
    'visibilitychange',
    () => {
      const seconds = Math.round((performance.now() - since) / 1000);
      if (document.visibilityState === 'hidden' && seconds >= LOOK)
        void signal({ type: 'dwell', value: `${id}:${Math.min(seconds, 600)}` });
    },
    { once: true },
  );
}

drawMasthead();
drawPanel();
const waiting = h(
  'div',
  { class: 'product blank', 'aria-hidden': 'true' },
  h('div', { class: 'tile large' }),
  h('div', {}, h('span', { class: 'stroke' }), h('span', { class: 'stroke short' })),
);
main.append(waiting);
try {
  const [catalogue] = await Promise.all([loadCatalogue(), start()]);
  const product = catalogue.find(id);
  waiting.remove();
  if (!product) {
    document.title = 'This product is gone · Halden';
    main.append(
      notice(
        'This product is gone',
        'It may have been sold, or the address is not quite right.',
        h('a', { href: './', class: 'button' }, 'See everything'),
      ),
    );
    describeOrder({});
  } else {
    drawMasthead({ shelf: product.category });
    drawProduct(product);
    const list = h('ol', { class: 'grid row', 'aria-label': 'Others that may suit' }, blanks(4));
    main.append(h('h2', { class: 'others' }, 'Others that may suit'), list);
    const others = catalogue.products.filter(({ category }) => category === product.category);
    const show = async () => {
      const order = await rank(others, product.category, OTHERS + 1);
      const products = order.products.filter((other) => other.id !== id).slice(0, OTHERS);
      list.replaceChildren(...products.map((other, index) => card(other, index + 1, order)));
      describeOrder(order, order.places && products[0]);
    };
    await signal({ type: 'product_view', value: id });
    tellDwell();
    await show();
    engine.addEventListener('switched', show);
  }
} catch (error) {
  if (!(error instanceof Error)) throw error;
  waiting.remove();
  main.append(
    notice(
      'The shelves are out of reach',
      'The catalogue could not be loaded. Check the connection and try again.',
      h('button', { type: 'button', class: 'button', onclick: () => location.reload() }, 'Try again'),
    ),
  );
}
