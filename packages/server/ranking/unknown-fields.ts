import type { Warning } from '@decidable/contract';
import { nearestName } from '@decidable/engine/catalogue';
import type { Roles } from '@decidable/engine/ranking';
import type { Shop } from '../shops/shop.ts';

/** Warnings of one kind in an answer. Set by hand. */
const MOST_WARNINGS = 20;

/** The warnings that the catalogue does not have attributes that items should have. */
export function unknownFields(
  { shown, index }: Pick<Shop, 'shown' | 'index'>,
  fields: readonly string[],
): Warning[] {
  const names = shown.columns.map(({ name }) => name);
  return fields
    .filter(
      (field) =>
        !shown.has(field) && !(Object.hasOwn(index.roles, field) && index.roles[field as keyof Roles]),
    )
    .slice(0, MOST_WARNINGS)
    .map((field) => {
      const meant = nearestName(field, names);
      const hint = meant === undefined ? '' : `: did you mean ${meant}?`;
      return {
        code: 'unknown_attribute',
        field: 'fields',
        message: `The catalogue has no attribute "${field}" to answer with${hint || '.'}`,
      };
    });
}
