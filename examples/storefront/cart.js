import { basket, contents, empty, setCount } from './basket.js';
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

function line(product, count) {
  return h(
    'li',
    { class: 'line' },
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
        value: count,
        onchange: ({ target }) => setCount(product.id, Number(target.value) || 1),
      }),
    ),
    h('span', { class: 'price' }, money(product.price * count)),
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

function draw(catalogue, ordered = false) {
  const lines = Object.entries(contents())
    .map(([id, count]) => [catalogue.find(id), count])
    .filter(([product]) => product);
  const total = lines.reduce((sum, [product, count]) => sum + product.price * count, 0);
  const order = async () => {
    await signal(...lines.map(([product]) => ({ type: 'purchase', value: product.id })));
    void outcome('order_placed', { value: Math.round(total * 100) / 100, items: lines.length });
    empty();
    draw(catalogue, true);
    main.focus();
  };
  main.replaceChildren(
    h('h1', {}, 'Cart'),
    ordered
      ? notice(
          'Thank you',
          'Your order was placed. Nothing will be sent: this is a demo.',
          h('a', { href: './', class: 'button' }, 'Back to the shelves'),
        )
      : lines.length
        ? h(
            'div',
            {},
            h(
              'ul',
              { class: 'lines' },
              lines.map(([product, count]) => line(product, count)),
            ),
            h(
              'div',
              { class: 'total' },
              h('span', {}, 'Total'),
              h('span', { class: 'price large-price' }, money(total)),
            ),
            h('button', { type: 'button', class: 'button primary', onclick: order }, 'Place the order'),
          )
        : notice(
            'Nothing here yet',
            'What you add is kept on this device.',
            h('a', { href: './', class: 'button' }, 'Look around'),
          ),
  );
}

try {
  const [catalogue] = await Promise.all([loadCatalogue(), start()]);
  draw(catalogue);
  describeOrder({});
  basket.addEventListener('change', () => draw(catalogue));
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
