import { ColumnChoices as Schema, type ColumnChoices as SentChoices } from '@decidable/contract/management';
import { type KindChoices, ROLES, type RoleOverrides } from '@decidable/engine/catalogue';
import { InvalidInput } from '../errors.ts';
import { messageOf, problemOf } from '../request-body/field-messages.ts';
import { compileSchema } from '../request-body/fields.ts';
import type { ColumnChoices } from '../shops/index.ts';

const validate = compileSchema(Schema, false);

/**
 * What an owner decides about columns, as it was sent.
 *
 * @throws InvalidInput that names the field
 */
export function columnChoices(sent: SentChoices): ColumnChoices {
  if (!validate(sent)) {
    const where = { whole: 'choices', of: 'choices' };
    throw new InvalidInput(messageOf(problemOf(validate.errors!), where));
  }
  const { roles = {}, kinds = {}, private: hidden = [], public: shown = [] } = sent;
  for (const role of Object.keys(roles)) {
    if (!(ROLES as readonly string[]).includes(role))
      throw new InvalidInput(`roles: "${role}" is no role. Roles are ${ROLES.join(', ')}.`);
  }
  return {
    roles: roles as RoleOverrides,
    kinds: kinds as KindChoices,
    privacy: { private: hidden, public: shown },
  };
}
