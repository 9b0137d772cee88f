import { recogniseRoles } from '../../catalogue/columns/role-recognition.ts';
import type { Catalogue } from '../../catalogue/types.ts';
import { sourceTexts, withoutMarkup } from '../lacking/source-texts.ts';

/**
 * What an export says of a product beside its title, without markup: from its descriptions a person can often tell the
 * value that is missing. The fullest description first; empty where there is none.
 *
 * @returns the first `most` characters of it
 */
export function productTexts(catalogue: Catalogue): (product: number, most: number) => string {
  const { title } = recogniseRoles(catalogue);
  const byName = new Map(catalogue.attributes.map((attribute) => [attribute.name, attribute]));
  // Short texts stand first there.
  const columns = sourceTexts(catalogue)
    .toReversed()
    .flatMap(({ column }) => (column === title ? [] : (byName.get(column) ?? [])));
  return (product, most) => {
    const texts: string[] = [];
    let left = most;
    for (const { cell, cells, values } of columns) {
      const own = cell[product] ?? -1;
      if (own < 0 || left <= 0) continue;
      const text = withoutMarkup(cells[own].map((value) => values[value].label).join('\n'))
        .replace(/\s+/g, ' ')
        .trim();
      // Summaries often begin the description.
      if (text === '' || texts.some((other) => other.includes(text))) continue;
      texts.push(text);
      left -= text.length;
    }
    const whole = texts.join(' · ');
    return whole.length <= most ? whole : `${whole.slice(0, Math.max(0, most - 1)).trimEnd()}\u2026`;
  };
}
