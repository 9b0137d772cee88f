import { facetLabel, facetWords } from './catalogue.js';
import { h, icon } from './elements.js';

/** Facets of a list: what its products differ in, each a menu of values with their numbers, and what was chosen. */

/** Values that a menu shows. */
const SHOWN = 12;

/**
 * What was chosen, by attribute: values, or ranges `{ min, max }`. It lives in the address, so that a list can be shared
 * and the back button works: `?f.color=Black&f.refresh_rate=144..240`.
 */
export function readChoices(parameters) {
  const choices = new Map();
  for (const [name, value] of parameters) {
    if (!name.startsWith('f.') || !value) continue;
    const attribute = name.slice(2);
    const range = /^(-?[\d.]+)\.\.(-?[\d.]+)$/.exec(value);
    const choice = range ? { min: Number(range[1]), max: Number(range[2]) } : value;
    choices.set(attribute, [...(choices.get(attribute) ?? []), choice]);
  }
  return choices;
}

const written = (choice) => (typeof choice === 'string' ? choice : `${choice.min}..${choice.max}`);

/** Writes the choices into the parameters of an address. */
export function writeChoices(choices, parameters) {
  for (const name of [...parameters.keys()]) if (name.startsWith('f.')) parameters.delete(name);
  for (const [attribute, list] of choices) {
    for (const choice of list) parameters.append(`f.${attribute}`, written(choice));
  }
}

const isChosen = (choices, attribute, choice) =>
  (choices.get(attribute) ?? []).some((other) => written(other) === written(choice));

/** The choices with one more, or one less. */
export function toggled(choices, attribute, choice) {
  const list = choices.get(attribute) ?? [];
  const rest = list.filter((other) => written(other) !== written(choice));
  const next = new Map(choices);
  if (rest.length === list.length) next.set(attribute, [...list, choice]);
  else if (rest.length) next.set(attribute, rest);
  else next.delete(attribute);
  return next;
}

const rangeWords = (attribute, { min, max }) =>
  min === max
    ? facetWords(attribute, String(min))
    : `${facetWords(attribute, String(min))} to ${facetWords(attribute, String(max))}`;

const wordsOf = (attribute, choice) =>
  typeof choice === 'string' ? facetWords(attribute, choice) : rangeWords(attribute, choice);

function menu(facet, choices, choose) {
  const { attribute, values = [], buckets } = facet;
  const chosen = choices.get(attribute)?.length ?? 0;
  const rows = buckets
    ? buckets.map(({ min, max, count }) => ({ choice: { min, max }, count }))
    : values.slice(0, SHOWN).map(({ value, count }) => ({ choice: value, count }));
  return h(
    'details',
    { class: 'facet', name: 'facet', 'data-facet': attribute },
    h(
      'summary',
      {},
      facetLabel(facet),
      chosen > 0 && h('span', { class: 'count' }, String(chosen)),
      icon('M6 8l4 4 4 -4'),
    ),
    h(
      'ul',
      {},
      rows.map(({ choice, count }) =>
        h(
          'li',
          {},
          h(
            'label',
            {},
            h('input', {
              type: 'checkbox',
              checked: isChosen(choices, attribute, choice),
              onchange: () => choose(toggled(choices, attribute, choice), attribute, choice),
            }),
            h('span', {}, wordsOf(attribute, choice)),
            h('span', { class: 'facet-count' }, count.toLocaleString('en')),
          ),
        ),
      ),
    ),
  );
}

/**
 * Draws the menus and the chosen values into an element. An open menu stays open, with its focus.
 *
 * @param choose called with the new choices, and the attribute and value that changed
 */
export function drawFacets(element, facets, choices, choose) {
  const open = element.querySelector('details[open]')?.dataset.facet;
  const focused = [...element.querySelectorAll('input, summary, button')].indexOf(document.activeElement);
  const chips = [...choices].flatMap(([attribute, list]) =>
    list.map((choice) => {
      const label = facetLabel(
        facets.find((facet) => facet.attribute === attribute) ?? { attribute, label: attribute },
      );
      return h(
        'button',
        {
          type: 'button',
          class: 'chip',
          'aria-label': `Remove ${label}: ${wordsOf(attribute, choice)}`,
          onclick: () => choose(toggled(choices, attribute, choice), attribute, choice),
        },
        wordsOf(attribute, choice),
        icon('M6 6l8 8M14 6l-8 8'),
      );
    }),
  );
  element.replaceChildren(
    h(
      'div',
      { class: 'facet-menus' },
      facets.map((facet) => menu(facet, choices, choose)),
    ),
    chips.length
      ? h(
          'div',
          { class: 'chips' },
          chips,
          h('button', { type: 'button', class: 'link', onclick: () => choose(new Map()) }, 'Clear all'),
        )
      : '',
  );
  const menuAgain = open && element.querySelector(`details[data-facet="${CSS.escape(open)}"]`);
  if (menuAgain) menuAgain.open = true;
  if (focused >= 0) element.querySelectorAll('input, summary, button')[focused]?.focus();
}

/** Closes the open menu on Escape, and when something else is clicked. */
export function closeOnLeaving(element) {
  const close = () => {
    const menuOpen = element.querySelector('details[open]');
    if (menuOpen) menuOpen.open = false;
    return menuOpen;
  };
  document.addEventListener('click', ({ target }) => {
    if (target.isConnected && !target.closest('details')) close();
  });
  element.addEventListener('keydown', ({ key }) => {
    if (key === 'Escape') close()?.querySelector('summary').focus();
  });
}
