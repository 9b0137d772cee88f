import type { VerifyResult } from '@decidable/engine/audit';
import { afterVerify } from '../words/next-step.ts';
import { verifyAsShown } from '../words/shown-names.ts';
import {
  believedBits,
  believedInWords,
  filesOf,
  gainInWords,
  headlineSentence,
  statusInWords,
  verdictSentence,
} from '../words/verify-words.ts';
import { notices } from '../words/warnings.ts';
import {
  answeredShown,
  beforeAndAfter,
  claimFigures,
  count,
  counted,
  fileName,
  moved,
  trusted,
} from '../words/wording.ts';
import { barChart, twoSidedChart } from './charts.ts';
import { html, type Markup } from './markup.ts';
import { page } from './page.ts';
import { foldedProducts, nextSteps, ProductLists, sortable, warningList } from './sections.ts';

/**
 * The report of a verification as one self-contained page.
 *
 * @param titles the titles of the products by their ids
 */
export function verifyPage(
  verified: VerifyResult,
  before: string,
  after: string,
  titles?: ReadonlyMap<string, string>,
): string {
  const result = verifyAsShown(verified);
  const lists = new ProductLists(titles);
  const { products } = result;
  const body = html`<header class="top">
<div>
<h1><bdi>${fileName(before)}</bdi> → <bdi>${fileName(after)}</bdi></h1>
<p class="lead">${headlineSentence(result)}</p>
<p class="facts">${result.category !== undefined && html`Shelf <bdi>${result.category}</bdi>. `}${counted(products.common, 'product')} in both exports; new values ${trusted[result.source]}.</p>
</div>
${answerability(result)}
</header>
<main>
${claims(result)}
${movedTable(result)}
${
  (products.added.length > 0 || products.removed.length > 0) &&
  html`<section aria-labelledby="gone"><h2 id="gone">Come and gone</h2><p class="key">reported beside what moved, never mixed into it</p>${foldedProducts(`${counted(products.added.length, 'product')} added`, products.added, lists)}${foldedProducts(`${counted(products.removed.length, 'product')} removed`, products.removed, lists)}</section>`
}
${warningList(notices(result.warnings ?? [], filesOf(before, after), true))}
${nextSteps(afterVerify(result, after === 'standard input' ? '-' : after))}
</main>`;
  return page(`${fileName(before)} → ${fileName(after)}`, body, lists.data());
}

function answerability({ answerability: { before, after, moved: by } }: VerifyResult): Markup {
  if (before === null || after === null) return html``;
  const told = answeredShown({ after, moved: by });
  const line = (label: 'before' | 'after', share: number) =>
    html`<div class="meter">${barChart(`${label}: ${told[label]}`, { solid: share, total: share, full: 1 })}<p><strong>${told[label]}</strong> answered ${label}</p></div>`;
  return html`${line('before', before)}${line('after', after)}`;
}

function claims(result: VerifyResult): Markup {
  const { claims: graded = [] } = result;
  if (graded.length === 0) return html``;
  return html`<section aria-labelledby="claims"><h2 id="claims">Claims</h2><ul class="claims">${graded.map(
    (claim) =>
      html`<li class="claim verdict-${claim.verdict}"><h3><bdi>${claim.attribute}</bdi> <span class="verdict">${claim.verdict.replace('_', ' ')}</span></h3>${paragraphOf(verdictSentence(claim, result))}<p class="facts">${[gainInWords(claim, result), ...claimFigures(claim)].join(', ')}</p>${
        claim.reasons.length > 0 &&
        html`<ul>${claim.reasons.map(({ message, details }) => html`<li>${message}${details !== undefined && html`<details><summary>How this is known</summary>${details}</details>`}</li>`)}</ul>`
      }</li>`,
  )}</ul></section>`;
}

const paragraphOf = (text: string | undefined): Markup =>
  text === undefined ? html`` : html`<p>${text}</p>`;

function movedTable(result: VerifyResult): Markup {
  const order = [...result.attributes].sort(
    (a, b) => Number(a.status === 'unchanged') - Number(b.status === 'unchanged'),
  );
  if (order.length === 0 || result.products.common === 0) return html``;
  const most = {
    loss: Math.max(0, ...order.map(({ bits: b }) => -b.moved)),
    gain: Math.max(0, ...order.map(({ bits: b }) => b.moved)),
  };
  const isDoubted = order.some((compared) => believedBits(compared) !== undefined);
  return html`<section aria-labelledby="moved">
<h2 id="moved">What moved</h2>
<p class="key">Bits of the products in both exports, raw: <span class="entry"><span class="swatch gained"></span> gained</span> ${isDoubted && html`<span class="entry"><span class="swatch doubted"></span> gained, but not counted</span> `}<span class="entry"><span class="swatch loss"></span> lost</span></p>
<table class="moved" data-sorts>
<thead><tr>${sortable('Attribute', 0, 'ascending')}${sortable('Bits', 1, 'descending')}${sortable('Moved', 2, 'descending')}${sortable('Recorded', 3, 'descending')}${sortable('Filled', 4, 'descending')}${sortable('Changed', 5, 'descending')}${sortable('Cleared', 6, 'descending')}</tr></thead>
${order.map((attribute) => movedBody(attribute, most, result))}
</table>
</section>`;
}

function movedBody(
  attribute: VerifyResult['attributes'][number],
  most: { readonly loss: number; readonly gain: number },
  result: VerifyResult,
): Markup {
  const { bits: b, cells, recorded, status } = attribute;
  const keys = JSON.stringify([
    attribute.attribute.toLowerCase(),
    b.after,
    b.moved,
    recorded.after,
    cells.filled,
    cells.changed,
    cells.cleared,
  ]);
  const [shownBefore, shownAfter] = beforeAndAfter(b);
  const believed = believedBits(attribute);
  const picture = twoSidedChart(
    `${shownBefore} bits before, ${shownAfter} after${believed === undefined ? '' : `, ${believedInWords(believed, attribute)}`}`,
    { moved: b.moved, believed: believed ?? b.moved },
    most,
  );
  const notes = [
    statusInWords(attribute, result),
    result.unclaimed?.includes(attribute.attribute) ? 'without a claim' : '',
    cells.placeholders > 0 ? `${counted(cells.placeholders, 'placeholder')} filled in` : '',
  ].filter((note) => note !== '');
  return html`<tbody data-sort="${keys}"${status === 'unchanged' && html` class="complete"`}><tr>
<th scope="row"><bdi>${attribute.attribute}</bdi>${notes.length > 0 && html` <small>${notes.join(', ')}</small>`}</th>
<td class="bits">${picture}<small>${shownBefore} → ${shownAfter}</small></td>
<td class="figure worth ${b.moved > 0 ? 'up' : b.moved < 0 ? 'down' : ''}" data-label="bits">${moved(b.moved)} <small>bits</small>${believed !== undefined && html`<small class="believed">${believedInWords(believed, attribute)}</small>`}</td>
<td class="figure" data-label="recorded">${count(recorded.before)} → ${count(recorded.after)}</td>
<td class="figure" data-label="filled">${count(cells.filled)}</td>
<td class="figure" data-label="changed">${count(cells.changed)}</td>
<td class="figure" data-label="cleared">${count(cells.cleared)}</td>
</tr>${examples(attribute)}</tbody>`;
}

/** Some of the cells that differ, to be checked by hand. */
function examples({ attribute, examples: shown = [], cells }: VerifyResult['attributes'][number]): Markup {
  if (shown.length === 0) return html``;
  const differ = cells.filled + cells.changed + cells.cleared;
  const summary =
    shown.length < differ
      ? `${count(shown.length)} of ${counted(differ, 'changed cell')}, drawn at random`
      : counted(differ, 'changed cell');
  const side = (value: string | undefined) =>
    value === undefined ? html`<span class="quiet">nothing</span>` : html`<bdi>${value}</bdi>`;
  return html`<tr class="more"><td colspan="7"><details><summary>${summary}</summary><table class="cells"><caption>Changed cells of <bdi>${attribute}</bdi></caption><thead><tr><th scope="col">Product</th><th scope="col">before</th><th scope="col">after</th></tr></thead><tbody>${shown.map(
    ({ id, title, before, after }) =>
      html`<tr><th scope="row">${title !== undefined && html`<bdi class="title">${title}</bdi> `}<bdi class="id">${id}</bdi></th><td>${side(before)}</td><td>${side(after)}</td></tr>`,
  )}</tbody></table></details></td></tr>`;
}
