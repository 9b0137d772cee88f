import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { decidable } from '../../testing/command.ts';

let folder: string;
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'decidable-'));
});
after(() => rm(folder, { recursive: true, force: true }));

async function file(name: string, contents: string | Uint8Array): Promise<string> {
  const path = join(folder, name);
  await writeFile(path, contents);
  return path;
}

/** Sixty shirts with semicolons and CR LF, the colour of every fourth not recorded. */
const SHIRTS = [
  'id;title;colour;size;fit',
  ...Array.from({ length: 60 }, (_, row) =>
    [
      `s-${row}`,
      `Shirt ${row} "Ala"`.replace(/.*/, (title) => `"${title.replaceAll('"', '""')}"`),
      row % 4 === 3 ? '' : ['red', 'green', 'blue'][row % 3],
      ['S', 'M', 'L', 'XL'][(row % 5) % 4],
      ['slim', 'loose', 'regular'][(row * row) % 3],
    ].join(';'),
  ),
  '',
].join('\r\n');

test('from an export to a sheet, to a repaired export, to what it was worth', async () => {
  const shop = await file('shop.csv', SHIRTS);
  const sheet = join(folder, 'shop-sheet.csv');
  const repaired = join(folder, 'repaired.csv');
  const asked = await decidable(['audit', shop, '--repair-sheet', sheet]);
  assert.equal(asked.code, 0, asked.stderr);
  const lines = (await readFile(sheet, 'utf8')).split('\r\n');
  assert.equal(
    lines[0],
    'product_id,title,category,attribute,current,value,suggestion,derived_from,known_values,column',
  );
  assert.match(lines[1], /^s-\d+,"Shirt \d+ ""Ala""",,colour,,,,,blue \| green \| red,colour$/);
  const filled = lines.map((line, at) => (at === 0 ? line : line.replace(',colour,,,', ',colour,,blue,')));
  await writeFile(sheet, filled.join('\r\n'));

  const dry = await decidable(['apply', shop, sheet, '--dry-run']);
  assert.match(
    dry.stdout,
    /^Would write 15 values into 15 cells of 15 products\.\n {2}colour {2}15 products\n$/,
  );
  const done = await decidable(['apply', shop, sheet, '-o', repaired]);
  assert.deepEqual([done.code, done.stderr], [0, `Repaired export written to ${repaired}\n`]);
  const text = await readFile(repaired, 'utf8');
  assert.equal(text, SHIRTS.replace(/("Shirt \d+ ""Ala""");;/g, '$1;blue;'));
  assert.equal(await readFile(shop, 'utf8'), SHIRTS);

  const again = join(folder, 'again.csv');
  const twice = await decidable(['apply', repaired, sheet, '-o', again, '--json']);
  const { cells, unchanged, dryRun } = JSON.parse(twice.stdout) as Record<string, unknown>;
  assert.deepEqual({ cells, unchanged, dryRun }, { cells: 0, unchanged: 15, dryRun: false });
  assert.equal(await readFile(again, 'utf8'), text);

  const verified = await decidable(['verify', shop, repaired, '--json']);
  const { attributes } = JSON.parse(verified.stdout) as {
    attributes: { attribute: string; cells: { filled: number } }[];
  };
  assert.equal(attributes.find(({ attribute }) => attribute === 'colour')?.cells.filled, 15);
});

test('a sheet of several files is written into each, and apply says so', async () => {
  const parts = join(folder, 'parts');
  await mkdir(parts);
  const [header, ...rows] = SHIRTS.trimEnd().split('\r\n');
  const first = await file('parts/a.csv', `${[header, ...rows.slice(0, 30)].join('\r\n')}\r\n`);
  const second = await file('parts/b.csv', `${[header, ...rows.slice(30)].join('\r\n')}\r\n`);
  const sheet = join(folder, 'parts-sheet.csv');
  assert.equal((await decidable(['audit', parts, '--repair-sheet', sheet])).code, 0);
  const lines = (await readFile(sheet, 'utf8')).split('\r\n');
  await writeFile(sheet, lines.map((line) => line.replace(',colour,,,', ',colour,,blue,')).join('\r\n'));
  const both = await decidable(['apply', parts, sheet, '-o', join(folder, 'both.csv')]);
  assert.equal(both.code, 2);
  assert.match(
    both.stderr,
    /these are 2 files \(.*a\.csv and .*b\.csv\).*decidable apply .*a\.csv .*-o REPAIRED/s,
  );
  const repaired = join(folder, 'repaired-parts');
  await mkdir(repaired);
  for (const [part, name, cells] of [
    [first, 'a.csv', 7],
    [second, 'b.csv', 8],
  ] as const) {
    const { stdout } = await decidable(['apply', part, sheet, '-o', join(repaired, name)]);
    assert.match(
      stdout,
      new RegExp(`^Wrote ${cells} values .*\n.*\n.*${15 - cells} answers of products that`, 's'),
    );
  }
  const { stdout } = await decidable(['verify', parts, repaired, '--json']);
  const { attributes } = JSON.parse(stdout) as {
    attributes: { attribute: string; cells: { filled: number } }[];
  };
  assert.equal(attributes.find(({ attribute }) => attribute === 'colour')?.cells.filled, 15);
});

test('spellings of the sheet are replaced when they are taken over', async () => {
  const rows = Array.from(
    { length: 40 },
    (_, row) =>
      `s${row},${row % 8 === 5 ? 'Mac OS' : ['macOS', 'Linux'][row % 2]},${['S', 'M', 'L'][row % 3]},${row % 7}`,
  );
  const csv = `id,system,size,rank\n${rows.join('\n')}\n`;
  const shop = await file('systems.csv', csv);
  for (const name of ['systems-sheet.csv', 'systems-sheet.xlsx']) {
    const sheet = join(folder, name);
    assert.equal((await decidable(['audit', shop, '--repair-sheet', sheet])).code, 0);
    const repaired = join(folder, `${name}.repaired.csv`);
    const { stdout } = await decidable(['apply', shop, sheet, '--suggestions', '-o', repaired]);
    assert.match(stdout, /^Wrote 5 values .*\n.*\n5 of them took the place of another spelling\.\n/);
    assert.equal(await readFile(repaired, 'utf8'), csv.replaceAll('Mac OS', 'macOS'));
  }
});

test('a sheet in which something was filled in is never written over, an empty one is', async () => {
  const shop = await file('kept.csv', SHIRTS);
  const sheet = join(folder, 'kept-sheet.csv');
  const write = () => decidable(['audit', shop, '--repair-sheet', sheet]);
  assert.equal((await write()).code, 0);
  assert.equal((await write()).code, 0);
  const filled = (await readFile(sheet, 'utf8')).replace(',colour,,,', ',colour,,blue,');
  await writeFile(sheet, filled);
  const { code, stdout, stderr } = await write();
  assert.deepEqual({ code, stdout }, { code: 2, stdout: '' });
  assert.match(stderr, /this sheet has 1 value filled in, which would be lost.*decidable apply/s);
  assert.equal(await readFile(sheet, 'utf8'), filled);
  const notes = await file('notes.csv', 'my,notes\n1,2\n');
  const other = await decidable(['audit', shop, '--repair-sheet', notes]);
  assert.equal(other.code, 2);
  assert.match(other.stderr, /is no repair sheet/);
});

test('the sheet has as many rows as asked for, and says how many more there are', async () => {
  const shop = await file('rows.csv', SHIRTS);
  const sheet = join(folder, 'rows-sheet.csv');
  const { stderr } = await decidable(['audit', shop, '--repair-sheet', sheet, '--rows', '4']);
  assert.match(stderr, /\(the 4 most useful rows; 11 more with --rows 15\)\n$/);
  assert.equal((await readFile(sheet, 'utf8')).trimEnd().split('\r\n').length, 5);
});

test('neither the inputs nor an existing file are written over', async () => {
  const shop = await file('precious.csv', SHIRTS);
  const sheet = await file('precious-sheet.csv', 'product_id,attribute,value\ns-3,colour,red\n');
  const there = await file('there.csv', 'mine');
  for (const output of [shop, sheet]) {
    for (const force of [[], ['--force']]) {
      const { code, stderr } = await decidable(['apply', shop, sheet, '-o', output, ...force]);
      assert.equal(code, 2);
      assert.match(stderr, /would be overwritten/);
    }
  }
  const refused = await decidable(['apply', shop, sheet, '-o', there]);
  assert.equal(refused.code, 2);
  assert.match(refused.stderr, /this file exists.*--force/s);
  assert.equal(await readFile(there, 'utf8'), 'mine');
  assert.equal((await decidable(['apply', shop, sheet, '-o', there, '--force'])).code, 0);
  assert.match(await readFile(there, 'utf8'), /^id;title/);
});

test('without an output nothing is done', async () => {
  const shop = await file('none.csv', SHIRTS);
  const sheet = await file('none-sheet.csv', 'product_id,attribute,value\n');
  const { code, stderr } = await decidable(['apply', shop, sheet]);
  assert.equal(code, 2);
  assert.match(stderr, /-o FILE.*--dry-run/);
});

test('- writes the repaired export to standard output, and the summary beside it', async () => {
  const sheet = await file('pipe-sheet.csv', 'product_id,attribute,value\ns-3,colour,red\n');
  const { stdout, stderr } = await decidable(['apply', '-', sheet, '-o', '-'], { stdin: SHIRTS });
  assert.equal(stdout, SHIRTS.replace('"Shirt 3 ""Ala""";;', '"Shirt 3 ""Ala""";red;'));
  assert.match(stderr, /^Wrote 1 value into 1 cell of 1 product\./);
});

test('the summary names what was skipped and what may be a slip, and no control character', async () => {
  const shop = await file('slips.csv', SHIRTS);
  const sheet = await file(
    'slips-sheet.csv',
    'product_id,attribute,value\nx,colour,red\ns-3,fabric,red\ns-0,colour,blue\ns-7,colour,gren\u001b[31m\ns-11,colour,gren\n',
  );
  const { stdout } = await decidable(['apply', shop, sheet, '--dry-run']);
  assert.match(
    stdout,
    /1 answer of products that the export does not have.*\n +row 2: "red" as colour of x\n/,
  );
  assert.match(
    stdout,
    /1 answer of attributes that the export does not have:\n +row 3: "red" as fabric of s-3\n/,
  );
  assert.match(stdout, /--overwrite replaces it:\n +row 4: "blue" as colour of s-0, which has "red"\n/);
  assert.match(stdout, /colour: "gren" is new to the column; "green" was probably meant\.\n/);
  assert.ok(!stdout.includes('\u001b'));
});

test('a character that the encoding lacks ends with 2 and says how to write UTF-8', async () => {
  const shop = await file('latin.csv', Buffer.from('id;größe\n1;\n', 'latin1'));
  const sheet = await file('latin-sheet.csv', 'product_id,attribute,value\n1,größe,dla ł\n');
  const output = join(folder, 'latin-out.csv');
  const { code, stderr } = await decidable(['apply', shop, sheet, '-o', output]);
  assert.equal(code, 2);
  assert.match(stderr, /has no "ł".*--encoding utf-8/s);
  assert.ok(!existsSync(output));
  assert.equal((await decidable(['apply', shop, sheet, '-o', output, '--encoding', 'utf-8'])).code, 0);
  assert.equal(await readFile(output, 'utf8'), 'id;größe\n1;dla ł\n');
});

for (const [args, code, message] of [
  [['--fail-under', 'E'], 0, /^$/],
  [['--fail-under', 'a'], 3, /the grade is [B-E], below the A of --fail-under/],
  [['--fail-under', '1%'], 0, /^$/],
  [['--fail-under', '0.999'], 3, /it is [\d.]+ % of the way .*, below the 99\.9 % of --fail-under/],
  [['--fail-under', '0'], 2, /a grade from A to E, or a share/],
  [['--fail-under', '101%'], 2, /a grade from A to E, or a share/],
] as const) {
  test(`audit ${args.join(' ')} ends with ${code}`, async () => {
    const done = await decidable(['audit', '-', ...args], { stdin: SHIRTS });
    assert.equal(done.code, code, done.stderr);
    assert.match(done.stderr, message);
  });
}

test('a shelf without a grade has not reached one', async () => {
  const { code, stderr } = await decidable(['audit', '-', '--fail-under', 'E'], { stdin: 'id,a\n1,x\n' });
  assert.equal(code, 3);
  assert.match(stderr, /there is no grade, below the E/);
});

test('verify ends with 3 where a claim has a verdict of --fail-on, or the share is too low', async () => {
  const shop = await file('claimed.csv', SHIRTS);
  const claims = await file('claims.json', '[{ "attribute": "colour" }]');
  const verify = (...more: string[]) => decidable(['verify', shop, shop, '--repairs', claims, ...more]);
  assert.equal((await verify('--fail-on', 'doubtful,empty')).code, 0);
  const unchanged = await verify('--fail-on', 'empty,unchanged');
  assert.equal(unchanged.code, 3);
  assert.match(unchanged.stderr, /colour is unchanged/);
  assert.equal((await verify('--fail-under', '0.999')).code, 3);
  assert.equal((await verify('--fail-under', '1%')).code, 0);
  assert.match((await verify('--fail-under', 'B')).stderr, /Grades are of audits/);
  assert.equal((await verify('--fail-on', 'bad')).code, 2);
  const unclaimed = await decidable(['verify', shop, shop, '--fail-on', 'empty']);
  assert.equal(unclaimed.code, 2);
  assert.match(unclaimed.stderr, /--fail-on is about claims.*--repairs FILE/);
});

test('--keep puts a grading into the history of an organization', async () => {
  const data = join(folder, 'data');
  const created = await decidable(['orgs', 'create', 'Shirts', '--data', data, '--json']);
  const { organizationId } = JSON.parse(created.stdout) as { organizationId: string };
  const audited = await decidable(['audit', '-', '--keep', organizationId, '--data', data, '--json'], {
    stdin: SHIRTS,
  });
  assert.equal(audited.code, 0, audited.stderr);
  const { storage } = JSON.parse(audited.stdout) as { storage: { stored: boolean; id: string } };
  assert.equal(storage.stored, true);
  const shop = await file('kept-verify.csv', SHIRTS);
  await decidable(['verify', shop, shop, '--keep', organizationId, '--data', data, '--category', 'Shirts']);
  const history = await decidable(['history', '--org', organizationId, '--data', data, '--json']);
  const { gradings } = JSON.parse(history.stdout) as {
    gradings: { id: string; kind: string; category?: string; result: { storage: object } }[];
  };
  assert.deepEqual(
    gradings.map(({ kind, category }) => [kind, category]),
    [
      ['monitor', 'Shirts'],
      ['audit', undefined],
    ],
  );
  assert.deepEqual(gradings[1].result.storage, { stored: true, id: storage.id });
  const unknown = await decidable(['audit', '-', '--keep', 'org_nobody', '--data', data], { stdin: SHIRTS });
  assert.equal(unknown.code, 2);
  assert.match(unknown.stderr, /there is no organization org_nobody/);
});
