import { fileURLToPath } from 'node:url';
import type { InlineConfig } from 'vite';
import { guidesPlugin } from './guides-plugin.ts';

export const dashboardFolder = fileURLToPath(new URL('..', import.meta.url));

/** How the dashboard is bundled. Development passes requests for data on to a service on its usual port. */
export const viteConfig = {
  root: dashboardFolder,
  configFile: false,
  logLevel: 'warn',
  oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
  plugins: [guidesPlugin()],
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    target: 'baseline-widely-available',
    modulePreload: { polyfill: false },
    // The policy of the pages allows no `data:` addresses of scripts or styles.
    assetsInlineLimit: 0,
    reportCompressedSize: false,
  },
  server: {
    port: 8786,
    proxy: Object.fromEntries(
      ['/management', '/api', '/demo', '/reference', '/openapi', '/sdk'].map((path) => [
        path,
        'http://localhost:8787',
      ]),
    ),
  },
} satisfies InlineConfig;
