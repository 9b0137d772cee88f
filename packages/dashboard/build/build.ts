import { readFileSync, writeFileSync } from 'node:fs';
import type { Rollup } from 'vite';
import { pagePaths } from '../routes.ts';
import { fingerprint, ownModules } from './fingerprint.ts';
import { guides } from './guides.ts';
import { writeOperations } from './operations.ts';
import { viteConfig } from './vite-config.ts';

const manifest = new URL('../dist/dashboard.json', import.meta.url);

/** What the service reads of a built dashboard beside its files. */
export interface BuiltDashboard {
  /** The paths that `index.html` answers, with parameters as in `/audit/:gradingId`. */
  readonly paths: readonly string[];
  /** The modules of this repository in it. */
  readonly modules: readonly string[];
  /** Of what it was built from. */
  readonly fingerprint: string;
}

function isCurrent(): boolean {
  try {
    // Another release may have written less.
    const built = JSON.parse(readFileSync(manifest, 'utf8')) as Partial<BuiltDashboard>;
    return built.fingerprint === fingerprint(built.modules ?? []);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return false;
    throw error;
  }
}

/** Builds the dashboard into `dist`. */
export async function buildDashboard(): Promise<void> {
  // Loaded for this alone: a start that has nothing to build shall not wait for it.
  const { build } = await import('vite');
  writeOperations();
  const { output } = (await build(viteConfig)) as Rollup.RollupOutput;
  const modules = ownModules(output.flatMap((file) => (file.type === 'chunk' ? file.moduleIds : [])));
  const built: BuiltDashboard = {
    paths: [...pagePaths, ...guides.map(({ path }) => path)],
    modules,
    fingerprint: fingerprint(modules),
  };
  writeFileSync(manifest, `${JSON.stringify(built, null, 2)}\n`);
}

/** Builds the dashboard unless what is in `dist` was built from the same sources. */
export async function buildIfStale(): Promise<void> {
  if (!isCurrent()) await buildDashboard();
}

if (import.meta.main) await (process.argv.includes('--if-stale') ? buildIfStale() : buildDashboard());
