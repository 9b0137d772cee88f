import type { AuditLine } from '@decidable/contract/management';
import { counted } from '../../parts/words/figures.ts';

/** What was done, and to what: the subject where it is a name that people know, and what else is worth telling. */
export interface AuditWords {
  readonly what: string;
  readonly of?: string;
  readonly more?: string;
}

type Detail = NonNullable<AuditLine['detail']>;
type Wording = (subject: string, detail: Detail) => Omit<AuditWords, 'what'>;

const text = (value: unknown): string | undefined =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : undefined;
const amount = (value: unknown, one: string): string | undefined =>
  typeof value === 'number' ? counted(value, one) : undefined;
const some = (of: string | undefined, more?: string): Omit<AuditWords, 'what'> => ({
  ...(of !== undefined && { of }),
  ...(more !== undefined && { more }),
});

/** Ids say nothing to a person. */
const nothing: Wording = () => ({});
const subject: Wording = (of) => ({ of });
const named: Wording = (_, { name }) => some(text(name));
const inRole: Wording = (of, { role }) => some(of, text(role) && `as ${String(role)}`);
const ofKey: Wording = (_, { label, prefix }) => {
  const shown = text(prefix) && `${String(prefix)}…`;
  return text(label) === undefined ? some(shown) : some(text(label), shown);
};

/** Every action, as a sentence without its subject. */
const WORDS: Readonly<Record<string, readonly [what: string, wording: Wording]>> = {
  'catalogue.downloaded': ['Downloaded a version of the catalogue', subject],
  'catalogue.imported': [
    'Imported the catalogue',
    (_, { name, products }) => some(text(name), amount(products, 'product')),
  ],
  'catalogue.restored': ['Went back to a version of the catalogue', subject],
  'categories.renamed': ['Renamed categories', (_, { changed }) => some(amount(changed, 'product'))],
  'columns.changed': ['Changed how columns are read, or which are public', nothing],
  'export.graded': ['Graded an export', nothing],
  'export.removed': ['Removed an export', named],
  'export.repaired': ['Made a repaired export', (_, { cells }) => some(amount(cells, 'value'))],
  'export.uploaded': ['Uploaded an export', named],
  'exports.united': [
    'Made one export of several',
    (_, { name, files }) => some(text(name), amount(files, 'file')),
  ],
  'exports.compared': ['Compared two exports', nothing],
  'grading.removed': ['Removed a kept result', nothing],
  'invitation.created': ['Invited somebody', inRole],
  'invitation.withdrawn': ['Withdrew an invitation', nothing],
  'webhook.created': ['Created a webhook', (_, { sender, label }) => some(text(label) ?? text(sender))],
  'webhook.removed': ['Removed a webhook', nothing],
  'key.changed': [
    'Changed an API key',
    (_, { prefix, changed }) => some(text(prefix) && `${String(prefix)}…`, text(changed)),
  ],
  'key.created': ['Created an API key', ofKey],
  'key.revoked': ['Revoked an API key', ofKey],
  'member.changed': ['Changed the role of a member', inRole],
  'member.joined': ['Joined', inRole],
  'member.left': ['Left the organization', nothing],
  'member.removed': ['Removed a member', subject],
  'model.trained': ['Trained the ranking', subject],
  'order.removed': ['Removed an order', subject],
  'orders.imported': ['Imported orders', (of, { orders }) => some(of, amount(orders, 'order'))],
  'organization.created': ['Created the organization', subject],
  'organization.renamed': ['Renamed the organization', subject],
  'password.offered': ['Made a link for a new password', subject],
  'personas.changed': ['Changed personas and behaviours', subject],
  'products.changed': [
    'Changed products',
    (_, { added, changed }) =>
      some([amount(added, 'new product'), amount(changed, 'changed product')].filter(Boolean).join(', ')),
  ],
  'products.deleted': ['Deleted products', (_, { deleted }) => some(amount(deleted, 'product'))],
  'session.erased': ['Erased a session', (of, { removed }) => some(of, amount(removed, 'record'))],
  'session.exported': ['Exported a session', subject],
  'session.ruled': ['Decided whether a session is learned from', (of, { ruling }) => some(of, text(ruling))],
  'suggestions.accepted': [
    'Filled in what follows from another column',
    (_, { cells }) => some(amount(cells, 'value')),
  ],
  'synonyms.changed': ['Changed synonyms', subject],
  'synonyms.removed': ['Removed synonyms', subject],
};

/** The actions that have words; for the test. */
export const knownActions: readonly string[] = Object.keys(WORDS);

/** Says a line of the audit log in words. An action of a later release stands as it is. */
export function auditWords({ action, subject: of, detail = {} }: AuditLine): AuditWords {
  const found = WORDS[action];
  if (found === undefined) return { what: action.replaceAll(/[._-]/g, ' '), of };
  const [what, wording] = found;
  return { what, ...wording(of, detail) };
}
