import { execFileSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  globSync,
  mkdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, extname, join, relative } from 'node:path';
import { parseArgs } from 'node:util';
import { addressesInPackage, declarationAsEmitted, scriptAsEmitted } from './emitted.ts';
import { type Manifest, publishedExports, publishedManifest } from './manifest.ts';
import { type Reachable, reachable } from './reachable.ts';
import { canPackWheel, packWheel, WHEEL_NEEDS } from './wheel.ts';

/*
 * Makes the tarballs that are published. The checkout runs from source; a package cannot, as Node.js strips no types
 * under node_modules. So each package is laid out below `dist/packages` as in the checkout, with emitted scripts in the
 * places of their sources, and is packed from there.
 */

const root = join(import.meta.dirname, '../..');
const packages = join(root, 'packages');

/** Packages whose scripts are emitted one by one. */
const EMITTED = ['contract', 'engine', 'exports', 'report', 'server', 'cli', 'node', 'tracing'];
/** Packages of which browsers get what a build of their own makes. */
const BUILT = ['dashboard', 'sdk', 'react', 'elements', 'instantsearch'];

const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm';
const json = (path: string) => JSON.parse(readFileSync(path, 'utf8'));
const { repository } = json(join(root, 'package.json')) as Required<Manifest>;

/** The files of the checkout that git keeps: nothing else reaches a package by being copied. */
const kept = execFileSync('git', ['ls-files', '-z'], { cwd: root, encoding: 'utf8' })
  .split('\0')
  .map((path) => join(root, path));

/** Files whose names scripts put together, as the parts of a page: they stand beside the scripts. */
const isPart = (file: string) => ['.css', '.html', '.js'].includes(extname(file));

function write(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
}

function copyKept(from: string, to: string): void {
  const files = statSync(from).isFile() ? [from] : kept.filter((file) => file.startsWith(join(from, '/')));
  for (const file of files.filter((each) => !each.endsWith('.test.ts'))) {
    cpSync(file, join(to, relative(from, file)));
  }
}

function entriesOf(name: string): string[] {
  const folder = join(packages, name);
  const { exports, bin = {} } = json(join(folder, 'package.json')) as Manifest;
  const exported = publishedExports({ ...(exports && { exports }) }).map(([, path]) => path);
  const paths = [...exported, ...Object.values(bin)] as string[];
  return paths
    .flatMap((path) => globSync(path, { cwd: folder }))
    .filter((path) => !path.endsWith('.test.ts'))
    .map((path) => join(folder, path));
}

/** Emits all scripts at once: they import each other, and the compiler reads each but once. */
function emit(files: readonly string[], out: string): void {
  const config = join(out, 'emit.json');
  const sources = files.filter((file) => file.endsWith('.ts'));
  const ambient = kept.filter((file) => /packages\/engine\/languages\/.*\.d\.ts$/.test(file));
  write(
    config,
    JSON.stringify({
      extends: join(import.meta.dirname, 'tsconfig.emit.json'),
      compilerOptions: { outDir: join(out, 'packages'), typeRoots: [join(root, 'node_modules/@types')] },
      files: [...sources, ...ambient],
      include: [],
    }),
  );
  execFileSync(process.execPath, [join(root, 'node_modules/typescript/bin/tsc'), '-p', config], {
    stdio: 'inherit',
  });
}

function stage(name: string, place: string, { files, read }: Reachable): void {
  const folder = join(packages, name);
  const own = [...files].filter((file) => file.startsWith(join(folder, '/')));
  const placeOf = (path: string) => join(place, relative(folder, path));

  const brought = (outside: string) => {
    copyKept(outside, join(place, 'assets', basename(outside)));
    // Sample data has its sources and licences there.
    const readme = join(dirname(outside), 'README.md');
    if (statSync(outside).isFile() && existsSync(readme)) cpSync(readme, join(place, 'assets/README.md'));
    return join(folder, 'assets', basename(outside));
  };
  for (const file of own) {
    if (file.endsWith('.ts')) {
      const emitted = placeOf(file).replace(/\.ts$/, '.js');
      write(emitted, addressesInPackage(readFileSync(emitted, 'utf8'), file, folder, brought));
      const types = emitted.replace(/\.js$/, '.d.ts');
      write(types, declarationAsEmitted(readFileSync(types, 'utf8')));
    } else if (file.endsWith('.js')) {
      const text = scriptAsEmitted(readFileSync(file, 'utf8'));
      write(placeOf(file), addressesInPackage(text, file, folder, brought));
    } else cpSync(file, placeOf(file));
  }
  for (const path of read) if (path.startsWith(join(folder, '/'))) copyKept(path, placeOf(path));
  const folders = new Set(own.map((file) => dirname(file)));
  for (const file of kept.filter(isPart)) {
    if (folders.has(dirname(file)) && !files.has(file)) cpSync(file, placeOf(file));
  }
}

function finish(name: string, place: string): void {
  const manifest = json(join(packages, name, 'package.json')) as Manifest;
  write(
    join(place, 'package.json'),
    `${JSON.stringify(publishedManifest(manifest, `packages/${name}`, repository), null, 2)}\n`,
  );
  cpSync(join(packages, name, 'README.md'), join(place, 'README.md'));
  cpSync(join(root, 'LICENSE'), join(place, 'LICENSE'));
}

const built = (script: string, ...args: string[]) =>
  execFileSync(process.execPath, [join(packages, script), ...args], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });

/**
 * Makes a tarball of each package, in `tarballs` of the folder.
 *
 * @returns their paths
 */
export function packAll(out: string): string[] {
  const placeOf = (name: string) => join(out, 'packages', name);
  const tarballs = join(out, 'tarballs');
  for (const folder of ['packages', 'tarballs']) rmSync(join(out, folder), { recursive: true, force: true });
  mkdirSync(tarballs, { recursive: true });

  built('dashboard/build/build.ts', '--if-stale');
  built('sdk/build.ts');
  built('react/build.ts');
  built('elements/build.ts');
  built('instantsearch/build.ts');
  const all = reachable(EMITTED.flatMap(entriesOf));
  emit([...all.files], out);
  for (const name of EMITTED) stage(name, placeOf(name), all);
  for (const name of BUILT)
    cpSync(join(packages, name, 'dist'), join(placeOf(name), 'dist'), { recursive: true });

  const published = [...EMITTED, ...BUILT];
  for (const name of published) finish(name, placeOf(name));
  execFileSync(npm, ['pack', '--silent', '--pack-destination', tarballs, ...published.map(placeOf)], {
    cwd: root,
    stdio: ['ignore', 'ignore', 'inherit'],
    shell: process.platform === 'win32',
  });
  return globSync('*.tgz', { cwd: tarballs }).map((file) => join(tarballs, file));
}

const USAGE = `npm run pack

Makes what is published: a tarball of each package and, where Python can build it, the wheel of the client for Python.
All lie below dist/, and their paths are printed.`;

if (import.meta.main) {
  const { help } = parseArgs({ options: { help: { type: 'boolean', short: 'h' } } }).values;
  if (help === true) {
    console.log(USAGE);
    process.exit();
  }
  const out = join(root, 'dist');
  for (const tarball of packAll(out)) console.log(relative(root, tarball));
  if (canPackWheel()) for (const file of packWheel(out)) console.log(relative(root, file));
  else console.error(`No wheel: ${WHEEL_NEEDS}`);
}
