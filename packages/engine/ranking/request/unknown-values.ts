import type { Warning } from '../../catalogue/types.ts';
import type { UnknownValue } from './filters.ts';
import { nearestNames, quoted } from './unknown-category.ts';

/** Warnings of one answer. Set by hand. */
const MOST_WARNINGS = 20;

/** The warnings that the catalogue does not have values of filters: nothing meets them. */
export const unknownValues = (unknown: readonly UnknownValue[]): Warning[] =>
  unknown.slice(0, MOST_WARNINGS).map(({ field, value, attribute }) => {
    const similar = typeof attribute === 'string' ? [] : nearestNames(attribute.labels, value);
    const hint = similar.length > 0 ? ` Near it: ${quoted(similar)}.` : '';
    return {
      code: 'unknown_value',
      field,
      message: `No product of the catalogue has the value "${value}" of ${field}, so none meets it.${hint}`,
    };
  });
