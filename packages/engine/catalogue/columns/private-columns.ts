import { phrasesIn } from '../../languages/index.ts';
import { PRIVATE_REASONS, type PrivateReason } from '../../languages/language-pack.ts';
import { CatalogueError } from '../catalogue-error.ts';
import type { Attribute, Catalogue } from '../types.ts';
import { wordsOf } from './header-names.ts';
import type { RoleOverrides } from './role-recognition.ts';

/*
 * Columns that are the shop's own business: its costs, margins, suppliers and notes. They are recognised by the whole
 * name of the column, never by a word in it: "supplier" is private, and a "supplier colour" or the "running cost" of a
 * fridge is what shoppers ask for. A private column that we fail to recognise is shown to everybody; a public one taken
 * for private is only hidden, and the import says so. So names that are mostly private count as private.
 */

export type { PrivateReason };

/** The owner's choices, by the names of columns. They are kept for columns that an export lacks. */
export interface PrivacyChoices {
  readonly private?: readonly string[];
  readonly public?: readonly string[];
}

export interface PrivateColumn {
  readonly name: string;
  /** `owner` where the owner chose it. */
  readonly reason: PrivateReason | 'owner';
}

/** Words before a name that do not change its meaning; shop systems write `meta:` before fields of their own. */
const BEFORE =
  'meta|product|item|article|artikel|variant|our|own|base|average|avg|last|current|standard|net|main|primary|default|preferred';
/** Words behind a name that do not change its meaning: currencies, shares, and taxes. */
const BEHIND =
  'eur|euro|usd|gbp|chf|sek|nok|dkk|pln|jpy|cny|krw|try|rub|cad|aud|inr|brl|percent|percentage|pct|net|netto|gross|brutto|ht|ttc|(?:excl?|incl|ex|inc|excluding|including) (?:vat|tax)';

const PATTERNS = PRIVATE_REASONS.map((reason): readonly [PrivateReason, RegExp] => [
  reason,
  new RegExp(
    `^(?:(?:${BEFORE}) )*(?:${phrasesIn(({ headers }) => headers?.private?.[reason])})(?: (?:${BEHIND}))*$`,
  ),
]);

/** Why a column of this name is private; `undefined` for one that shoppers may see. */
export function privateReason(name: string): PrivateReason | undefined {
  // "cost (additional_attributes)" is an attribute whose name another column has too.
  const names = [name, name.replace(/ \([^()]*(?:\([^()]*\))?[^()]*\)$/, '')].map((each) =>
    wordsOf(each).trim(),
  );
  return PATTERNS.find(([, pattern]) => names.some((words) => pattern.test(words)))?.[0];
}

/**
 * The private columns among `names`, in their order. What the owner chose counts first; then a column that the owner named
 * for a role is public, since ranking answers what it shows of the role.
 */
export function privateColumns(
  names: readonly string[],
  choices: PrivacyChoices = {},
  roles: RoleOverrides = {},
): PrivateColumn[] {
  const hidden = new Set(choices.private);
  const shown = new Set<string | null | undefined>([...(choices.public ?? []), ...Object.values(roles)]);
  return names.flatMap((name): PrivateColumn[] => {
    if (hidden.has(name)) return [{ name, reason: 'owner' }];
    if (shown.has(name)) return [];
    const reason = privateReason(name);
    return reason === undefined ? [] : [{ name, reason }];
  });
}

/** Adds choices to earlier ones; a later choice for a column replaces the earlier one. Names are sorted. */
export function withChoices(earlier: PrivacyChoices, later: PrivacyChoices): PrivacyChoices {
  const both = (later.private ?? []).find((name) => later.public?.includes(name));
  if (both !== undefined) {
    throw new CatalogueError('contradiction', `The column "${both}" cannot be both private and public.`);
  }
  const merged = (
    kept: readonly string[] = [],
    added: readonly string[] = [],
    other: readonly string[] = [],
  ) => [...new Set([...kept.filter((name) => !other.includes(name)), ...added])].sort();
  return {
    private: merged(earlier.private, later.private, later.public),
    public: merged(earlier.public, later.public, later.private),
  };
}

/**
 * The catalogue as shoppers may see it, for ranking, answers and suggestions: without the private columns. Where one is
 * an option or stands in a cell with others, the columns of the file that hold it, and those that name options, are
 * left out too.
 */
export function withoutPrivateColumns(
  catalogue: Catalogue,
  choices?: PrivacyChoices,
  roles?: RoleOverrides,
): Catalogue {
  const names = catalogue.attributes.map(({ name }) => name);
  const hidden = new Set(privateColumns(names, choices, roles).map(({ name }) => name));
  if (hidden.size === 0) return catalogue;
  const holders = new Set(
    catalogue.attributes.flatMap(({ name, writtenIn }) =>
      hidden.has(name) && writtenIn !== undefined
        ? [...writtenIn.columns, ...(writtenIn.nameColumns ?? [])]
        : [],
    ),
  );
  // An attribute of the same pack is no private one, and has its own values only.
  const isHolder = ({ name, writtenIn }: Attribute) =>
    holders.has(name) && (writtenIn === undefined || writtenIn.usual !== name);
  return {
    ...catalogue,
    attributes: catalogue.attributes.filter(
      (attribute) => !hidden.has(attribute.name) && !isHolder(attribute),
    ),
  };
}
