import type { CatalogueColumn, ColumnChoices } from '@decidable/contract/management';
import type { Kind } from './column-words.ts';

export const NO_CHOICES: ColumnChoices = {};

export const isChanged = (choices: ColumnChoices): boolean => Object.keys(choices).length > 0;

/** Drops what is empty, so that no choice is the same as none. */
function compact({ roles, kinds, private: hidden, public: shown }: ColumnChoices): ColumnChoices {
  return {
    ...(roles !== undefined && Object.keys(roles).length > 0 && { roles }),
    ...(kinds !== undefined && Object.keys(kinds).length > 0 && { kinds }),
    ...(hidden !== undefined && hidden.length > 0 && { private: hidden }),
    ...(shown !== undefined && shown.length > 0 && { public: shown }),
  };
}

/**
 * Gives a column a role, or takes it away.
 *
 * @param role `attribute` for none
 * @param columns as the service took them, before any choice
 */
export function chooseRole(
  columns: readonly CatalogueColumn[],
  choices: ColumnChoices,
  name: string,
  role: string,
): ColumnChoices {
  const roles = { ...choices.roles };
  for (const [other, column] of Object.entries(roles)) if (column === name) delete roles[other];
  const taken = columns.find((column) => column.name === name)?.role;
  // Where another column was given its role, that choice says it already.
  if (taken !== undefined && taken !== 'attribute' && taken !== role && roles[taken] === undefined)
    roles[taken] = null;
  if (role !== 'attribute') {
    if (taken === role) delete roles[role];
    else roles[role] = name;
  }
  return compact({ ...choices, roles });
}

export function chooseKind(
  columns: readonly CatalogueColumn[],
  choices: ColumnChoices,
  name: string,
  kind: Kind,
): ColumnChoices {
  const kinds = { ...choices.kinds };
  if (columns.find((column) => column.name === name)?.kind === kind) delete kinds[name];
  else kinds[name] = kind;
  return compact({ ...choices, kinds });
}

export function choosePrivate(
  columns: readonly CatalogueColumn[],
  choices: ColumnChoices,
  name: string,
  isPrivate: boolean,
): ColumnChoices {
  const without = (names: readonly string[] = []) => names.filter((each) => each !== name);
  const was = columns.find((column) => column.name === name)?.private !== undefined;
  const [hidden, shown] = [without(choices.private), without(choices.public)];
  if (isPrivate !== was) (isPrivate ? hidden : shown).push(name);
  return compact({ ...choices, private: hidden, public: shown });
}

/** The columns as they will be taken, as far as the page can tell; the service decides. */
export function withChoices(
  columns: readonly CatalogueColumn[],
  { roles = {}, kinds = {}, private: hidden = [], public: shown = [] }: ColumnChoices,
): readonly CatalogueColumn[] {
  const given = new Map(Object.entries(roles).map(([role, column]) => [column, role]));
  return columns.map(({ role, private: reason, ...column }) => {
    const { name, kind } = column;
    const isTaken = role !== undefined && role !== 'attribute' && role in roles;
    const plays = given.get(name) ?? (isTaken ? 'attribute' : role);
    const why = hidden.includes(name)
      ? 'owner'
      : shown.includes(name) || given.has(name)
        ? undefined
        : reason;
    const used = why === undefined ? (plays ?? (reason === undefined ? undefined : 'attribute')) : undefined;
    return {
      ...column,
      kind: kinds[name] ?? kind,
      ...(used !== undefined && { role: used }),
      ...(why !== undefined && { private: why }),
    };
  });
}
