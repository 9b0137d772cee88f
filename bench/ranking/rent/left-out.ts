import { registerHooks } from 'node:module';
import type { Edit, Families } from './families.ts';

/** The parameter of an address of a module that names the family it is loaded without. */
const WITHOUT = 'without';
const PACKAGES = new URL('../../../packages/', import.meta.url).href;

const withoutOf = (url: string | undefined): string | undefined =>
  url?.startsWith(PACKAGES) ? (new URL(url).searchParams.get(WITHOUT) ?? undefined) : undefined;

/** The source of a file with an edit. Fails where what is left out no longer stands there as written. */
export function edited(source: string, { file, from, to }: Edit): string {
  const parts = source.split(from);
  if (parts.length !== 2) throw new Error(`${file} has ${parts.length - 1} times: ${from}`);
  return parts.join(to);
}

/**
 * Lets modules of the packages be loaded without a family of rules, beside those with all: see {@link withoutFamily}. The engine
 * knows nothing of families, and cannot be run without one by chance.
 */
export function registerFamilies(families: Families): void {
  registerHooks({
    resolve(specifier, context, next) {
      const resolved = next(specifier, context);
      const family = withoutOf(context.parentURL);
      if (family === undefined || !resolved.url.startsWith(PACKAGES)) return resolved;
      return { ...resolved, url: withoutFamily(resolved.url, family) };
    },
    load(url, context, next) {
      const loaded = next(url, context);
      const edits = families[withoutOf(url) ?? '']?.filter(({ file }) => url.startsWith(PACKAGES + file));
      if (edits === undefined || edits.length === 0) return loaded;
      return { ...loaded, source: edits.reduce(edited, String(loaded.source)) };
    },
  });
}

/** The address of a module, and of all that it imports, without a family. */
export function withoutFamily(url: string, family: string): string {
  const address = new URL(url);
  address.searchParams.set(WITHOUT, family);
  return address.href;
}
