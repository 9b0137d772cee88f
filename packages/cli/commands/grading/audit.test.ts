import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, openSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { after, before, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { stripVTControlCharacters } from 'node:util';
import { type CatalogAuditResponse, catalogAudit, limits } from '@decidable/contract';
import stringWidth from 'string-width';
import { Value } from 'typebox/value';
import { decidable, finished, LAUNCHER, start } from '../../testing/command.ts';

const EXAMPLES = new URL('../../../../examples/catalogues/', import.meta.url);
const PARTS = fileURLToPath(new URL('computer-parts.csv', EXAMPLES));

let folder: string;
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'decidable-'));
  await mkdir(join(folder, 'bare'));
});
after(() => rm(folder, { recursive: true, force: true }));

async function csv(name: string, text: string): Promise<string> {
  const path = join(folder, name);
  await writeFile(path, text);
  return path;
}

/** Forty shirts, the colour of ten of them not recorded. */
function shirts(colourName = 'colour', id = (row: number) => `s-${row}`): string {
  const rows = Array.from({ length: 40 }, (_, row) => {
    const colour = row % 4 === 3 ? '' : ['red', 'green', 'blue'][row % 3];
    return `"${id(row)}",${colour},${['S', 'M', 'L', 'XL'][row % 4]}`;
  });
  return `id,"${colourName}",size\n${rows.join('\n')}\n`;
}

test('--json prints the response of /catalog/audit in the contract, and nothing else', async () => {
  const { code, stdout, stderr } = await decidable(['audit', PARTS, '--json', '--horizon', '5000']);
  assert.deepEqual({ code, stderr }, { code: 0, stderr: '' });
  const answer = JSON.parse(stdout) as CatalogAuditResponse;
  assert.deepEqual([...Value.Errors(catalogAudit.response, answer)], []);
  assert.deepEqual(answer.storage, { stored: false, message: 'Nothing was stored.' });
  assert.ok(!('warnings' in answer), 'there is nothing to warn of');
  assert.equal(answer.action, answer.attributes[0].action);
});

test('warnings are in the JSON where there are some', async () => {
  const { stdout } = await decidable(['audit', '-', '--json'], { stdin: `${shirts()}s-1,,XXL\n` });
  const { warnings = [] } = JSON.parse(stdout) as CatalogAuditResponse;
  assert.deepEqual(
    warnings.map(({ code }) => code),
    ['duplicate_ids'],
  );
});

test('a file of more columns than the interface accepts is refused', async () => {
  const columns = limits.csvColumns + 1;
  const names = Array.from({ length: columns }, (_, column) => `c${column}`).join(',');
  const { code, stderr } = await decidable(['audit', '-'], { stdin: `${names}\n1\n` });
  assert.equal(code, 2);
  assert.match(stderr, new RegExp(`${columns} columns; at most ${limits.csvColumns} `));
});

test('without a horizon there is no action anywhere', async () => {
  const { stdout } = await decidable(['audit', '-', '--json'], { stdin: shirts() });
  assert.ok(!stdout.includes('"action"'));
});

test('an attribute that is declared applicable is passed on, and an unknown one is reported', async () => {
  const args = ['audit', '-', '--json', '--applicable', 'colour', 'coluor'];
  const { code, stderr } = await decidable(args, { stdin: shirts() });
  assert.equal(code, 0);
  assert.equal(stderr, 'decidable: --applicable coluor: no column has this name.\n');
  const parts = await decidable(['audit', PARTS, '--json', '--applicable', 'switches']);
  const { attributes } = JSON.parse(parts.stdout) as CatalogAuditResponse;
  assert.ok(!('appliesTo' in (attributes.find(({ attribute }) => attribute === 'switches') ?? {})));
});

test('an attribute is asked of the segments that --applies names, and one that no column has is refused', async () => {
  const rows = Array.from(
    { length: 60 },
    (_, row) =>
      `p${row},${['Tops', 'Bottoms'][row % 2]},${row % 4 === 1 ? 'slim' : row % 8 === 3 ? 'wide' : ''}`,
  );
  const stdin = `id,category,leg\n${rows.join('\n')}\n`;
  const { stdout } = await decidable(['audit', '-', '--json', '--applies', 'leg=bottoms'], { stdin });
  const { attributes } = JSON.parse(stdout) as CatalogAuditResponse;
  const leg = attributes.find(({ attribute }) => attribute === 'leg');
  assert.deepEqual(leg?.appliesTo?.values, ['Bottoms']);
  const none = await decidable(['audit', '-', '--applies', 'leg=hats'], { stdin });
  assert.equal(none.code, 2);
  assert.match(none.stderr, /No column of categories has "hats"/);
  const slip = await decidable(['audit', '-', '--applies', 'legg=bottoms'], { stdin });
  assert.equal(slip.code, 2);
  assert.match(slip.stderr, /standard input: No column is called "legg".* Is "leg" meant\?/);
  const unreadable = await decidable(['audit', '-', '--applies', 'leg'], { stdin });
  assert.equal(unreadable.code, 2);
  assert.match(unreadable.stderr, /attribute=segment/);
});

test('an export of a header alone is reported to have no products', async () => {
  const { code, stdout } = await decidable(['audit', '-'], { stdin: 'id,colour,size\n' });
  assert.equal(code, 0);
  assert.match(stdout, /0 products/);
  assert.match(stdout, /There are no products: this export has a header row and nothing below\s+it\./);
  assert.doesNotMatch(stdout, /Complete|fold|Not judged|[Ff]ive/);
});

test('a web page that was saved in place of the export is named', async () => {
  const page = '<!DOCTYPE html>\n<html><head><title>Log in</title></head><body>a, b</body></html>\n';
  const { code, stderr, stdout } = await decidable(['audit', '-'], { stdin: page });
  assert.equal(code, 2);
  assert.equal(stdout, '');
  assert.match(stderr, /standard input: This is a web page \(HTML\) called "Log in", and no CSV/);
});

test('a full disk on standard output is reported as an error that the user can correct', {
  skip: !existsSync('/dev/full') && 'there is no /dev/full',
}, async () => {
  const path = await csv('unwritten.csv', shirts());
  for (const more of [[], ['--json']]) {
    const { status, stderr } = spawnSync(process.execPath, [LAUNCHER, 'audit', path, ...more], {
      encoding: 'utf8',
      stdio: ['ignore', openSync('/dev/full', 'w'), 'pipe'],
    });
    assert.equal(status, 2, stderr);
    assert.match(stderr, /decidable: standard output cannot be written \(ENOSPC: .*\)\.\n$/);
  }
});

test('- reads standard input', async () => {
  const file = await decidable(['audit', await csv('file.csv', shirts()), '--json']);
  const piped = await decidable(['audit', '-', '--json'], { stdin: shirts() });
  assert.equal(piped.stdout, file.stdout);
});

test('a lower trust in the source is passed on', async () => {
  const { stdout } = await decidable(['audit', '-', '--json', '--source', 'inferred'], { stdin: shirts() });
  const { source, trust } = JSON.parse(stdout) as CatalogAuditResponse;
  assert.deepEqual({ source, trust }, { source: 'inferred', trust: 0.6 });
});

test('the report names the grade, the first attribute, how many products lack it, and the next step', async () => {
  // A third question: fewer get no grade.
  const rows = shirts().trimEnd().split('\n');
  const fits = ['fit', ...rows.slice(1).map((_, row) => ['slim', 'loose', 'regular'][(row * row) % 3])];
  const path = await csv('shirts.csv', `${rows.map((row, at) => `${row},${fits[at]}`).join('\n')}\n`);
  const { code, stdout } = await decidable(['audit', path], { cwd: folder, env: { COLUMNS: '120' } });
  assert.equal(code, 0);
  assert.match(stdout, /╭───╮ {2}shirts\.csv\n {2}│ [A-E] │ {2}40 products/);
  assert.match(stdout, /1 {2}colour .*█.*░.*\+\d\.\d\d bits/);
  assert.match(
    stdout,
    /10 of 40 products lack it\. Of 100 products an answer leaves \d+ today, and \d+ once all are recorded\./,
  );
  assert.match(stdout, /→ Record colour for 10 products/);
  assert.match(stdout, /decidable verify \S*shirts\.csv repaired\.csv/);
});

test('--explain says how each figure came about, and the report names it otherwise', async () => {
  const explained = await decidable(['audit', '-', '--explain'], {
    stdin: shirts(),
    env: { COLUMNS: '120' },
  });
  assert.match(explained.stdout, /HOW EACH FIGURE CAME ABOUT\n\n +answered +The bits that/);
  assert.match(explained.stdout, /\n +lack it +Products to which the question applies/);
  const { stdout } = await decidable(['audit', '-'], { stdin: shirts(), env: { COLUMNS: '120' } });
  assert.match(stdout, /A bit halves the choice\.[\s\S]*--explain says/);
  assert.doesNotMatch(stdout, /HOW EACH FIGURE/);
});

test('empty columns are distinguished from columns with too few recorded values', async () => {
  const rows = Array.from({ length: 30 }, (_, row) => `p${row},c${row % 4},,,${row < 2 ? 'wool' : ''},`);
  const stdin = `id,colour,fit,cut,fabric,lining\n${rows.join('\n')}\n`;
  const { stdout } = await decidable(['audit', '-'], { stdin, env: { COLUMNS: '120' } });
  assert.match(stdout, /Too few values +fabric: Only 2 of 30 products have fabric recorded/);
  assert.match(stdout, /\n +Empty +cut, fit and lining\n/);
});

test('an attribute with the advice to leave it is not presented as worthwhile', async () => {
  const rows = Array.from(
    { length: 300 },
    (_, row) => `p${row},c${row % 4},${row === 0 ? '' : `s${row % 3}`}`,
  );
  const stdin = `id,colour,shade\n${rows.join('\n')}\n`;
  const { stdout } = await decidable(['audit', '-', '--horizon', '1000000', '--all'], {
    stdin,
    env: { COLUMNS: '120' },
  });
  assert.match(stdout, /Leave it:\s+beside the other attributes it would hardly help a\s+shopper\./);
  assert.doesNotMatch(stdout, /Leave it[^.]*pays after/);
});

for (const columns of [60, 80, 120, 200]) {
  test(`no line of the report is wider than ${columns} columns`, async () => {
    const name = 'ширина 幅 an attribute with a name that goes on and on and on and on and on';
    for (const [cwd, file] of [
      [fileURLToPath(EXAMPLES), columns === 60 ? 'computer-parts.csv' : 'craft-beers.csv'],
      [folder, basename(await csv('wide.csv', shirts(name)))],
    ] as const) {
      const { code, stdout } = await decidable(['audit', file, '--all'], {
        cwd,
        env: { COLUMNS: `${columns}` },
      });
      assert.equal(code, 0);
      for (const line of stdout.split('\n')) assert.ok(stringWidth(line) <= columns, `${file}: ${line}`);
    }
  });
}

test('a pipe gets no colour unless it is forced, and NO_COLOR is respected', async () => {
  const styled = '\u001b[';
  const stdin = shirts();
  const plain = await decidable(['audit', '-'], { stdin });
  assert.ok(!plain.stdout.includes(styled));
  const forced = await decidable(['audit', '-'], { stdin, env: { FORCE_COLOR: '1' } });
  assert.ok(forced.stdout.includes(styled));
  const refused = await decidable(['audit', '-'], { stdin, env: { NO_COLOR: '1' } });
  assert.equal(refused.stdout, plain.stdout);
  assert.equal(forced.stderr, '');
});

test('colour changes no word of the report below its badge', async () => {
  const stdin = shirts();
  const plain = await decidable(['audit', '-'], { stdin });
  const forced = await decidable(['audit', '-'], { stdin, env: { FORCE_COLOR: '1' } });
  const body = (text: string) => stripVTControlCharacters(text).split('\n').slice(5).join('\n');
  assert.equal(body(forced.stdout), body(plain.stdout));
});

test('control characters in a catalogue reach neither the terminal nor a message', async () => {
  const evil = '\u001b]0;pwned\u0007\u001b[31m\u009b2J\u202e';
  const text = shirts(`col${evil}our`, (row) => `s${evil}-${row}`);
  const hostile = /[[\p{Cc}\p{Bidi_Control}]--[\n]]/v;
  const path = await csv('evil.csv', text);
  const report = await decidable(['audit', path, '--all']);
  assert.equal(report.code, 0, report.stderr);
  assert.doesNotMatch(report.stdout, hostile);
  const refused = await decidable(['audit', '-'], { stdin: `id,${evil}\n1,2,3\n` });
  assert.equal(refused.code, 2);
  assert.doesNotMatch(refused.stderr, hostile);
});

test('the repair sheet lists the products to fill in, and no cell of it is a formula', async () => {
  const path = await csv(
    'formulas.csv',
    shirts('colour', (row) => `=HYPERLINK(${row})`),
  );
  const sheet = join(folder, 'sheet.csv');
  const { code, stderr } = await decidable(['audit', path, '--repair-sheet', sheet]);
  assert.equal(code, 0);
  assert.match(stderr, /^Repair sheet written to .*sheet\.csv\n$/);
  const lines = (await readFile(sheet, 'utf8')).trim().split(/\r?\n/u);
  assert.equal(lines.length, 1 + 10);
  for (const line of lines) assert.doesNotMatch(line, /(^|,)"?[=+\-@]/u);
});

test('--kind says how columns are read, and is told of numbers that are names', async () => {
  const rows = Array.from(
    { length: 60 },
    (_, row) => `p${row},${row % 5 === 0 ? '' : 10 + (row % 4)},${row % 3}`,
  );
  const stdin = `id,range id,doors\n${rows.join('\n')}\n`;
  const plain = JSON.parse(
    (await decidable(['audit', '-', '--json'], { stdin })).stdout,
  ) as CatalogAuditResponse;
  assert.deepEqual(
    plain.warnings?.map(({ code }) => code),
    ['numbers_as_names'],
  );
  assert.deepEqual(
    plain.attributes.map(({ attribute, kind }) => [attribute, kind]),
    [['doors', 'number']],
  );
  const kinds = ['--kind', 'range id=number', '--kind', 'doors=category'];
  const { stdout } = await decidable(['audit', '-', '--json', ...kinds], { stdin });
  const chosen = JSON.parse(stdout) as CatalogAuditResponse;
  assert.ok(!('warnings' in chosen));
  assert.deepEqual(chosen.attributes.map(({ attribute, kind }) => [attribute, kind]).sort(), [
    ['doors', 'category'],
    ['range id', 'number'],
  ]);
});

const REFUSED: readonly (readonly [string, readonly string[], string | undefined, RegExp])[] = [
  [
    'a quote that never ends',
    ['audit', '-'],
    'id,colour\n1,"red\n2,blue\n',
    /line 2, column 2: A cell.*quotation mark/s,
  ],
  ['a row that is longer than the header', ['audit', '-'], 'id,colour\n1,red,XL\n', /line 2, column 3/],
  ['a row without an id', ['audit', '-'], 'id,colour\n,red\n', /line 2, column 1/],
  ['an empty file', ['audit', '-'], '', /empty/],
  ['a file that is not there', ['audit', 'nowhere.csv'], undefined, /nowhere\.csv: there is no such file/],
  ['a folder without an export', ['audit', 'bare'], undefined, /bare: this folder has no export/],
  ['an unknown option', ['audit', 'x.csv', '--horizn', '3'], undefined, /--horizn.*--horizon/s],
  [
    'an unknown source',
    ['audit', 'x.csv', '--source', 'me'],
    undefined,
    /merchant, extracted, enriched, inferred/,
  ],
  ['a horizon of nothing', ['audit', 'x.csv', '--horizon', '0'], undefined, /number above 0/],
  ['a horizon that is no number', ['audit', 'x.csv', '--horizon', 'long'], undefined, /number above 0/],
  ['an unknown kind', ['audit', 'x.csv', '--kind', 'size=catgory'], undefined, /"category" is near/],
  ['a kind of nothing', ['audit', 'x.csv', '--kind', 'size'], undefined, /column=kind/],
  [
    'a kind of an unknown column',
    ['audit', '-', '--kind', 'color=list'],
    shirts(),
    /"color".*"colour" meant/s,
  ],
  ['no file at all', ['audit'], undefined, /missing required argument 'file'/],
  ['an unknown command', ['adit', 'x.csv'], undefined, /audit/],
  [
    'a report into a folder that is not there',
    ['audit', '-', '--report', 'no/r.html'],
    shirts(),
    /folder no does not exist/,
  ],
  ['a repair sheet over a folder', ['audit', '-', '--repair-sheet', '.'], shirts(), /this is a folder/],
];

for (const [what, args, stdin, message] of REFUSED) {
  test(`${what} ends with 2, a message, and nothing on standard output`, async () => {
    const { code, stdout, stderr } = await decidable(args, {
      cwd: folder,
      ...(stdin !== undefined && { stdin }),
    });
    assert.deepEqual({ code, stdout }, { code: 2, stdout: '' });
    assert.match(stderr, message);
    assert.doesNotMatch(stderr, /\n\s+at /u, 'a stack trace is not for people');
  });
}

test('a file without names ends with 2, and is read with --no-header', async () => {
  const stdin = shirts().split('\n').slice(1).join('\n');
  const refused = await decidable(['audit', '-'], { stdin });
  assert.equal(refused.code, 2);
  assert.match(refused.stderr, /The first row looks like a product.*--no-header/s);
  const { code, stdout } = await decidable(['audit', '-', '--no-header', '--all'], { stdin });
  assert.equal(code, 0);
  assert.match(stdout, /column 2/);
});

test('the catalogue itself is never written over', async () => {
  const path = await csv('precious.csv', shirts());
  await symlink(path, join(folder, 'alias.csv'));
  for (const target of [path, join(folder, 'alias.csv')]) {
    const { code, stderr } = await decidable(['audit', path, '--repair-sheet', target]);
    assert.equal(code, 2);
    assert.match(stderr, /would be overwritten/);
  }
  assert.equal(await readFile(path, 'utf8'), shirts());
});

test('the message of a grading that exceeds its memory limit says how to raise it', async () => {
  const rows = Array.from(
    { length: 60_000 },
    (_, row) => `p${row},${row % 977}-${row},${row * 7},${row % 13}`,
  );
  const path = await csv('large.csv', `id,a,b,c\n${rows.join('\n')}\n`);
  const { code, stdout, stderr } = await decidable(['audit', path, '--memory', '16']);
  assert.deepEqual({ code, stdout }, { code: 2, stdout: '' });
  assert.match(stderr, /more memory than the 16 MB.*--memory 32/s);
});

test('a closed pipe ends the command without a message', async () => {
  const rows = Array.from(
    { length: 40_000 },
    (_, row) => `product-${row},${row < 20 ? row % 3 : ''},${row % 2}`,
  );
  const path = await csv('long.csv', `id,a,b\n${rows.join('\n')}\n`);
  const child = start(['audit', path, '--json']);
  const end = finished(child);
  await once(child.stdout, 'data');
  child.stdout.destroy();
  const { code, stderr } = await end;
  assert.deepEqual({ code, stderr }, { code: 0, stderr: '' });
});
