import { h } from './elements.js';
import { callsOfMine, recall, start } from './engine.js';
import { drawMasthead } from './masthead.js';
import { drawPanel } from './panel.js';

/** What became of each call that this shop made for this visitor. */

const EVERY = 1_000;
const main = document.getElementById('main');
drawMasthead();
drawPanel('What the shop sees');

const list = h('ol', { class: 'calls', 'aria-label': 'Calls, the latest first' });
const empty = h(
  'p',
  { class: 'quiet' },
  'No calls yet. Open a shelf or a product in another tab: its calls appear here.',
);
main.replaceChildren(
  h('h1', {}, 'What became of each call'),
  h(
    'p',
    { class: 'quiet' },
    'The calls of the last minutes of this visit, the latest first: what the service understood, what it did not, and the fix.',
  ),
  empty,
  list,
);

const clock = new Intl.DateTimeFormat('en-GB', { timeStyle: 'medium' });

function callOf({ at, endpoint, status, code, milliseconds, understood, problems, request, answer }) {
  return h(
    'li',
    { class: status >= 400 || problems.length > 0 ? 'call problem' : 'call' },
    h(
      'p',
      { class: 'call-head' },
      h('strong', {}, endpoint),
      h('span', {}, code ? `${status} ${code}` : status),
      h('span', { class: 'quiet' }, `${milliseconds.toFixed(1)} ms`),
      h('time', { class: 'quiet', datetime: at }, clock.format(new Date(at))),
    ),
    understood.length > 0 && h('p', {}, `Understood: ${understood.join(', ')}`),
    problems.map(({ message, fix }) => h('p', {}, fix ? `${message} Fix: ${fix}` : message)),
    h(
      'details',
      {},
      h('summary', { class: 'call-more' }, 'Body and answer'),
      h('p', { class: 'call-text' }, request ?? ''),
      h('p', { class: 'call-text' }, answer),
    ),
  );
}

const shown = new Set();

/** Looks again and again: after a look that fails, too. */
async function look() {
  try {
    if (document.visibilityState !== 'visible') return;
    for (const call of await callsOfMine()) {
      if (shown.has(call.correlationId)) continue;
      shown.add(call.correlationId);
      list.prepend(callOf(call));
    }
    empty.hidden = shown.size > 0;
  } finally {
    setTimeout(look, EVERY);
  }
}

await start();
await recall();
await look();
