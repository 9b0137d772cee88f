export interface Manifest {
  readonly name: string;
  readonly version: string;
  readonly description: string;
  readonly license: string;
  readonly private?: boolean;
  readonly bin?: Readonly<Record<string, string>>;
  readonly engines?: Readonly<Record<string, string>>;
  readonly exports?: Readonly<Record<string, string | object>>;
  readonly repository?: { readonly type: string; readonly url: string };
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly devDependencies?: Readonly<Record<string, string>>;
}

/** A script of an export: its types beside it. */
const published = (path: string | object) =>
  typeof path === 'string' && path.endsWith('.ts')
    ? { types: path.replace(/\.ts$/, '.d.ts'), default: path.replace(/\.ts$/, '.js') }
    : path;

/** The exports that are published: those for tests of other packages are of the checkout alone. */
export const publishedExports = ({ exports = {} }: Pick<Manifest, 'exports'>): [string, string | object][] =>
  Object.entries(exports).filter(([name]) => !name.startsWith('./testing/'));

/**
 * The manifest under which a package is published: its exports are the emitted files, and nothing that only the checkout
 * has is in it.
 *
 * @param folder of the package in the repository
 * @param repository of the checkout
 */
export function publishedManifest(
  manifest: Manifest,
  folder: string,
  repository: NonNullable<Manifest['repository']>,
): object {
  const { private: _, devDependencies, exports, ...kept } = manifest;
  return {
    ...kept,
    ...(exports && {
      exports: {
        ...Object.fromEntries(publishedExports({ exports }).map(([name, path]) => [name, published(path)])),
        './package.json': './package.json',
      },
    }),
    repository: { ...repository, directory: folder },
    publishConfig: { access: 'public' },
    scripts: undefined,
  };
}
