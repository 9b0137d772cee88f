import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';
import { guides, renderGuide } from './guides.ts';

const INDEX = 'virtual:guides';
const PAGE = 'virtual:guide/';

/** Makes modules of the guides: `virtual:guides` lists them, and each page is a chunk that is loaded on demand. */
export function guidesPlugin(): Plugin {
  return {
    name: 'guides',
    resolveId: (id) => (id === INDEX || id.startsWith(PAGE) ? `\0${id}` : undefined),
    load(id) {
      if (id === `\0${INDEX}`) {
        const entries = guides.map(
          ({ file, ...guide }) =>
            `{ ...${JSON.stringify(guide)}, load: () => import(${JSON.stringify(PAGE + file)}) }`,
        );
        return `export const guides = [${entries.join(', ')}];`;
      }
      if (!id.startsWith(`\0${PAGE}`)) return undefined;
      const file = id.slice(PAGE.length + 1);
      this.addWatchFile(fileURLToPath(new URL(`../../../${file}`, import.meta.url)));
      const { html, headings } = renderGuide(file);
      return `export const html = ${JSON.stringify(html)}; export const headings = ${JSON.stringify(headings)};`;
    },
  };
}
