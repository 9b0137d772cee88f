import { basename } from 'node:path';
import type { AuditedAttribute, AuditResult } from '@decidable/engine/audit';
import { afterAudit } from '../report/next-step.ts';
import {
  action,
  answered,
  bits,
  count,
  counted,
  fold,
  leftOut,
  listed,
  moved,
  narrowing,
  notQuestionsByReason,
  paysAfter,
  percent,
  repeated,
  sorted,
  toGain,
  trusted,
} from '../report/wording.ts';
import { barChart, gradeBadge, narrowingChart } from './charts.ts';
import { html, type Markup } from './markup.ts';
import { page } from './page.ts';
import { lackingSection, spellingSection } from './said-sections.ts';
import { foldedIds, IdLists, nextSteps, sortable, warningList } from './sections.ts';

/** The report of an audit as one self-contained page. `file` is the name of the catalogue. */
export function auditPage(result: AuditResult, file: string): string {
  const lists = new IdLists();
  const groups = sorted(result);
  const graded = [...groups.worth, ...groups.little, ...groups.complete];
  const body = html`<header class="top">
${gradeBadge(result.grade, 'large')}
<div>
<h1><bdi>${basename(file)}</bdi></h1>
<p class="lead">${verdict(result)}</p>
<p class="facts">${counted(result.products, 'product')}, values ${trusted[result.source]}. To single one out takes ${result.shelfBits.toFixed(1)} bits; a bit halves the shelf.</p>
</div>
${
  result.answerability !== null &&
  html`<div class="meter">${barChart(`${answered(result.answerability)} answered`, { solid: result.answerability, total: 1, full: 1 })}<p><strong>${answered(result.answerability)}</strong> answered today <span>${toGain(result.answerability)} to gain</span></p></div>`
}
</header>
<main>
${nextSteps(afterAudit(result, file === 'standard input' ? '-' : file))}
${attributeTable(graded, result, lists)}
${lackingSection(result)}
${spellingSection(result)}
${shelfTable(result)}
${result.products > 0 && otherColumns(result, groups.abstained)}
${warningList(result.warnings ?? [])}
</main>
<footer>${method(result)}</footer>`;
  return page(`Grade ${result.grade ?? '–'}: ${basename(file)}`, body, lists.data());
}

function verdict(result: AuditResult): string {
  if (result.grade === null || result.answerability === null) {
    return result.gradeReason?.message ?? 'There is nothing to grade.';
  }
  const share = answered(result.answerability).replace(' ', '\u00a0');
  return `Shoppers' questions get ${share} of the answer that a complete shelf would give.`;
}

function attributeTable(
  attributes: readonly AuditedAttribute[],
  result: AuditResult,
  lists: IdLists,
): Markup {
  if (attributes.length === 0) return html``;
  const full = Math.max(...attributes.map((attribute) => attribute.bits.complete));
  const isOpen = attributes.some(({ missing }) => missing > 0);
  const advised = attributes.some((attribute) => attribute.action !== undefined);
  return html`<section aria-labelledby="attributes">
<h2 id="attributes">${isOpen ? 'What is worth recording' : 'What shoppers can be asked'}</h2>
<p class="key"><span class="swatch now"></span> bits that an answer gives today${isOpen && html` <span class="swatch gain"></span> still to gain by recording the rest`}</p>
<table class="attributes" data-sorts>
<thead><tr>${sortable('Attribute', 0, 'ascending')}${sortable('Bits', 1, 'descending')}${sortable('Shelf left after an answer', 2, 'descending')}${sortable('Missing', 3, 'descending')}${sortable('Worth', 4, 'descending', true)}${advised && sortable('Advice', 5, 'ascending')}</tr></thead>
${attributes.map((attribute) => attributeBody(attribute, full, advised, result, lists))}
</table>
</section>`;
}

function attributeBody(
  attribute: AuditedAttribute,
  full: number,
  advised: boolean,
  result: AuditResult,
  lists: IdLists,
): Markup {
  const { bits: b, narrowing: n, missing, priority } = attribute;
  const keys = JSON.stringify([
    attribute.attribute.toLowerCase(),
    b.complete,
    n.complete,
    missing,
    priority,
    attribute.action ?? null,
  ]);
  const barLabel = `${bits(b.now)} bits today, ${bits(b.complete)} once complete`;
  const shelf = narrowing(attribute, result.products);
  const folds = fold(n.now) === fold(n.complete) ? fold(n.now) : `${fold(n.now)} → ${fold(n.complete)}`;
  return html`<tbody data-sort="${keys}"${missing === 0 && html` class="complete"`}>
<tr>
<th scope="row"><bdi>${attribute.attribute}</bdi></th>
<td class="bits">${barChart(barLabel, { solid: b.now, total: b.complete, full })}<small>${bits(b.now)} of ${bits(b.complete)}</small></td>
<td class="narrowing">${narrowingChart(shelf, n)}<small>${folds}</small></td>
<td class="figure missing" data-label="missing">${missing === 0 ? 'none' : count(missing)}</td>
<td class="figure worth" data-label="worth">${missing === 0 ? '–' : html`${moved(priority ?? 0)} <small>bits</small>`}</td>
${advised && html`<td class="advice">${attribute.action && missing > 0 ? action[attribute.action] : '–'}</td>`}
</tr>
${missing > 0 && moreRow(attribute, shelf, advised ? 6 : 5, lists)}
</tbody>`;
}

function moreRow(attribute: AuditedAttribute, shelf: string, columns: number, lists: IdLists): Markup {
  const { affectedProducts } = attribute;
  const summary = `${counted(affectedProducts.length, 'product')} without it, most useful first`;
  return html`<tr class="more"><td colspan="${columns}"><p>${sentences(attribute, shelf)}</p>${foldedIds(summary, affectedProducts, lists.add(affectedProducts))}</td></tr>`;
}

function sentences(attribute: AuditedAttribute, shelf: string): Markup {
  const { appliesTo, notApplicable, bestSubstitute, derivable, placeholders } = attribute;
  const said = [html`${shelf[0].toUpperCase()}${shelf.slice(1)}.`];
  if (derivable && derivable.products > 0) {
    said.push(
      html` ${counted(derivable.products, 'cell')} ${derivable.products === 1 ? 'follows' : 'follow'} from <bdi>${derivable.from}</bdi>.`,
    );
  }
  if (placeholders > 0)
    said.push(
      html` ${counted(placeholders, 'cell')} ${placeholders === 1 ? 'holds' : 'hold'} a placeholder.`,
    );
  if (appliesTo) {
    said.push(
      html` Asked where <bdi>${appliesTo.attribute}</bdi> is <bdi>${listed(appliesTo.values, 6, 'or')}</bdi>; ${counted(notApplicable ?? 0, 'other product')} left out.`,
    );
  }
  const repeats = repeated(attribute);
  if (repeats !== undefined) said.push(html` ${repeats}`);
  if (bestSubstitute && bestSubstitute.overlap >= 0.2) {
    said.push(
      html` <bdi>${bestSubstitute.attribute}</bdi> already tells ${percent(bestSubstitute.overlap)} of it.`,
    );
  }
  const sessions = paysAfter(attribute);
  if (sessions !== undefined) said.push(html` Recording it pays after ${sessions}.`);
  return html`${said}`;
}

function shelfTable({ shelves }: AuditResult): Markup {
  if (!shelves || shelves.values.length === 0) return html``;
  return html`<section aria-labelledby="shelves">
<h2 id="shelves">Shelf by shelf</h2>
<p class="key">by <bdi>${shelves.by}</bdi></p>
<table class="shelves" data-sorts>
<thead><tr>${sortable('Shelf', 0, 'ascending')}${sortable('Products', 1, 'descending', true)}${sortable('Grade', 2, 'ascending')}<th scope="col">Record first</th></tr></thead>
${shelves.values.map(
  ({ value, products, grade, first }) =>
    html`<tbody data-sort="${JSON.stringify([value.toLowerCase(), products, grade])}"><tr><th scope="row"><bdi>${value}</bdi></th><td class="figure" data-label="products">${count(products)}</td><td>${gradeBadge(grade, 'small')}</td><td class="first">${
      first.length === 0
        ? html`<span class="quiet">nothing missing</span>`
        : first.map((name) => html`<bdi class="chip">${name}</bdi> `)
    }</td></tr></tbody>`,
)}
</table>
</section>`;
}

function otherColumns(result: AuditResult, abstained: readonly AuditedAttribute[]): Markup {
  const left = [...notQuestionsByReason(result)];
  if (left.length === 0 && abstained.length === 0) return html``;
  const names = (of: readonly string[]) => of.map((name) => html`<bdi class="chip">${name}</bdi> `);
  return html`<section aria-labelledby="others">
<h2 id="others">The other columns</h2>
${
  abstained.length > 0 &&
  html`<h3>Not judged</h3><ul class="abstained">${abstained.map(
    ({ attribute, abstained: why }) =>
      html`<li><bdi class="chip">${attribute}</bdi> ${why?.message ?? ''}</li>`,
  )}</ul>`
}
${
  left.length > 0 &&
  html`<details open><summary>${counted(result.notQuestions.length, 'column')} left out, which no shopper is asked about</summary><dl>${left.map(
    ([reason, columns]) => html`<dt>${leftOut[reason] ?? reason}</dt><dd>${names(columns)}</dd>`,
  )}</dl></details>`
}
</section>`;
}

function method({ method: how, trust }: AuditResult): Markup {
  return html`<details><summary>How this was measured</summary>
<p>A shopper has one product of the shelf in mind and is asked about an attribute. Products that the answer rules out leave the shelf; one without a recorded value can never be ruled out. The bits of an answer are how often it halves the shelf. <em>Worth</em> is what recording the missing values adds for a shopper who asks three questions, after taking away what other questions tell anyway. Values recorded are trusted with weight ${trust}.</p>
<dl>${Object.entries(how).map(([name, value]) => html`<dt>${name}</dt><dd>${String(value)}</dd>`)}</dl></details>`;
}
