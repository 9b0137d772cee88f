import { h, icon } from './elements.js';
import { engine, forget, isOn, switchEngine } from './engine.js';
import { because, evidenceOf, nameOf, reasonFor } from './words.js';

/** The panel that explains the order of the products: beside them, or a bottom sheet on a phone. */

const SHOWN_PERSONAS = 4;
const SHOWN_REASONS = 5;

const panel = document.getElementById('panel');
const percent = (share) => `${Math.max(1, Math.round(share * 100))} %`;

function bar(share) {
  const filled = h('span', { class: 'bar-filled' });
  // Set by script, since the page's policy forbids style attributes.
  filled.style.inlineSize = `${Math.min(100, share * 100)}%`;
  return h('span', { class: 'bar', 'aria-hidden': 'true' }, filled);
}

const toggle = h(
  'button',
  { type: 'button', role: 'switch', class: 'switch', onclick: () => switchEngine(!isOn()) },
  h('span', {}, 'Live ranking'),
  h('span', { class: 'switch-track', 'aria-hidden': 'true' }),
);
const state = h('p', { class: 'panel-state', 'aria-live': 'polite' });
const you = h('div', { class: 'panel-you' });
const why = h('div', { class: 'panel-why' });
const close = h(
  'button',
  { type: 'button', class: 'panel-close', 'aria-label': 'Close', onclick: () => open(false) },
  icon('M5 5l10 10M15 5L5 15'),
);
const handle = h(
  'button',
  {
    type: 'button',
    class: 'panel-handle',
    'aria-controls': 'panel',
    'aria-expanded': 'false',
    onclick: () => open(true),
  },
  'Why this order',
);

let opener = handle;
function open(wanted, from = handle) {
  panel.toggleAttribute('data-open', wanted);
  handle.setAttribute('aria-expanded', String(wanted));
  // Beside the products it is always open; as a sheet it takes the focus and returns it.
  const isSheet = getComputedStyle(handle).display !== 'none';
  if (wanted) {
    opener = from;
    if (isSheet) panel.querySelector('h2').focus();
  } else if (isSheet) opener.focus();
}

function drawPersonas(personas) {
  const shown = personas.slice(0, SHOWN_PERSONAS);
  you.replaceChildren(
    h('h3', {}, 'You, as the shop sees it'),
    shown.length
      ? h(
          'ul',
          { class: 'personas' },
          shown.map((persona) =>
            h(
              'li',
              {},
              h('span', { class: 'persona-name' }, nameOf(persona)),
              h('span', { class: 'persona-score' }, percent(persona.score)),
              bar(persona.score),
              h(
                'span',
                { class: 'persona-evidence' },
                [...new Set(persona.evidence.slice(0, 2).map(evidenceOf))].join(', '),
              ),
            ),
          ),
        )
      : h('p', { class: 'quiet' }, 'Nothing yet. Open a shelf, look at a product, or search.'),
  );
}

/** Explains the position of one product. */
export function explain(product, place, from) {
  if (!place) {
    why.replaceChildren(
      h('h3', {}, product.name),
      h('p', { class: 'quiet' }, 'It stands in the shop’s own order.'),
    );
  } else {
    const reasons = new Map();
    // What every product has explains none: it comes last, however much it is.
    const common = new Set();
    for (const factor of place.scoreBreakdown) {
      const words = because(factor);
      if (factor.factor === 'prior') common.add(words);
      reasons.set(words, (reasons.get(words) ?? 0) + factor.contribution);
    }
    const isCommon = ([words]) => Number(common.has(words));
    const sorted = [...reasons]
      .filter(([, part]) => part > 0)
      .sort((a, b) => isCommon(a) - isCommon(b) || b[1] - a[1]);
    const listed = sorted.slice(0, SHOWN_REASONS);
    const rest = sorted.slice(SHOWN_REASONS).reduce((sum, [, part]) => sum + part, 0);
    if (rest > 0) listed.push(['All else', rest]);
    why.replaceChildren(
      h('h3', {}, h('span', { class: 'place' }, `Place ${place.rank}`), product.name),
      h(
        'ul',
        { class: 'reasons' },
        listed.map(([words, part]) =>
          h(
            'li',
            {},
            h('span', { class: 'reason-words' }, words),
            h('span', { class: 'reason-share' }, percent(part / place.score)),
            bar(part / place.score),
          ),
        ),
      ),
      h('p', { class: 'quiet' }, 'How much each counts for its place.'),
    );
  }
  if (from) open(true, from);
}

/** Shows the basis of the order; `first` is the product that is explained by default. */
export function describeOrder({ decisionId, places, reason }, first) {
  toggle.setAttribute('aria-checked', String(isOn()));
  panel.toggleAttribute('data-off', !isOn());
  state.textContent = reason ? reasonFor(reason) : decisionId ? 'Ordered for you, just now.' : '';
  if (!isOn()) drawPersonas([]);
  if (first) explain(first, places?.get(first.id));
  else why.replaceChildren();
}

/** @param title the title on a page without a ranking */
export function drawPanel(title = 'Why this order') {
  panel.replaceChildren(
    h('div', { class: 'panel-head' }, h('h2', { id: 'panel-title', tabindex: '-1' }, title), close),
    toggle,
    state,
    why,
    you,
    h('a', { class: 'link', href: 'debug' }, 'What became of each call'),
    h(
      'button',
      {
        type: 'button',
        class: 'link',
        onclick: () => {
          forget();
          location.assign('./');
        },
      },
      'Forget me and start over',
    ),
  );
  handle.textContent = title;
  panel.after(handle);
  toggle.setAttribute('aria-checked', String(isOn()));
  drawPersonas([]);
  engine.addEventListener('personas', ({ detail }) => drawPersonas(detail));
  panel.addEventListener('keydown', ({ key }) => {
    if (key === 'Escape') open(false);
  });
}
