import type { AuditResult } from '@decidable/engine/audit';
import {
  affectedBy,
  exampleInWords,
  FINDINGS,
  type Finding,
  severities,
  WHAT_FINDINGS_ARE,
} from '../words/sections/finding-words.ts';
import { count } from '../words/wording.ts';
import { html, type Markup } from './markup.ts';

/** What marketplaces object to. */
export function findingSection({ findings = [], products }: AuditResult): Markup {
  if (findings.length === 0) return html``;
  return html`<section class="findings" aria-labelledby="findings"><h2 id="findings">${FINDINGS}</h2>
<p class="key">${WHAT_FINDINGS_ARE}</p>
${findings.map((finding) => findingDetails(finding, products))}</section>`;
}

const findingDetails = (finding: Finding, products: number): Markup => {
  const { severity, says, fix, examples, rule, pages } = finding;
  return html`<details class="${severity}"><summary><strong>${says}</strong> ${affectedBy(finding, products)}</summary>
<p>${fix}</p>${
    examples.length > 0 &&
    html`<ul>${examples.map((example) => html`<li><bdi>${exampleInWords(example)}</bdi></li>`)}</ul>${
      finding.products > examples.length && html`<p>and ${count(finding.products - examples.length)} more</p>`
    }`
  }<p class="key"><code>${rule}</code>, ${severities[severity]}: ${pages.map(
    ({ marketplace, address }) => html`<a href="${address}" rel="noreferrer">${marketplace}</a> `,
  )}</p></details>`;
};
