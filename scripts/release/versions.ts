/** A change of a release that cannot be made, with what to mend. */
export class ReleaseError extends Error {
  override readonly name = 'ReleaseError';
}

/**
 * The changelog with its unreleased changes as those of a version.
 *
 * @param date such as 2026-01-31
 */
export function releasedChangelog(changelog: string, version: string, date: string): string {
  const heading = /^## \S+ \(unreleased\)$/m;
  if (!heading.test(changelog)) {
    throw new ReleaseError('CHANGELOG.md has no section "## VERSION (unreleased)": nothing to release.');
  }
  return changelog.replace(heading, `## ${version} (${date})`);
}

const numbers = (version: string) => version.split('.').map(Number);

/** Refuses a version that is no `major.minor.patch`, or not above the current one. */
export function checkVersion(version: string, current: string, isFirst: boolean): void {
  if (!/^(0|[1-9]\d*)\.(0|[1-9]\d*)\.(0|[1-9]\d*)$/.test(version)) {
    throw new ReleaseError(`"${version}" is no version; write it like 0.2.0.`);
  }
  const above = numbers(version);
  const now = numbers(current);
  const differs = above.findIndex((number, n) => number !== now[n]);
  if (differs === -1 ? !isFirst : above[differs] < now[differs]) {
    throw new ReleaseError(`The version is ${current}; ${version} is not above it.`);
  }
}

/**
 * A manifest, as text, of another version, with the packages that it needs of the same release.
 *
 * @param released the names of the packages that share the version
 */
export function manifestOfVersion(text: string, version: string, released: ReadonlySet<string>): string {
  const manifest = JSON.parse(text);
  if (released.has(manifest.name)) manifest.version = version;
  for (const field of ['dependencies', 'devDependencies', 'peerDependencies']) {
    for (const name of Object.keys(manifest[field] ?? {})) {
      if (released.has(name)) manifest[field][name] = version;
    }
  }
  return `${JSON.stringify(manifest, null, 2)}\n`;
}
