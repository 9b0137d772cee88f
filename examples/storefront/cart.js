import { basket, contents, empty, isKept, setCount } from './basket.js';
import { notice } from './cards.js';
import { loadCatalogue, money } from './catalogue.js';
import { h } from './elements.js';
import { engine, outcome, recall, signal, start } from './engine.js';
import { drawMasthead } from './masthead.js';
import { describeOrder, drawPanel } from './panel.js';
import { pictureOf } from './pictures.js';

const main = document.getElementById('main');
drawMasthead();
drawPanel('What the shop sees');

const sumOf = (lines) => lines.reduce((sum, [product, count]) => sum + product.price * count, 0);
/** The products of the cart, in the order in which they were added. */
const linesOf = (catalogue) =>
  Object.entries(contents())
    .map(([id, count]) => [catalogue.find(id), count])
    .filter(([product]) => product);

function line(product) {
  return h(
    'li',
    { class: 'line', 'data-id': product.id },
    h('span', { class: 'tile small' }, pictureOf(product)),
    h(
      'span',
      { class: 'line-words' },
      h('a', { href: `product?id=${encodeURIComponent(product.id)}` }, product.name),
      h('span', { class: 'quiet' }, money(product.price)),
    ),
    h(
      'label',
      { class: 'amount' },
      h('span', { class: 'visually-hidden' }, `How many of ${product.name}`),
      h('input', {
        type: 'number',
        min: 1,
        max: 99,
        onchange: ({ target }) => setCount(product.id, Math.max(1, Math.round(target.valueAsNumber) || 1)),
      }),
    ),
    h('span', { class: 'price' }),
    h(
      'button',
      {
        type: 'button',
        class: 'link',
        'aria-label': `Remove ${product.name}`,
        onclick: () => {
          setCount(product.id, 0);
          void signal({ type: 'cart_remove', value: product.id });
          main.focus();
        },
      },
      'Remove',
    ),
  );
}

const list = h('ul', { class: 'lines' });
const total = h('span', { class: 'price large-price', 'aria-live': 'polite' });
const buy = h('button', { type: 'button', class: 'button primary' }, 'Place the order');
const filled = h('div', {}, list, h('div', { class: 'total' }, h('span', {}, 'Total'), total), buy);
const nothing = notice(
  'Nothing here yet',
  isKept()
    ? 'What you add is kept on this device.'
    : 'This browser keeps nothing for the shop: what you add is gone with its page.',
  h('a', { href: './', class: 'button' }, 'Look around'),
);
const thanks = notice(
  'Thank you',
  'Your order was placed. Nothing will be sent: this is a demo.',
  h('a', { href: './', class: 'button' }, 'Back to the shelves'),
);

/** Whether the cart is empty because its order was just placed. */
let ordered = false;

/** Shows amounts and sums. Unchanged lines keep their elements, and so the focus. */
function draw(catalogue) {
  const lines = linesOf(catalogue);
  const drawn = new Map([...list.children].map((element) => [element.dataset.id, element]));
  for (const [id, element] of drawn) if (!contents()[id]) element.remove();
  for (const [product, count] of lines) {
    const element = drawn.get(product.id) ?? line(product);
    element.querySelector('input').value = count;
    element.querySelector('.price').textContent = money(product.price * count);
    if (element.parentNode !== list) list.append(element);
  }
  total.textContent = money(sumOf(lines));
  if (lines.length) ordered = false;
  const shown = lines.length ? filled : ordered ? thanks : nothing;
  if (!shown.isConnected) main.replaceChildren(h('h1', {}, 'Cart'), shown);
}

async function order(catalogue) {
  // A second click would place the order again.
  buy.disabled = true;
  const lines = linesOf(catalogue);
  await signal(...lines.map(([product]) => ({ type: 'purchase', value: product.id })));
  void outcome('order_placed', { value: Math.round(sumOf(lines) * 100) / 100, items: lines.length });
  ordered = true;
  empty();
  main.focus();
  buy.disabled = false;
}

try {
  const [catalogue] = await Promise.all([loadCatalogue(), start()]);
  draw(catalogue);
  describeOrder({});
  basket.addEventListener('change', () => draw(catalogue));
  buy.addEventListener('click', () => void order(catalogue));
  engine.addEventListener('switched', () => describeOrder({}));
  await recall();
} catch (error) {
  if (!(error instanceof Error)) throw error;
  main.append(
    notice(
      'The shelves are out of reach',
      'The catalogue could not be loaded. Check the connection and try again.',
      h('button', { type: 'button', class: 'button', onclick: () => location.reload() }, 'Try again'),
    ),
  );
}
