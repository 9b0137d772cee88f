import { inShort, money } from './catalogue.js';
import { h } from './elements.js';
import { watch } from './engine.js';
import { explain } from './panel.js';
import { pictureOf } from './pictures.js';

/** A product in a list: its link, its price, and the reason for its position. */
export function card(product, position, { decisionId, places }) {
  const place = places?.get(product.id);
  const element = h(
    'li',
    { class: 'card', 'data-id': product.id },
    h(
      'a',
      { href: `product?id=${encodeURIComponent(product.id)}`, class: 'card-link' },
      h('span', { class: 'tile' }, pictureOf(product)),
      h('span', { class: 'card-brand' }, product.brand || '\u00a0'),
      h('span', { class: 'card-name' }, product.title),
    ),
    h('span', { class: 'card-facts' }, inShort(product)),
    h(
      'span',
      { class: 'card-foot' },
      h('span', { class: 'price' }, money(product.price)),
      place &&
        h(
          'button',
          {
            type: 'button',
            class: 'why',
            'aria-label': `Why here? ${product.name}`,
            onclick: ({ currentTarget }) => explain(product, place, currentTarget),
          },
          'Why here?',
        ),
    ),
  );
  if (place) watch(element, decisionId, product.id, position);
  return element;
}

/** Placeholders of products that are loading. */
export const blanks = (count) =>
  Array.from({ length: count }, () =>
    h(
      'li',
      { class: 'card blank', 'aria-hidden': 'true' },
      h('span', { class: 'tile' }),
      h('span', { class: 'stroke' }),
      h('span', { class: 'stroke short' }),
    ),
  );

/** The message of a page without content, as its heading. */
export const notice = (title, text, ...actions) =>
  h(
    'div',
    { class: 'notice' },
    h(document.querySelector('h1') ? 'h2' : 'h1', {}, title),
    h('p', {}, text),
    actions,
  );
