import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { catalogAudit } from '@decidable/contract';
import { audit } from '@decidable/engine/audit';
import { interpret, readTable } from '@decidable/engine/catalogue';
import { auditPage } from '@decidable/report/html';
import { wireShape } from '@decidable/report/wire-shape';
import { Value } from 'typebox/value';
import { decidable } from '../testing/command.ts';
import { auditReport } from './audit-report.ts';
import { width } from './layout.ts';
import { paintIf } from './paint.ts';

/** Sixty jars of three brands and five sizes; of half of them it is said that they are vegan. */
const CSV = `id,brand,size,Vegan\n${Array.from(
  { length: 60 },
  (_, at) =>
    `jar-${at},${['Nova', 'Alto', 'Brix'][at % 3]},${['S', 'M', 'L', 'XL', 'XXL'][at % 5]},${at % 2 === 0 ? 'yes' : ''}`,
).join('\n')}\n`;
const result = audit(interpret(readTable(CSV)));

test('what an empty cell of a fact means that only ever says yes is asked, in the terminal and on the page', () => {
  for (const columns of [40, 80, 120]) {
    const lines = auditReport(result, { file: 'shop.csv', columns, paint: paintIf(false), all: false });
    for (const line of lines.filter((line) => !/--empty-means-no|"emptyMeansNo"/.test(line)))
      assert.ok(width(line) <= columns, line);
    const text = lines.join(' ').replace(/\s+/g, ' ');
    assert.match(
      text,
      /Vegan: "yes" for 30 of 60 products, and nothing for the others\. If that means no, saying so is worth 0\.\d\d bits\./,
    );
    assert.match(
      text,
      /There is no grade as it stands, and A if empty means no: three answers leave 4 products today, 2/,
    );
    assert.match(text, /→ Does an empty cell of Vegan mean no\? Where it does, say so:/);
    assert.match(text, /--empty-means-no Vegan/);
  }
  const page = auditPage(result, 'shop.csv');
  assert.match(page, /<h2 id="yes-only">Does empty mean no\?<\/h2>/);
  assert.match(page, /30 of 60 products, and nothing for the others/);
  assert.deepEqual([...Value.Errors(catalogAudit.response, wireShape(result))], []);
});

test('the answer is taken from the command line and from decidable.json, and is not asked again', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'decidable-'));
  try {
    const file = join(folder, 'jars.csv');
    await writeFile(file, CSV);
    const graded = async (...args: readonly string[]) => {
      const { code, stdout, stderr } = await decidable(['audit', file, ...args, '--json']);
      assert.equal(code, 0, stderr);
      return JSON.parse(stdout);
    };
    const asked = await graded();
    assert.deepEqual(asked.ifEmptyMeansNo.attributes, ['Vegan']);
    const said = await graded('--empty-means-no', 'vegan');
    assert.deepEqual([said.grade, said.emptyMeansNo], [asked.ifEmptyMeansNo.grade, ['Vegan']]);
    await writeFile(join(folder, 'decidable.json'), '{ "emptyMeansNo": ["Vegan"] }');
    assert.deepEqual(await graded(), said);
    await writeFile(join(folder, 'decidable.json'), '{ "emptyMeansUnknown": ["Vegan"] }');
    assert.equal((await graded()).ifEmptyMeansNo, undefined);
    const refused = await decidable(['audit', file, '--empty-means-no', 'brand']);
    assert.notEqual(refused.code, 0);
    assert.match(refused.stderr, /"brand" says "\w+": only of facts that say yes/);
    const compared = await decidable(['verify', file, file, '--empty-means-no', 'Vegn']);
    assert.match(compared.stderr, /No column is called "Vegn"\. Is "Vegan" meant\?/);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});
