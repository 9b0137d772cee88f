import type { Warning } from '@decidable/contract';
import type { Catalogue, RawColumn, RoleOverrides, Table } from '@decidable/engine/catalogue';
import type { Variants } from '@decidable/engine/ranking';

/** What differs between two catalogues of an organization. */
export interface CatalogueChanges {
  /** Products by whether they are new, gone, or in both with another text in some column. */
  readonly products: { readonly added: number; readonly removed: number; readonly changed: number };
  readonly columns: { readonly added: readonly string[]; readonly removed: readonly string[] };
}

/** What lists of a catalogue do not show by itself. */
export interface Listed {
  /** Products that a column hides from shoppers: drafts, and what is not visible individually. */
  readonly hidden: number;
  /** Parents without a price, whose variants have one. */
  readonly parents: number;
  /** Products that take one place with other variants, and how many places these are. */
  readonly variants: number;
  readonly places: number;
}

/** Counts what lists do not show by itself. */
export function listedOf({ hidden, parents, family, listed }: Variants): Listed {
  if (family === undefined) return { hidden, parents, variants: 0, places: 0 };
  const sizes = new Map<number, number>();
  for (const product of listed ?? family.keys()) {
    if (family[product] >= 0) sizes.set(family[product], (sizes.get(family[product]) ?? 0) + 1);
  }
  const several = [...sizes.values()].filter((size) => size > 1);
  const variants = several.reduce((sum, size) => sum + size, 0);
  return { hidden, parents, variants, places: several.length };
}

/** A choice that was made earlier, by role; `gone` tells those whose column the file does not have any more. */
export function keptRoles(
  earlier: Readonly<Record<string, string | null>>,
  named: RoleOverrides,
  columns: readonly string[],
): { readonly roles: RoleOverrides; readonly gone: readonly Warning[] } {
  const roles: Record<string, string | null> = {};
  const gone: Warning[] = [];
  const namedColumns = new Set(Object.values(named));
  for (const [role, column] of Object.entries(earlier)) {
    if (role in named || (column !== null && namedColumns.has(column))) continue;
    if (column === null || columns.includes(column)) {
      roles[role] = column;
      continue;
    }
    gone.push({
      code: 'role_column_gone',
      message: `The column "${column}", which was chosen as the ${role}, is not in this file, so the ${role} was recognised anew. If it has another name now, choose that column for it.`,
    });
  }
  return { roles: { ...roles, ...named }, gone };
}

/** Characters of an example. Set by hand. */
const EXAMPLE_LENGTH = 80;

/** The first value that the column of each role has, in the order of the products; a price of 0 is no example. */
export function examplesOf({ attributes }: Catalogue, roles: RoleOverrides): Record<string, string> {
  const examples: Record<string, string> = {};
  for (const [role, column] of Object.entries(roles)) {
    const attribute = attributes.find(({ name }) => name === column);
    const cell = attribute?.cell.find(
      (index) => index >= 0 && attribute.values[attribute.cells[index][0]].number !== 0,
    );
    if (attribute === undefined || cell === undefined) continue;
    const label = attribute.cells[cell].map((value) => attribute.values[value].label).join(', ');
    examples[role] = label.length > EXAMPLE_LENGTH ? `${label.slice(0, EXAMPLE_LENGTH)}…` : label;
  }
  return examples;
}

const WITHOUT = {
  title: 'products have no names, and searches find them by their other columns alone',
  price: 'price filters, price orders and how dear a product is count for nothing',
  category: 'category views and lists of a category find nothing',
} as const;

/** A warning for each role that ranking relies on and no column has; none where the owner said that no column has it. */
export const missingRoles = (roles: RoleOverrides): Warning[] =>
  (['title', 'price', 'category'] as const)
    .filter((role) => roles[role] === undefined)
    .map((role) => ({
      code: `no_${role}`,
      message: `No column is recognised as the ${role}, so ${WITHOUT[role]}. Choose the column, or say that there is none.`,
    }));

const textAt = ({ cell, texts }: RawColumn, row: number): string | undefined => texts[cell[row]];

/** Compares two catalogues, product by product, as they are written. */
export function changesSince(before: Table, after: Table): CatalogueChanges {
  const columnBefore = new Map(before.columns.map((column) => [column.name, column]));
  const rowBefore = new Map(before.ids.map((id, row) => [id, row]));
  const pairs = after.columns.flatMap((column) => {
    const same = columnBefore.get(column.name);
    return same === undefined ? [] : [[same, column] as const];
  });
  let added = 0;
  let changed = 0;
  after.ids.forEach((id, row) => {
    const was = rowBefore.get(id);
    if (was === undefined) added++;
    else if (pairs.some(([old, now]) => textAt(old, was) !== textAt(now, row))) changed++;
  });
  const names = (table: Table) => table.columns.map(({ name }) => name);
  const [namesBefore, namesAfter] = [new Set(names(before)), new Set(names(after))];
  return {
    products: { added, removed: before.ids.length - (after.ids.length - added), changed },
    columns: {
      added: [...namesAfter].filter((name) => !namesBefore.has(name)),
      removed: [...namesBefore].filter((name) => !namesAfter.has(name)),
    },
  };
}
