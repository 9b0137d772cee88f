import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { after, before, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { type CatalogVerifyResponse, catalogVerify } from '@decidable/contract';
import stringWidth from 'string-width';
import { Value } from 'typebox/value';
import { decidable } from '../../testing/command.ts';

const EXAMPLES = fileURLToPath(new URL('../../../../examples/catalogues/', import.meta.url));
const MONITORS = [
  'verify',
  'monitors-before.csv',
  'monitors-after.csv',
  '--repairs',
  'monitors-repairs.json',
];

let folder: string;
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'decidable-'));
});
after(() => rm(folder, { recursive: true, force: true }));

async function file(name: string, text: string): Promise<string> {
  const path = join(folder, name);
  await writeFile(path, text);
  return path;
}

/** Sixty shirts of four brands, each brand with two colours of its own; the colour of some is not recorded. */
function shirts(isMissing: (row: number) => boolean): string {
  const rows = Array.from({ length: 60 }, (_, row) => {
    const kind = row % 4;
    return `s-${row},${['Ash', 'Birch', 'Cedar', 'Dogwood'][kind]},${isMissing(row) ? '' : ['red', 'green', 'blue', 'grey', 'white', 'black', 'pink', 'brown'][kind + 4 * (row % 8 < 4 ? 0 : 1)]}`;
  });
  return `id,brand,colour\n${rows.join('\n')}\n`;
}

test('--json prints the response of /catalog/verify in the contract', async () => {
  const { code, stdout, stderr } = await decidable([...MONITORS, '--json', '--category', 'monitors'], {
    cwd: EXAMPLES,
  });
  assert.deepEqual({ code, stderr }, { code: 0, stderr: '' });
  const answer = JSON.parse(stdout) as CatalogVerifyResponse;
  assert.deepEqual([...Value.Errors(catalogVerify.response, answer)], []);
  assert.equal(answer.mode, 'verification');
  assert.equal(answer.category, 'monitors');
  assert.deepEqual(answer.storage, { stored: false, message: 'Nothing was stored.' });
  assert.equal(answer.claims?.length, 4);
});

test('without claims it is a monitor', async () => {
  const before = await file(
    'before.csv',
    shirts((row) => row % 3 === 0),
  );
  const { stdout } = await decidable(['verify', before, '-', '--json'], { stdin: shirts(() => false) });
  const answer = JSON.parse(stdout) as CatalogVerifyResponse;
  assert.equal(answer.mode, 'monitor');
  assert.ok(!('claims' in answer));
});

test('the report shows each claim with its verdict and figures, and the attributes that changed', async () => {
  const before = await file(
    'before.csv',
    shirts((row) => row % 3 === 0),
  );
  const after = await file(
    'after.csv',
    shirts(() => false),
  );
  const claims = await file(
    'claims.json',
    JSON.stringify([
      { attribute: 'colour', method: 'supplier sheet', estimatedHours: 3, actualHours: 4 },
      { attribute: 'coluor' },
      { attribute: 'brand' },
    ]),
  );
  const { code, stdout } = await decidable(['verify', before, after, '--repairs', claims], {
    env: { COLUMNS: '120' },
  });
  assert.equal(code, 0);
  assert.match(stdout, /before\.csv → after\.csv/);
  assert.match(
    stdout,
    /✔ colour +verified\n +\+\d\.\d\d bits, 4 h spent, 3 h estimated, \d\.\d\d bits an hour.*\n +· 20 of 20 empty cells were filled/,
  );
  assert.match(stdout, /supplier sheet/);
  assert.match(stdout, /✘ coluor +not found/);
  assert.match(stdout, /= brand +unchanged/);
  assert.match(
    stdout,
    /colour .*│█+ *\+\d\.\d\d bits\n +\d\.\d\d → \d\.\d\d bits, recorded 40 → 60, 20 filled\n +e\.g\. s-\d+: nothing → /,
  );
  assert.match(stdout, /Did not move: brand/);
});

test('an export compared with itself changes nothing', async () => {
  const same = await file(
    'same.csv',
    shirts((row) => row % 3 === 0),
  );
  const { stdout } = await decidable(['verify', same, same]);
  assert.match(stdout, /Nothing moved\./);
});

test('exports without common products are reported first, and the remedy last', async () => {
  const before = await file(
    'numbered.csv',
    shirts((row) => row % 3 === 0),
  );
  const renumbered = shirts(() => false).replaceAll('s-', 'shirt-');
  const { stdout, code } = await decidable(['verify', before, '-'], { stdin: renumbered });
  assert.equal(code, 0);
  assert.match(stdout, /No product is in both exports, so there is nothing to compare\./);
  assert.match(stdout, /! No id stands in both exports: 60 are gone and 60 are new\./);
  assert.match(stdout, /NEXT\s+→ Export both files with the same product ids/);
  assert.doesNotMatch(stdout, /no question that a shopper could ask/);
});

test('an export without products is named, and nothing is reported as unchanged', async () => {
  const full = await file(
    'full.csv',
    shirts(() => false),
  );
  const { stdout } = await decidable(['verify', full, '-'], { stdin: 'id,colour\n' });
  assert.match(stdout, /There are no products in the second export: nothing stands below its header\./);
  assert.match(stdout, /60 products removed/);
  assert.match(stdout, /NEXT\s+→ Export the catalogue again, with its products/);
  assert.doesNotMatch(stdout, /Nothing moved|same product ids/);
});

test('added and removed products are reported beside the attributes that changed', async () => {
  const before = await file(
    'before.csv',
    shirts(() => false),
  );
  const after = await file('after.csv', shirts(() => false).replace('s-7,', 'new,'));
  const { stdout } = await decidable(['verify', before, after]);
  assert.match(stdout, /1 product added: new/);
  assert.match(stdout, /1 product removed: s-7/);
});

for (const columns of [60, 80, 120, 200]) {
  test(`no line of the verification is wider than ${columns} columns`, async () => {
    const { code, stdout } = await decidable([...MONITORS, '--all'], {
      cwd: EXAMPLES,
      env: { COLUMNS: `${columns}` },
    });
    assert.equal(code, 0);
    for (const line of stdout.split('\n')) assert.ok(stringWidth(line) <= columns, line);
  });
}

const CLAIMS: readonly (readonly [string, string, RegExp])[] = [
  ['that is cut off', '[\n  { "attribute": "colour",\n', /line 3, column 1: this is not JSON/],
  ['with a comma too many', '[{ "attribute": "colour", }]', /line 1, column 27/],
  ['that is no list', '{ "attribute": "colour" }', /JSON array, for example/],
  ['without an attribute', '[{ "attribute": "colour" }, {}]', /claim 2: "attribute" must name/],
  [
    'with hours as text',
    '[{ "attribute": "colour", "actualHours": "8" }]',
    /claim 1: "actualHours" must be a number from 0 to 1000000/,
  ],
  ['with negative hours', '[{ "attribute": "colour", "estimatedHours": -1 }]', /claim 1: "estimatedHours"/],
  ['with a name that is too long', `[{ "attribute": "${'é'.repeat(257)}" }]`, /may have 256 characters/],
  ['with 501 claims', JSON.stringify(Array(501).fill({ attribute: 'a' })), /at most 500 claims/],
];

for (const [what, text, message] of CLAIMS) {
  test(`a file of claims ${what} ends with 2 and says where and what to do`, async () => {
    const csv = await file(
      'shirts.csv',
      shirts(() => false),
    );
    const claims = await file('broken.json', text);
    const { code, stdout, stderr } = await decidable(['verify', csv, csv, '--repairs', claims]);
    assert.deepEqual({ code, stdout }, { code: 2, stdout: '' });
    assert.match(stderr, message);
    assert.match(stderr, new RegExp(basename(claims)));
  });
}

test('the message names the export that cannot be read, with line and column', async () => {
  const fine = await file(
    'fine.csv',
    shirts(() => false),
  );
  const broken = await file('broken.csv', 'id,colour\n1,red\n2,red,blue\n');
  const { code, stderr } = await decidable(['verify', fine, broken]);
  assert.equal(code, 2);
  assert.match(stderr, /broken\.csv, line 3, column 3/);
});

test('--kind says how a column of both exports is read', async () => {
  const numbers = (first: string) =>
    `id,range id\n${Array.from({ length: 40 }, (_, row) => `p${row},${row === 0 ? first : 10 + (row % 4)}`).join('\n')}\n`;
  const [before, after] = [
    await file('ids-before.csv', numbers('10')),
    await file('ids-after.csv', numbers('10.0')),
  ];
  const changed = async (...more: readonly string[]) => {
    const { stdout } = await decidable(['verify', before, after, '--json', ...more]);
    return (JSON.parse(stdout) as CatalogVerifyResponse).attributes[0].cells.changed;
  };
  assert.equal(await changed('--kind', 'range id=category'), 1);
  assert.equal(await changed('--kind', 'range id=number'), 0);
  const { code, stderr } = await decidable(['verify', before, after, '--kind', 'rang id=number']);
  assert.equal(code, 2);
  assert.match(stderr, /Is "range id" meant\?/);
});

test('standard input can be one of the exports, not both', async () => {
  const { code, stderr } = await decidable(['verify', '-', '-'], { stdin: shirts(() => false) });
  assert.equal(code, 2);
  assert.match(stderr, /can be given once/);
});
