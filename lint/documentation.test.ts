import assert from 'node:assert/strict';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import type { Command } from 'commander';
import { createProgram } from '../packages/cli/program.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const text = (file: string) => readFileSync(join(root, file), 'utf8');
const pages = globSync(['*.md', '{docs,examples,packages}/**/*.md'], {
  cwd: root,
  exclude: ['**/node_modules/**'],
});
const manifests = globSync(['package.json', 'bench/package.json', 'packages/*/package.json'], { cwd: root });

interface Manifest {
  readonly name: string;
  readonly scripts?: Readonly<Record<string, string>>;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly devDependencies?: Readonly<Record<string, string>>;
}
const read = (manifest: string) => JSON.parse(text(manifest)) as Manifest;

/** What a heading is called in an address, as GitHub makes it. */
const anchorOf = (heading: string) =>
  heading
    .trim()
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .replaceAll(' ', '-');

test('every link of a page leads to a file that is there, and to a heading of it', () => {
  const dead: string[] = [];
  for (const page of pages) {
    // What is between fences is code, in which brackets mean something else.
    const prose = text(page).replaceAll(/^ *```[\s\S]*?^ *```/gm, '');
    for (const [, link = ''] of prose.matchAll(/\]\(([^)\s]+)\)/g)) {
      if (/^(https?|mailto):/.test(link)) continue;
      const [path = '', anchor] = link.split('#');
      const target = path === '' ? page : relative(root, join(root, dirname(page), path));
      if (!existsSync(join(root, target))) dead.push(`${page}: ${link}`);
      else if (anchor !== undefined) {
        const headings = text(target).matchAll(/^#+ (.+)$/gm);
        if (!headings.some(([, heading = '']) => anchorOf(heading) === anchor)) dead.push(`${page}: ${link}`);
      }
    }
  }
  assert.deepEqual(dead, []);
});

test('every npm script that a page names is there', () => {
  const unknown: string[] = [];
  for (const page of pages) {
    for (const [call, script = '', workspace] of text(page).matchAll(
      /npm run ([\w:]+(?:-\w+)*)(?: -w ([@\w/-]+\w))?/g,
    )) {
      const manifest = manifests.find((each) =>
        workspace === undefined
          ? each === 'package.json' || dirname(each) === dirname(page)
          : dirname(each) === workspace || read(each).name === workspace,
      );
      if (manifest === undefined || !Object.hasOwn(read(manifest).scripts ?? {}, script)) {
        unknown.push(`${page}: ${call}`);
      }
    }
  }
  assert.deepEqual(unknown, []);
});

test('every command line that a page shows is one that the program takes: its commands and its options', async () => {
  const program = await createProgram(['--help']);
  const unknown: string[] = [];
  let shown = 0;
  for (const page of pages) {
    for (const [line, words = ''] of text(page).matchAll(/npx decidable ((?:(?!\s#|[`|<>;]).)+)/g)) {
      shown++;
      let command: Command = program;
      for (const word of words.trim().split(/\s+/)) {
        const inner = command.commands.find((each) => each.name() === word);
        if (inner !== undefined) command = inner;
        else if (word.startsWith('--') && !command.options.some(({ long }) => long === word)) {
          unknown.push(`${page}: ${line} (${word})`);
        }
      }
      if (command === program) unknown.push(`${page}: ${line}`);
    }
  }
  assert.deepEqual(unknown, []);
  assert.ok(shown > 0);
});

test('the guides pin the newest release of the browser SDK', () => {
  const { moving } = JSON.parse(text('packages/sdk/releases/manifest.json')) as {
    moving: Record<string, string>;
  };
  const newest = Object.values(moving);
  const pinned = pages
    .filter((page) => page.startsWith('docs/guides/'))
    .flatMap((page) =>
      [...text(page).matchAll(/\/sdk\/v(\d+\.\d+\.\d+)\//g)].map(([, version = '']) => version),
    );
  assert.ok(pinned.length > 0);
  assert.deepEqual(
    pinned.filter((version) => !newest.includes(version)),
    [],
  );
});

test('DESIGN.md names every library that the packages use', () => {
  const plain = (words: string) => words.toLowerCase().replace(/[^a-z0-9]/g, '');
  const page = plain(text('docs/DESIGN.md'));
  const libraries = manifests
    .map(read)
    .flatMap(({ dependencies, devDependencies }) => Object.keys({ ...dependencies, ...devDependencies }))
    .filter((library) => !/^@(decidable|types)\//.test(library));
  const missing = new Set(libraries).values().filter((library) => !page.includes(plain(library)));
  assert.deepEqual([...missing], []);
});
