import assert from 'node:assert/strict';
import { test } from 'node:test';
import { catalogAudit } from '@decidable/contract';
import { type AuditResult, audit } from '@decidable/engine/audit';
import { interpret, readTable } from '@decidable/engine/catalogue';
import { auditPage } from '@decidable/report/html';
import { wireShape } from '@decidable/report/wire-shape';
import { Value } from 'typebox/value';
import { auditReport } from './audit-report.ts';
import { width } from './layout.ts';
import { paintIf } from './paint.ts';

/** Forty boots whose numbers have a wrong check digit, and of which three are advertised in their titles, with markup. */
const rows = Array.from({ length: 40 }, (_, at) => {
  const title = at < 3 ? `Boot ${at} <b>free shipping</b>` : `Boot ${at} of leather`;
  return `b${at},${title},${['red', 'black'][at % 2]},${['38', '39', '40'][at % 3]},40063813339${10 + at}0`;
});
const result = audit(interpret(readTable(`id,title,colour,size,gtin\n${rows.join('\n')}\n`)));
const shown = (columns: number, explain: boolean) =>
  auditReport(result, { file: 'shop.csv', columns, paint: paintIf(false), all: false, explain });

test('findings are told with products and what to do, no line wider than the terminal', () => {
  for (const columns of [40, 80, 120])
    for (const explain of [false, true])
      for (const line of shown(columns, explain)) assert.ok(width(line) <= columns, line);
  const text = shown(120, false).join(' ').replace(/\s+/g, ' ');
  assert.match(text, /WHAT MARKETPLACES OBJECT TO no grade depends on it/);
  assert.match(
    text,
    /✗ The check digit of the GTIN is wrong\. 3\d of 40 products, in gtin: “\d{14}” \(b\d+\); /,
  );
  assert.match(
    text,
    /! The title contains advertising\. 3 of 40 products, in title: .* Remove prices, discounts/,
  );
  assert.doesNotMatch(text, /https:/);
});

test('--explain tells all examples, the rule, and the pages that ask for it', () => {
  const text = shown(120, true).join(' ').replace(/\s+/g, ' ');
  assert.match(text, /gtin-check-digit: refused, by Google https:\/\/support\.google\.com\/merchants\//);
  assert.match(text, /title-has-promotion: refused, or shown less, by Google and Amazon https:/);
  assert.equal(text.match(/b\d+: “\d{14}”/g)?.length, 10);
});

test('the page tells the same, and writes texts of the export as texts', () => {
  const page = auditPage(result, 'shop.csv');
  assert.match(page, /<h2 id="findings">What marketplaces object to<\/h2>/);
  assert.match(page, /<code>gtin-check-digit<\/code>/);
  assert.match(page, /&lt;b&gt;free shipping/);
  assert.doesNotMatch(page, /<b>free shipping/);
});

test('the answer is in the contract, with ten examples a finding and no more', () => {
  const answer = wireShape(result);
  assert.deepEqual([...Value.Errors(catalogAudit.response, answer)], []);
  const [first, ...others] = result.findings ?? [];
  assert.equal(first.examples.length, 10);
  const tooMany: AuditResult = {
    ...result,
    findings: [{ ...first, examples: [...first.examples, first.examples[0]] }, ...others],
  };
  assert.ok(!Value.Check(catalogAudit.response, wireShape(tooMany)));
});
