import type { AuditedAttribute } from '@decidable/engine/audit';
import { booleanShare, othersInWords, rangeInWords, valueLabel } from '@decidable/report/distribution';
import { count } from '@decidable/report/wording';
import { fit, width } from './layout.ts';

const EIGHTHS = '▁▂▃▄▅▆▇█';
/** Columns of a value's name; a longer one is cut. Set by hand. */
const NAME_COLUMNS = 28;

/**
 * The distribution of an attribute's values in one line of at most `columns`: `black 41 · white 22 · 14 others`, and for
 * numbers a histogram with their range. Undefined where the result has none.
 */
export function distributionLine(attribute: AuditedAttribute, columns: number): string | undefined {
  const { distribution } = attribute;
  if (distribution === undefined) return undefined;
  const { bins, values = [], others } = distribution;
  if (bins !== undefined) {
    const facts = [rangeInWords(distribution), othersInWords(distribution)].filter(
      (fact) => fact !== undefined,
    );
    return fit(`${bins.length > 1 ? `${sparkline(bins)} ` : ''}${facts.join(' · ')}`, columns);
  }
  const parts = values.map(
    ({ value, products }) => `${fit(valueLabel(value, attribute), NAME_COLUMNS)} ${count(products)}`,
  );
  const share = booleanShare(attribute);
  if (share !== undefined) return fit(`${parts.join(' · ')} (${share})`, columns);
  for (let shown = parts.length; shown > 0; shown--) {
    const rest = parts.length - shown + (others?.values ?? 0);
    const line = [...parts.slice(0, shown), ...(rest === 0 ? [] : [otherValues(rest)])].join(' · ');
    if (width(line) <= columns) return line;
  }
  return fit(parts[0] ?? '', columns);
}

const otherValues = (rest: number): string => `${count(rest)} ${rest === 1 ? 'other' : 'others'}`;

/** A column of eighths for each bin, the highest full, none of a bin with products empty. */
function sparkline(bins: readonly { readonly products: number }[]): string {
  const most = Math.max(...bins.map(({ products }) => products));
  return bins
    .map(({ products }) =>
      products === 0 ? '·' : EIGHTHS[Math.max(0, Math.ceil((products / most) * EIGHTHS.length) - 1)],
    )
    .join('');
}
