import { createHash } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { minify } from 'terser';

const root = new URL('../../../', import.meta.url);

/** Files that show the snippet or its hash. */
const PLACES = [
  'docs/guides/quick-start.md',
  'docs/guides/sdk-content-security-policy.md',
  'docs/guides/sdk-server-rendering.md',
  'packages/dashboard/pages/keys/snippets.tsx',
  'examples/shopify/extensions/decidable-theme/blocks/embed.liquid',
  'examples/storefront/cart.html',
  'examples/storefront/debug.html',
  'examples/storefront/index.html',
  'examples/storefront/product.html',
  'examples/woocommerce/decidable/includes/sdk-script.php',
] as const;

/** The inline script: what stands between its tags. */
export async function buildStub(): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [fileURLToPath(new URL('stub.ts', import.meta.url))],
    bundle: true,
    format: 'esm',
    write: false,
    minifySyntax: true,
    target: 'es2021',
  });
  const { code } = await minify(outputFiles[0]!.text, {
    ecma: 2020,
    toplevel: true,
    compress: { passes: 3 },
  });
  return code!;
}

/** A script as `script-src` of a Content Security Policy names it. */
export const hashOf = (script: string): string =>
  `sha256-${createHash('sha256').update(script).digest('base64')}`;

/** The text with the inline script before each tag of the SDK, and its hash in each policy. */
export const withStub = (text: string, stub: string): string =>
  text
    .replace(/<script>[^\n]*<\/script>(?=\s*<script\s+id="decidable")/g, () => `<script>${stub}</script>`)
    .replace(/(?<=')sha256-[\w+/=]*(?=')/g, () => hashOf(stub));

/** For each place its text and what it should be. */
export const places = (stub: string) =>
  Promise.all(
    PLACES.map(async (name) => {
      const text = await readFile(new URL(name, root), 'utf8');
      return { name, text, wanted: withStub(text, stub) };
    }),
  );

if (import.meta.main) {
  const stub = await buildStub();
  for (const { name, text, wanted } of await places(stub))
    if (text !== wanted) await writeFile(new URL(name, root), wanted);
  console.log(`${stub.length} bytes, ${hashOf(stub)}`);
}
