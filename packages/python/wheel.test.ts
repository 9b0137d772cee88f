import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { promisify } from 'node:util';
import { packWheel } from '../../scripts/pack/wheel.ts';
import { pythonFor } from './testing/python.ts';

const run = promisify(execFile);
const { python, skip } = pythonFor('hatchling', 'venv', 'ensurepip', 'mypy');
const { version } = JSON.parse(await readFile(new URL('../contract/package.json', import.meta.url), 'utf8'));

let folder: string;
/** The Python of an environment in which nothing but the wheel is installed. */
let installed: string;
let files: readonly string[];

before(async () => {
  if (skip) return;
  folder = await mkdtemp(join(tmpdir(), 'decidable-wheel-'));
  files = packWheel(folder);
  await run(python, ['-m', 'venv', join(folder, 'shop')]);
  installed = join(folder, 'shop', process.platform === 'win32' ? 'Scripts/python.exe' : 'bin/python');
  const wheel = files.find((file) => file.endsWith('.whl'))!;
  await run(installed, ['-m', 'pip', 'install', '--no-index', '--disable-pip-version-check', wheel]);
});
after(async () => {
  if (!skip) await rm(folder, { recursive: true, force: true });
});

test('a wheel and a source distribution are made, with licence, types and no tests', { skip }, async () => {
  assert.deepEqual(files.map((file) => file.slice(file.lastIndexOf('decidable-'))).sort(), [
    `decidable-${version}-py3-none-any.whl`,
    `decidable-${version}.tar.gz`,
  ]);
  const list = `import sys, tarfile, zipfile
wheel, source = sys.argv[1:]
print(*zipfile.ZipFile(wheel).namelist(), *tarfile.open(source).getnames(), sep="\\n")`;
  const names = (await run(python, ['-c', list, ...[...files].sort()])).stdout.split('\n');
  for (const suffix of [
    'decidable/py.typed',
    'licenses/LICENSE',
    `${version}/LICENSE`,
    `${version}/README.md`,
  ])
    assert.ok(
      names.some((name) => name.endsWith(suffix)),
      `${suffix} of ${names}`,
    );
  assert.deepEqual(
    names.filter((name) => /test|__pycache__|generate\//.test(name)),
    [],
  );
});

test('the installed client says its version, licence and the Pythons that it is for', { skip }, async () => {
  const program = `
import decidable
from importlib.metadata import metadata, requires
told = metadata("decidable")
print(decidable.__version__, told["Version"], told["License"] or told["License-Expression"], told["Requires-Python"], requires("decidable"))`;
  const { stdout } = await run(installed, ['-c', program]);
  assert.equal(stdout, `${version} ${version} Apache-2.0 >=3.9 None\n`);
});

test('its types hold for those who install it, and its own code is typed throughout', { skip }, async () => {
  const program = join(folder, 'program.py');
  await writeFile(
    program,
    `from datetime import datetime
from decimal import Decimal
from typing import List, Optional

from decidable import CatalogRankedResponse, Client, ServiceError, Signal, TooManyRequestsError

client = Client(endpoint="https://decidable.example/api/v1", api_key="k", organization_id="org_x")
signals: List[Signal] = [{"type": "product_view", "value": "a"}]
client.track(session_id="s", signals=signals)
answer: CatalogRankedResponse = client.catalog_ranked(
    session_id="s", filters={"colour": ["red", "blue"], "price": {"max": Decimal("9.99")}}
)
first: str = answer.items[0].id
why: Optional[str] = answer.items[0].why
opened: Optional[datetime] = client.session(session_id="s").opened_at
try:
    client.search(session_id="s", products=[{"id": "a", "price": 3, "sizes": ["s", "m"]}])
except TooManyRequestsError as error:
    again: Optional[float] = error.retry_after
except ServiceError as error:
    print(error.code, error.correlation_id, error.details and error.details.limit)
`,
  );
  const wrong = join(folder, 'wrong.py');
  const mistakes = [
    'client.catalog_ranked(session_id="s", limit="one")',
    'client.catalog_ranked(limit=1)',
    'client.catalog_ranked(session_id="s", seen="drop")',
    'client.track(session_id="s", signals=[{"value": "a"}])',
    'answer.items[0].id = "b"',
    'answer.items[0].identity',
  ];
  await writeFile(
    wrong,
    `from program import answer, client\n\n${mistakes.map((line) => `${line}\n`).join('')}`,
  );
  const mypy = (...args: readonly string[]) =>
    run(python, ['-m', 'mypy', '--strict', '--python-executable', installed, ...args], {
      cwd: folder,
      env: { ...process.env, MYPY_CACHE_DIR: join(folder, 'cache') },
    });
  await mypy(program);
  await mypy(join(import.meta.dirname, 'src'), join(import.meta.dirname, 'tests'));
  const { stdout } = await mypy(wrong).then(
    () => assert.fail('mypy finds nothing wrong'),
    (error: { stdout: string }) => error,
  );
  const lines = [...stdout.matchAll(/^wrong\.py:(\d+): error/gm)].map(([, line]) => Number(line));
  assert.deepEqual(
    [...new Set(lines)],
    mistakes.map((_, n) => n + 3),
    stdout,
  );
});
