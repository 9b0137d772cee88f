import {
  CatalogueError,
  type PrivacyChoices,
  type RoleOverrides,
  withChoices,
} from '@decidable/engine/catalogue';
import { InvalidInput } from '../../errors.ts';

/** A column that the owner names, and for what. */
type Choice = readonly [what: string, name: string];

export const rolesAsChoices = (roles: RoleOverrides): readonly Choice[] =>
  Object.entries(roles).flatMap(([role, name]) => (name === null ? [] : [[role, name] as const]));

export const isChosen = ({ private: hidden = [], public: shown = [] }: PrivacyChoices): boolean =>
  hidden.length > 0 || shown.length > 0;

/**
 * The owner's choices of private and public columns, with those that were made before.
 *
 * @param file its name, for messages
 * @param names its columns
 * @throws InvalidInput if a choice names an unknown column, or contradicts another one or a role
 */
export function choicesOf(
  file: string,
  names: readonly string[],
  roles: RoleOverrides,
  earlier: PrivacyChoices,
  later: PrivacyChoices,
): PrivacyChoices {
  refuseUnknown(file, names, [
    ...(later.private ?? []).map((name) => ['private', name] as const),
    ...(later.public ?? []).map((name) => ['public', name] as const),
  ]);
  const choices = joined(earlier, later);
  const hidden = rolesAsChoices(roles).find(([, name]) => choices.private?.includes(name));
  if (hidden !== undefined) {
    const [role, name] = hidden;
    throw new InvalidInput(
      `The column "${name}" is private, so it cannot be the ${role} that shoppers see. Make it public, or take another column.`,
    );
  }
  return choices;
}

function joined(earlier: PrivacyChoices, later: PrivacyChoices): PrivacyChoices {
  try {
    return withChoices(earlier, later);
  } catch (error) {
    if (error instanceof CatalogueError) throw new InvalidInput(error.message, { cause: error });
    throw error;
  }
}

/** @throws InvalidInput if a choice names a column that the file does not have */
export function refuseUnknown(file: string, names: readonly string[], choices: readonly Choice[]): void {
  for (const [what, name] of choices) {
    if (names.includes(name)) continue;
    throw new InvalidInput(
      `${file} has no column "${name}" to take as ${what}. Its columns: ${names.slice(0, 30).join(', ')}${names.length > 30 ? ', …' : ''}.`,
    );
  }
}
