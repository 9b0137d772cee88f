import { basename } from 'node:path';
import type { GradedClaim, VerifyResult } from '@decidable/engine/audit';
import { afterVerify } from '../report/next-step.ts';
import {
  answered,
  beforeAndAfter,
  claimFigures,
  count,
  counted,
  moved,
  nothingCompared,
  pointsMoved,
  trusted,
  verdictMeaning,
} from '../report/wording.ts';
import { barChart } from './charts.ts';
import { html, type Markup } from './markup.ts';
import { page } from './page.ts';
import { foldedIds, IdLists, nextSteps, sortable, warningList } from './sections.ts';

/** The report of a verification as one self-contained page. */
export function verifyPage(result: VerifyResult, before: string, after: string): string {
  const lists = new IdLists();
  const { products } = result;
  const body = html`<header class="top">
<div>
<h1><bdi>${basename(before)}</bdi> → <bdi>${basename(after)}</bdi></h1>
<p class="lead">${change(result)}</p>
<p class="facts">${result.category !== undefined && html`Shelf <bdi>${result.category}</bdi>. `}${counted(products.common, 'product')} in both exports; new values ${trusted[result.source]}.</p>
</div>
${answerability(result)}
</header>
<main>
${claims(result.claims ?? [])}
${movedTable(result)}
${
  (products.added.length > 0 || products.removed.length > 0) &&
  html`<section aria-labelledby="gone"><h2 id="gone">Come and gone</h2><p class="key">reported beside what moved, never mixed into it</p>${foldedIds(`${counted(products.added.length, 'product')} added`, products.added, lists.add(products.added))}${foldedIds(`${counted(products.removed.length, 'product')} removed`, products.removed, lists.add(products.removed))}</section>`
}
${warningList(result.warnings ?? [])}
${nextSteps(afterVerify(result, after === 'standard input' ? '-' : after))}
</main>`;
  return page(`${basename(before)} → ${basename(after)}`, body, lists.data());
}

function change(result: VerifyResult): string {
  const share = result.answerability;
  if (share.before === null || share.after === null) return nothingCompared(result);
  const points = pointsMoved(share);
  return points === undefined
    ? 'The share of questions that the shelf answers did not move.'
    : `The shelf answers ${points} of what a complete one would.`;
}

function answerability({ answerability: { before, after } }: VerifyResult): Markup {
  if (before === null || after === null) return html``;
  const line = (label: string, share: number) =>
    html`<div class="meter">${barChart(`${label}: ${answered(share)}`, { solid: share, total: share, full: 1 })}<p><strong>${answered(share)}</strong> ${label}</p></div>`;
  return html`${line('before', before)}${line('after', after)}`;
}

function claims(graded: readonly GradedClaim[]): Markup {
  if (graded.length === 0) return html``;
  return html`<section aria-labelledby="claims"><h2 id="claims">Claims</h2><ul class="claims">${graded.map(
    (claim) =>
      html`<li class="claim verdict-${claim.verdict}"><h3><bdi>${claim.attribute}</bdi> <span class="verdict">${claim.verdict.replace('_', ' ')}</span></h3><p>${verdictMeaning[claim.verdict]}</p><p class="facts">${claimFigures(claim)}</p>${
        claim.reasons.length > 0 &&
        html`<ul>${claim.reasons.map(({ message }) => html`<li>${message}</li>`)}</ul>`
      }</li>`,
  )}</ul></section>`;
}

function movedTable(result: VerifyResult): Markup {
  const order = [...result.attributes].sort(
    (a, b) => Number(a.status === 'unchanged') - Number(b.status === 'unchanged'),
  );
  if (order.length === 0 || result.products.common === 0) return html``;
  const full = Math.max(...order.map(({ bits: b }) => Math.max(b.before, b.after)));
  return html`<section aria-labelledby="moved">
<h2 id="moved">What moved</h2>
<p class="key"><span class="swatch now"></span> bits in both <span class="swatch gain"></span> gained <span class="swatch loss"></span> lost</p>
<table class="moved" data-sorts>
<thead><tr>${sortable('Attribute', 0, 'ascending')}${sortable('Bits', 1, 'descending')}${sortable('Moved', 2, 'descending')}${sortable('Recorded', 3, 'descending')}${sortable('Filled', 4, 'descending')}${sortable('Changed', 5, 'descending')}${sortable('Cleared', 6, 'descending')}</tr></thead>
${order.map((attribute) => movedBody(attribute, full, result.unclaimed?.includes(attribute.attribute) === true))}
</table>
</section>`;
}

function movedBody(attribute: VerifyResult['attributes'][number], full: number, unclaimed: boolean): Markup {
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
  const picture = barChart(
    `${shownBefore} bits before, ${shownAfter} after`,
    { solid: Math.min(b.before, b.after), total: Math.max(b.before, b.after), full },
    b.moved < 0 ? 'loss' : 'gain',
  );
  const notes = [
    status === 'added' ? 'new column' : '',
    status === 'removed' ? 'column is gone' : '',
    unclaimed ? 'without a claim' : '',
    cells.placeholders > 0 ? `${counted(cells.placeholders, 'placeholder')} filled in` : '',
  ].filter((note) => note !== '');
  return html`<tbody data-sort="${keys}"${status === 'unchanged' && html` class="complete"`}><tr>
<th scope="row"><bdi>${attribute.attribute}</bdi>${notes.length > 0 && html` <small>${notes.join(', ')}</small>`}</th>
<td class="bits">${picture}<small>${shownBefore} → ${shownAfter}</small></td>
<td class="figure worth ${b.moved > 0 ? 'up' : b.moved < 0 ? 'down' : ''}" data-label="bits">${moved(b.moved)}</td>
<td class="figure" data-label="recorded">${count(recorded.before)} → ${count(recorded.after)}</td>
<td class="figure" data-label="filled">${count(cells.filled)}</td>
<td class="figure" data-label="changed">${count(cells.changed)}</td>
<td class="figure" data-label="cleared">${count(cells.cleared)}</td>
</tr></tbody>`;
}
