import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { basename, dirname, join, posix } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));

/** Paths with `/`, relative to the root. */
const files = (pattern: string): readonly string[] =>
  globSync(pattern, { cwd: root, exclude: ['**/node_modules/**', '**/dist/**'] })
    .map((file) => file.replaceAll('\\', '/'))
    .sort();

const isTest = (file: string) => /\.(test|fixture)\.[a-z]+$/.test(file);

/** The most source files of one folder, so that its listing is read at a glance; set by hand. */
const MOST_FILES = 15;

test(`no folder of packages or bench has more than ${MOST_FILES} source files`, () => {
  const perFolder = Map.groupBy(
    files('{packages,bench}/**/*.{ts,tsx,js,css,html,grit}').filter(
      (file) => !isTest(file) && !/\/(fixtures|released|releases)\//.test(file),
    ),
    (file) => dirname(file),
  );
  assert.ok(perFolder.has('packages/server/endpoints') && perFolder.has('bench/audit'));
  const crowded = [...perFolder].filter(([, inside]) => inside.length > MOST_FILES);
  assert.deepEqual(
    crowded.map(([folder, inside]) => `${folder}: ${inside.map((file) => basename(file)).join(' ')}`),
    [],
  );
});

/** The relative imports of a file, types and workers included, as paths relative to the root. */
const importsOf = (file: string): readonly string[] =>
  [
    ...readFileSync(join(root, file), 'utf8').matchAll(
      /(?:\bfrom|\bimport|\bimport\(|\bnew URL\()\s*'(\.[^']+)'/g,
    ),
  ].map(([, path = '']) => posix.join(dirname(file), path));

/** The room of a file: the folder right below its package, undefined for a file of the package's own folder. */
const roomOf = (pkg: string, file: string): string | undefined =>
  file.startsWith(`${pkg}/`) ? file.slice(pkg.length + 1).match(/^([^/]+)\//)?.[1] : undefined;

/** Each import of one room of a package by another room of it. */
function crossings(pkg: string) {
  return files(`${pkg}/**/*.ts`)
    .filter((file) => !isTest(file))
    .flatMap((file) =>
      importsOf(file).map((imported) => ({
        file,
        imported,
        from: roomOf(pkg, file),
        to: roomOf(pkg, imported),
      })),
    )
    .filter(({ from, to }) => to !== undefined && from !== to);
}

/** The ground: imports no other room. */
const GROUND = 'timing';
/** Domain rooms throw domain errors and know nothing of HTTP. */
const DOMAIN: ReadonlySet<string | undefined> = new Set([
  'sessions',
  'shops',
  'ranking',
  'learning',
  'outcomes',
  'inspection',
  'json',
  'keys',
  'organizations',
  'people',
  'storage',
  'usage',
]);
/** Rooms above the domain, by the rooms that must not import them. */
const ABOVE: readonly (readonly [rooms: ReadonlySet<string | undefined>, above: readonly string[]])[] = [
  [DOMAIN, ['http', 'endpoints', 'management', 'request-body', 'site']],
  [
    new Set(['workers', 'request-body', 'availability', 'operations']),
    ['http', 'endpoints', 'management', 'site'],
  ],
  [
    new Set(['storage']),
    ['sessions', 'shops', 'ranking', 'learning', 'outcomes', 'workers', 'tracing', 'availability'],
  ],
  [new Set(['tracing']), ['http', 'endpoints', 'management', 'request-body', 'site', 'workers']],
  [
    new Set(['http']),
    ['endpoints', 'sessions', 'shops', 'ranking', 'learning', 'outcomes', 'site', 'webhooks'],
  ],
];

test('no room of the server imports one of a floor above it', () => {
  const all = crossings('packages/server');
  assert.ok(all.some(({ from, to }) => from === 'endpoints' && to === 'sessions'));
  assert.deepEqual(
    [...DOMAIN].filter((room) => files(`packages/server/${room}/**/*.ts`).length === 0),
    [],
    'domain rooms without a file',
  );
  const upward = all.filter(
    ({ from, to = '' }) =>
      from === GROUND || ABOVE.some(([rooms, above]) => rooms.has(from) && above.includes(to)),
  );
  assert.deepEqual(
    upward.map(({ file, imported }) => `${file} imports ${imported}`),
    [],
  );
});

/** The rooms of the engine, from the ground up, each with the rooms that it may import. */
const ENGINE: Readonly<Record<string, readonly string[]>> = {
  primitives: [],
  languages: ['primitives'],
  catalogue: ['primitives', 'languages'],
  session: ['primitives', 'languages', 'catalogue'],
  information: ['primitives', 'catalogue'],
  audit: ['primitives', 'languages', 'catalogue', 'information'],
  ranking: ['primitives', 'catalogue', 'session'],
  library: ['primitives', 'catalogue', 'session', 'audit', 'ranking'],
};

test('each room of the engine imports only the rooms below it; grading and ranking do not import each other', () => {
  const all = crossings('packages/engine').filter(({ from }) => from !== undefined);
  assert.deepEqual(
    [
      ...new Set(files('packages/engine/**/*.ts').map((file) => roomOf('packages/engine', file) ?? '')),
    ].filter((room) => room !== ''),
    Object.keys(ENGINE).sort(),
    'the rooms of the engine',
  );
  assert.ok(all.some(({ from, to }) => from === 'ranking' && to === 'session'));
  const upward = all.filter(({ from = '', to = '' }) => !ENGINE[from]?.includes(to));
  assert.deepEqual(
    upward.map(({ file, imported }) => `${file} imports ${imported}`),
    [],
  );
});

/** The rooms of ranking, from the ground up: each imports only those before it. */
const RANKING = [
  ...['indexing', 'model', 'query', 'intent', 'matches', 'experts', 'mixture'],
  ...['request', 'facets', 'candidates', 'variety', 'suggest', 'learning'],
];
/** The files beside them that any room may import; the others stand above all rooms. */
const BELOW_RANKING: ReadonlySet<string> = new Set(
  ['types.ts', 'top-k.ts'].map((file) => `packages/engine/ranking/${file}`),
);

test('the rooms of ranking import each other in one direction', () => {
  const ranking = 'packages/engine/ranking';
  const imported = files(`${ranking}/**/*.ts`)
    .filter((file) => !isTest(file) && !file.startsWith(`${ranking}/testing/`))
    .flatMap((file) => importsOf(file).map((to) => ({ file, to, from: roomOf(ranking, file) })))
    .filter(({ to, from }) => from !== undefined && to.startsWith(`${ranking}/`));
  assert.deepEqual([...new Set(imported.map(({ from = '' }) => from))].sort(), RANKING.toSorted());
  const against = imported.filter(({ to, from = '' }) => {
    const room = roomOf(ranking, to);
    return room === undefined ? !BELOW_RANKING.has(to) : RANKING.indexOf(room) > RANKING.indexOf(from);
  });
  assert.deepEqual(
    against.map(({ file, to }) => `${file} imports ${to}`),
    [],
  );
});
