import { execFileSync, spawnSync } from 'node:child_process';
import { globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { packAll } from '../pack/pack.ts';
import { packWheel } from '../pack/wheel.ts';
import { checkVersion, manifestOfVersion, ReleaseError, releasedChangelog } from './versions.ts';

/*
 * Prepares a release: `npm run release -- 0.2.0`. It gives all packages but the SDK, which has versions of its own, the
 * version, dates the changelog, keeps the descriptions of the interface, and makes the tarballs with their bill of
 * materials. It commits and publishes nothing: it says what is left to do.
 */

const root = join(import.meta.dirname, '../..');
const SDK = '@decidable/sdk';
const CHECKERS = ['publint@0.3.25', '@arethetypeswrong/cli@0.18.5'];

const npm = (args: readonly string[], cwd = root): string =>
  execFileSync('npm', args, {
    cwd,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
/** Nothing was changed before a release begins, so all that is changed is its own. */
const UNDO = 'git restore . && git clean -df packages/contract/released';

const read = (path: string) => readFileSync(join(root, path), 'utf8');
const step = (text: string) => process.stderr.write(`${text}\n`);

function setVersion(version: string): void {
  const manifests = [...globSync('packages/*/package.json', { cwd: root }), 'bench/package.json'];
  const names = manifests.map((path) => JSON.parse(read(path)).name as string);
  const released = new Set(names.filter((name) => name !== SDK && name !== '@decidable/bench'));
  for (const path of manifests)
    writeFileSync(join(root, path), manifestOfVersion(read(path), version, released));
  npm(['install', '--package-lock-only', '--ignore-scripts']);
  npm(['run', 'openapi', '-w', '@decidable/contract']);
  npm(['run', 'release', '-w', '@decidable/contract']);
  npm(['run', 'python']);
}

/** What somebody gets who installs the tarballs, and what is known of it. */
function describe(version: string, tarballs: readonly string[]): void {
  const folder = join(root, 'dist/installed');
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  writeFileSync(
    join(folder, 'package.json'),
    JSON.stringify({ name: 'decidable-installed', version, private: true }),
  );
  npm(['install', '--package-lock-only', '--ignore-scripts', ...tarballs], folder);
  const bill = npm(['sbom', '--package-lock-only', '--sbom-format', 'cyclonedx'], folder);
  writeFileSync(join(root, `dist/decidable-${version}.cdx.json`), bill);
  step(`  dist/decidable-${version}.cdx.json: ${JSON.parse(bill).components.length} components`);

  const { status, stdout } = spawnSync('npm', ['audit', '--package-lock-only', '--json'], {
    cwd: folder,
    encoding: 'utf8',
  });
  const { metadata, vulnerabilities } = JSON.parse(stdout || '{}');
  if (metadata === undefined)
    step('  The registry does not say which vulnerabilities are known. Ask another one.');
  else if (status === 0) step('  No vulnerability is known.');
  else
    throw new ReleaseError(
      `Known vulnerabilities: ${Object.keys(vulnerabilities).join(', ')}. See npm audit.`,
    );
}

/** The form of the packages, as other programs find them. Two programs that are needed here alone, so no dependencies. */
function check(tarballs: readonly string[]): void {
  for (const tarball of tarballs) {
    npm(['exec', '--yes', `--package=${CHECKERS[0]}`, '--', 'publint', '--strict', tarball]);
    // The command and the dashboard have no modules to import.
    if (/(decidable-\d|dashboard)/.test(tarball.slice(tarball.lastIndexOf('/')))) continue;
    npm(['exec', '--yes', `--package=${CHECKERS[1]}`, '--', 'attw', '--profile', 'esm-only', tarball]);
  }
}

function release(version: string): void {
  const dirty = execFileSync('git', ['status', '--porcelain'], { cwd: root, encoding: 'utf8' });
  if (dirty !== '') throw new ReleaseError('There are changes that are not committed. Commit them first.');
  const changelog = read('CHANGELOG.md');
  const { version: current } = JSON.parse(read('packages/cli/package.json'));
  checkVersion(version, current, !/^## \S+ \(\d{4}-\d{2}-\d{2}\)$/m.test(changelog));
  const dated = releasedChangelog(changelog, version, new Date().toISOString().slice(0, 10));

  try {
    step('Versions and descriptions …');
    setVersion(version);
    writeFileSync(join(root, 'CHANGELOG.md'), dated);
    step('Tarballs …');
    const tarballs = packAll(join(root, 'dist'));
    packWheel(join(root, 'dist'));
    describe(version, tarballs);
    step('Their form …');
    check(tarballs);
  } catch (error) {
    step(`\nThe release is not ready. To undo what it has changed:\n  ${UNDO}\n`);
    throw error;
  }
  step(`
Ready. What is left:
  npm test
  git add packages/contract/released && git commit -am "Release ${version}" && git tag v${version} && git push --follow-tags
  for each in dist/tarballs/*.tgz; do npm publish "$each" --provenance; done
  pipx run twine upload dist/wheels/*
Provenance is attested by a CI that publishes from the repository that package.json names: ${JSON.parse(read('package.json')).repository.url}`);
}

try {
  release(process.argv[2] ?? '');
} catch (error) {
  if (!(error instanceof ReleaseError)) throw error;
  step(error.message);
  process.exitCode = 2;
}
