import assert from 'node:assert/strict';
import { test } from 'node:test';
import { catalogAudit } from '@decidable/contract';
import { audit } from '@decidable/engine/audit';
import { interpret, readTable } from '@decidable/engine/catalogue';
import { auditPage } from '@decidable/report/html';
import { wireShape } from '@decidable/report/wire-shape';
import { Value } from 'typebox/value';
import { auditReport } from './audit-report.ts';
import { width } from './layout.ts';
import { paintIf } from './paint.ts';

const rows = Array.from({ length: 42 }, (_, at) => {
  const system = ['Mac OS', 'macOS', 'Windows', 'Windows', 'Windows', 'Windows', 'Linux'][at % 7];
  return `p${at},"Model ${'abcdefg'[at % 7]}${'hijklm'[at % 6]} <i>${[13, 15, 17][at % 3]} inch</i>",${system},${['flat', 'round'][at % 2]}`;
});
const result = audit(interpret(readTable(`id,title,system,case\n${rows.join('\n')}\n`)));

test('what no column holds and spellings of one value are told, no line wider than the terminal', () => {
  for (const columns of [40, 80, 120]) {
    const lines = auditReport(result, { file: 'shop.csv', columns, paint: paintIf(false), all: false });
    for (const line of lines) assert.ok(width(line) <= columns, line);
    const text = lines.join(' ').replace(/\s+/g, ' ');
    assert.match(text, /WHAT NO COLUMN HOLDS .*size \(inch\) \+1\.58 bits/);
    assert.match(
      text,
      /title says it of 42 of 42 products \(100 %\): 13 inch \(14\), 15 inch \(14\) and 17 inch \(14\)\./,
    );
    assert.match(text, /system: 2 spellings of “Mac OS” \(6\): “macOS” \(6\); 0\.29 bits\./);
  }
});

test('the page tells the same, and writes texts of the export as texts', () => {
  const page = auditPage(result, 'shop.csv');
  assert.match(page, /<h2 id="lacking">What no column holds<\/h2>/);
  assert.match(page, /2 spellings of “Mac OS” \(6\): “macOS” \(6\); 0\.29 bits/);
  assert.doesNotMatch(page, /<i>13/);
});

test('the answer is in the contract', () => {
  assert.ok((result.lacking?.length ?? 0) > 0);
  assert.deepEqual([...Value.Errors(catalogAudit.response, wireShape(result))], []);
});
