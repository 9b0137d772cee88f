import type { AuditedAttribute, AuditResult } from '@decidable/engine/audit';
import { afterAudit } from '../words/next-step.ts';
import {
  advice,
  answeredInWords,
  askedOf,
  askedWhere,
  explanations,
  lacking,
  left,
  leftAfterThree,
  leftInWords,
  meterOf,
  nothingFirst,
  productsLeft,
  stillAdds,
  togetherInWords,
  toldAbove,
} from '../words/plain-words.ts';
import { auditAsShown } from '../words/shown-names.ts';
import { notices, withRemedy } from '../words/warnings.ts';
import {
  answered,
  bits,
  count,
  counted,
  fileName,
  leftOut,
  moved,
  notQuestionsByReason,
  repeated,
  sorted,
  trusted,
  worthOf,
} from '../words/wording.ts';
import { barChart, gradeBadge, narrowingChart } from './charts.ts';
import { distributionFigure } from './distribution.ts';
import { findingSection } from './finding-section.ts';
import { html, type Markup } from './markup.ts';
import { page } from './page.ts';
import { knownShelfSection, lackingSection, spellingSection, yesOnlySection } from './said-sections.ts';
import { foldedProducts, nextSteps, ProductLists, sortable, warningList } from './sections.ts';

/**
 * The report of an audit as one self-contained page. `file` is the name of the catalogue.
 *
 * @param titles the titles of the affected products by their ids
 */
export function auditPage(audited: AuditResult, file: string, titles?: ReadonlyMap<string, string>): string {
  const result = auditAsShown(audited);
  const lists = new ProductLists(titles);
  const groups = sorted(result);
  const graded = [...groups.worth, ...groups.little, ...groups.complete];
  const body = html`<header class="top">
${gradeBadge(result.grade, 'large')}
<div>
<h1><bdi>${fileName(file)}</bdi></h1>
<p class="lead">${verdict(result)}</p>
<p class="facts">${counted(result.products, 'product')}, values ${trusted[result.source]}.</p>
</div>
${meter(result)}
</header>
<main>
${nextSteps(afterAudit(result, file === 'standard input' ? '-' : file))}
${attributeTable(graded, result, lists)}
${yesOnlySection(result)}
${result.grade === null && knownShelfSection(result)}
${lackingSection(result)}
${result.grade !== null && knownShelfSection(result)}
${spellingSection(result)}
${findingSection(result)}
${shelfTable(result)}
${result.products > 0 && otherColumns(result, groups.abstained)}
${warningList(notices(result.warnings ?? [], { '': fileName(file) }, true))}
</main>
<footer>${method(result)}</footer>`;
  return page(`Grade ${result.grade ?? '–'}: ${fileName(file)}`, body, lists.data());
}

const verdict = (result: AuditResult): string =>
  leftAfterThree(result) ??
  (result.gradeReason && withRemedy(result.gradeReason, 'command line')) ??
  answeredInWords(result);

function meter(result: AuditResult): Markup {
  const meter = meterOf(result);
  if (meter === undefined) return html``;
  const { now, complete, what } = meter;
  const share = answered(now);
  const label = `${share} today, ${answered(complete)} once everything is recorded`;
  return html`<div class="meter">${barChart(label, { solid: now, total: complete, full: 1 })}<p><strong>${share}</strong> ${what}</p></div>`;
}

function attributeTable(
  attributes: readonly AuditedAttribute[],
  result: AuditResult,
  lists: ProductLists,
): Markup {
  if (attributes.length === 0) return html``;
  const full = Math.max(...attributes.map((attribute) => attribute.bits.complete));
  const isOpen = attributes.some(({ missing }) => missing > 0);
  const how = new Map(explanations(result));
  const together = togetherInWords(result);
  return html`<section aria-labelledby="attributes">
<h2 id="attributes">${isOpen ? 'What is worth recording' : 'What shoppers can be asked'}</h2>
<p class="key"><span class="entry"><span class="swatch now"></span> bits that an answer gives today</span> ${isOpen && html`<span class="entry"><span class="swatch gain"></span> still to gain by recording the rest</span> `}A bit halves the choice.</p>
<table class="attributes" data-sorts>
<thead><tr>${sortable('Attribute', 0, 'ascending')}${sortable('Bits', 1, 'descending', false, how.get('a bit'))}${sortable('Left after an answer', 2, 'descending', false, how.get('of 100 products'))}${sortable('Missing', 3, 'descending', false, how.get('lack it'))}${sortable('Worth', 4, 'descending', true, how.get('worth'))}</tr></thead>
${attributes.map((attribute) => attributeBody(attribute, full, result, lists))}
</table>
${together !== undefined && html`<p class="key">${together}</p>`}
</section>`;
}

function attributeBody(
  attribute: AuditedAttribute,
  full: number,
  result: AuditResult,
  lists: ProductLists,
): Markup {
  const { bits: b, narrowing: n, missing } = attribute;
  const worth = worthOf(attribute);
  const keys = JSON.stringify([attribute.attribute.toLowerCase(), b.complete, n.complete, missing, worth]);
  const barLabel = `${bits(b.now)} bits today, ${bits(b.complete)} once complete`;
  const { of, now, complete } = left(n);
  const remain = now === complete ? count(now) : `${count(now)} → ${count(complete)}`;
  return html`<tbody data-sort="${keys}"${missing === 0 && html` class="complete"`}>
<tr>
<th scope="row"><bdi>${attribute.attribute}</bdi></th>
<td class="bits">${barChart(barLabel, { solid: b.now, total: b.complete, full })}<small>${bits(b.now)} of ${bits(b.complete)}</small></td>
<td class="narrowing">${narrowingChart(leftInWords(attribute), n)}<small>${remain} of ${count(of)}</small></td>
<td class="figure missing" data-label="missing">${missing === 0 ? 'none' : count(missing)}</td>
<td class="figure worth" data-label="worth">${missing === 0 ? '–' : html`${moved(worth)} <small>bits</small>`}</td>
</tr>
${moreRow(attribute, result, lists)}
</tbody>`;
}

/** What the figures say in words, the products without a value, and the values of the others. */
function moreRow(attribute: AuditedAttribute, result: AuditResult, lists: ProductLists): Markup {
  const { affectedProducts, missing } = attribute;
  const summary = `${counted(affectedProducts.length, 'product')} without it, most useful first`;
  const what = advice(attribute);
  return html`<tr class="more"><td colspan="5"><div class="pair"><div><p>${sentences(attribute, result)}</p>${what !== undefined && html`<p class="advice">${what}</p>`}${missing > 0 && foldedProducts(summary, affectedProducts, lists)}</div>${distributionFigure(attribute)}</div></td></tr>`;
}

function sentences(attribute: AuditedAttribute, result: AuditResult): Markup {
  const { bestSubstitute, missing } = attribute;
  const said = [
    missing === 0
      ? html`${counted(askedOf(attribute, result.products), 'product')} ${askedOf(attribute, result.products) === 1 ? 'has' : 'have'} it.`
      : html`${lacking(attribute, result.products)}.`,
  ];
  const where = askedWhere(attribute, result.products, 6);
  if (where !== undefined) said.push(html` ${where}`);
  said.push(html` ${leftInWords(attribute)}`);
  const above = toldAbove(attribute);
  if (above !== undefined) said.push(html` ${above}`);
  const repeats = repeated(attribute);
  if (repeats !== undefined) said.push(html` ${repeats}`);
  if (missing > 0 && bestSubstitute && bestSubstitute.overlap >= 0.2) {
    said.push(
      html` Once <bdi>${bestSubstitute.attribute}</bdi> is answered, it adds ${stillAdds(bestSubstitute.overlap)}.`,
    );
  }
  return html`${said}`;
}

function shelfTable({ shelves }: AuditResult): Markup {
  if (!shelves || shelves.values.length === 0) return html``;
  const haveLeft = shelves.values.some(({ remaining }) => remaining !== undefined);
  return html`<section aria-labelledby="shelves">
<h2 id="shelves">Shelf by shelf</h2>
<p class="key">by <bdi>${shelves.by}</bdi>, with the attributes to record first</p>
<table class="shelves" data-sorts>
<thead><tr>${sortable('Shelf', 0, 'ascending')}${sortable('Products', 1, 'descending', true)}${haveLeft && sortable('Left after three answers', 3, 'ascending')}${sortable('Grade', 2, 'ascending')}<th scope="col">Record first</th></tr></thead>
${shelves.values.map(
  ({ value, products, grade, first, remaining }) =>
    html`<tbody data-sort="${JSON.stringify([value.toLowerCase(), products, grade, remaining?.now ?? null])}"><tr><th scope="row"><bdi>${value}</bdi></th><td class="figure" data-label="products">${count(products)}</td>${haveLeft && html`<td class="figure" data-label="left">${remaining === undefined ? '–' : productsLeft(remaining.now)}</td>`}<td>${gradeBadge(grade, 'small')}</td><td class="first">${
      first.length === 0
        ? html`<span class="quiet">${nothingFirst(grade)}</span>`
        : first.map((name) => html`<bdi class="chip">${name}</bdi> `)
    }</td></tr></tbody>`,
)}
</table>
</section>`;
}

function otherColumns(result: AuditResult, abstained: readonly AuditedAttribute[]): Markup {
  const byReason = notQuestionsByReason(result);
  const repeats = result.notQuestions.filter(({ reason, of }) => reason === 'repeats' && of !== undefined);
  const others = [...byReason].filter(([reason]) => reason !== 'repeats' || repeats.length === 0);
  if (byReason.size === 0 && abstained.length === 0) return html``;
  const names = (of: readonly string[]) => of.map((name) => html`<bdi class="chip">${name}</bdi> `);
  const seldom = abstained.filter(({ recorded }) => recorded > 0);
  const never = abstained.filter(({ recorded }) => recorded === 0);
  const total = others.reduce((sum, [, columns]) => sum + columns.length, 0);
  return html`<section aria-labelledby="others">
<h2 id="others">The other columns</h2>
${
  repeats.length > 0 &&
  html`<h3>Repeated</h3><p class="key">Each of them says what the other one says. Merge the two, and keep one.</p><ul class="plain">${repeats.map(
    ({ attribute, of = '' }) =>
      html`<li><bdi class="chip">${attribute}</bdi> = <bdi class="chip">${of}</bdi>${filledOnlyBy(attribute, of, result)}</li>`,
  )}</ul>`
}
${
  seldom.length > 0 &&
  html`<h3>Too few values to judge</h3><p class="key">Fewer than five values are recorded, or fewer than five for any one kind of product. The figure is the number of products that have one.</p><p class="plain">${seldom.map(
    ({ attribute, recorded, abstained: why }) =>
      html`<span class="entry"${why !== undefined && html` title="${why.message}"`}><bdi class="chip">${attribute}</bdi> <small>${count(recorded)}</small></span> `,
  )}</p>`
}
${
  never.length > 0 &&
  html`<h3>Empty</h3><p class="plain">${names(never.map(({ attribute }) => attribute))}</p>`
}
${
  total > 0 &&
  html`<details open><summary>${counted(total, 'column')} that no shopper is asked about</summary><dl>${others.map(
    ([reason, columns]) => html`<dt>${leftOut[reason] ?? reason}</dt><dd>${names(columns)}</dd>`,
  )}</dl></details>`
}
</section>`;
}

function filledOnlyBy(name: string, of: string, { attributes }: AuditResult): Markup {
  const filled = attributes
    .find(({ attribute }) => attribute === of)
    ?.repeatedBy?.find(({ attribute }) => attribute === name)?.filled;
  return filled === undefined || filled === 0
    ? html``
    : html` ${counted(filled, 'product')} ${filled === 1 ? 'has' : 'have'} it only in the first.`;
}

function method(result: AuditResult): Markup {
  const { method: how, trust, shelfBits } = result;
  return html`<details><summary>How each figure came about</summary>
<dl>${explanations(result).map(([figure, said]) => html`<dt>${figure}</dt><dd>${said}</dd>`)}</dl></details>
<details><summary>Details of the method</summary>
<p>To single one product out of ${count(result.products)} takes ${shelfBits.toFixed(1)} bits. Values recorded are trusted with weight ${trust}.</p>
<dl>${Object.entries(how).map(([name, value]) => html`<dt>${name}</dt><dd>${String(value)}</dd>`)}</dl></details>`;
}
