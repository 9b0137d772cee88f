import type { AuditResult } from '@decidable/engine/audit';
import { emptyQuestion, gradeIfNo, howToAnswer, yesOnlyInWords } from '../words/empty-words.ts';
import { said, saidBy, spelt } from '../words/said-wording.ts';
import {
  expectedInWords,
  lacksSentence,
  marketplacesInWords,
  SHELF_HEADING,
  SHELF_NOTE,
  shelfInWords,
  tellingShelves,
} from '../words/sections/shelf-words.ts';
import { bits, count, moved, sorted } from '../words/wording.ts';
import { html, type Markup } from './markup.ts';

const SHOWN_VALUES = 12;
/** Groups of spellings that are shown at once; the others are folded. Set by hand. */
const SHOWN = 10;

/** What titles and descriptions say and no column holds. */
export function lackingSection({ lacking = [] }: AuditResult): Markup {
  if (lacking.length === 0) return html``;
  return html`<section class="lacking" aria-labelledby="lacking"><h2 id="lacking">What no column holds</h2>
<p class="key">Titles and descriptions say it of some products. The bits are what a column of it would bring if it were recorded.</p>
<dl>${lacking.map(
    (fact) => html`<dt><strong><bdi>${fact.attribute}</bdi></strong> ${moved(fact.bits)} bits</dt>
<dd><p>${saidBy(fact)}: ${said(fact, SHOWN_VALUES)}.</p><ul>${fact.examples.map(
      ({ product, text }) => html`<li><bdi>${product}</bdi>: “<bdi>${text}</bdi>”</li>`,
    )}</ul></dd>`,
  )}</dl></section>`;
}

/** What the shelves that are recognised usually have, and this export lacks. */
export function knownShelfSection(result: AuditResult): Markup {
  const shelves = tellingShelves(result);
  if (shelves.length === 0) return html``;
  const row = (shelf: (typeof shelves)[number]) =>
    html`<dt><strong>${shelfInWords(shelf, result)}</strong></dt>
<dd>${[lacksSentence(shelf), expectedInWords(shelf), ...marketplacesInWords(shelf)].map(
      (sentence) => sentence !== undefined && html`<p>${sentence}</p>`,
    )}</dd>`;
  const rest = shelves.slice(SHOWN);
  return html`<section class="known-shelves" aria-labelledby="known-shelves"><h2 id="known-shelves">${SHELF_HEADING}</h2>
<p class="key">${SHELF_NOTE}</p>
<dl>${shelves.slice(0, SHOWN).map(row)}</dl>${
    rest.length > 0 &&
    html`<details><summary>${count(rest.length)} more</summary><dl>${rest.map(row)}</dl></details>`
  }</section>`;
}

/** Facts that only ever say yes, of which an empty cell may mean no. */
export function yesOnlySection(result: AuditResult): Markup {
  const question = emptyQuestion(result);
  if (question === undefined) return html``;
  return html`<section class="yes-only" aria-labelledby="yes-only"><h2 id="yes-only">Does empty mean no?</h2>
<p class="key">These facts only ever say yes. ${gradeIfNo(result)}</p>
<ul>${sorted(result).yesOnly.map((fact) => html`<li><bdi>${fact.attribute}</bdi>: ${yesOnlyInWords(fact, result.products)}</li>`)}</ul>
<p>${howToAnswer(result, 'command line')}</p></section>`;
}

/** Values that look like spellings of one. */
export function spellingSection({ attributes }: AuditResult): Markup {
  const groups = attributes
    .flatMap(({ attribute, spellings = [] }) => spellings.map((group) => ({ attribute, group })))
    .sort((left, right) => right.group.bits - left.group.bits);
  if (groups.length === 0) return html``;
  const row = ({ attribute, group }: (typeof groups)[number]) =>
    html`<li><bdi>${attribute}</bdi>: ${spelt(group)}; ${bits(group.bits)} bits</li>`;
  const rest = groups.slice(SHOWN);
  return html`<section class="spellings" aria-labelledby="spellings"><h2 id="spellings">Spellings of one value</h2>
<p class="key">Nothing was merged. The bits are what the attribute tells by its spelling alone.</p>
<ul>${groups.slice(0, SHOWN).map(row)}</ul>${
    rest.length > 0 &&
    html`<details><summary>${count(rest.length)} more</summary><ul>${rest.map(row)}</ul></details>`
  }</section>`;
}
