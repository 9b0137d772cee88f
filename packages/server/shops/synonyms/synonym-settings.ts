import type { SynonymRule } from '@decidable/engine/ranking';
import { NotFound } from '../../errors.ts';
import type { OrganizationId, Storage } from '../../storage/ports.ts';
import { readSynonymFile } from './synonym-file.ts';

type Store = Pick<Storage, 'organizations'>;

/** An organization has no rule with this word. */
export class UnknownSynonym extends NotFound {}

const rulesIn = (json: string | undefined): readonly SynonymRule[] =>
  json === undefined ? [] : (JSON.parse(json) as readonly SynonymRule[]);

/** The rules that an organization has given, in the order of its file. @throws StoreUnavailable */
export async function synonymRulesOf(
  { organizations }: Store,
  organizationId: OrganizationId,
): Promise<readonly SynonymRule[]> {
  return rulesIn(await organizations.synonyms(organizationId));
}

/** Changes the rules; again where another process has changed them meanwhile. */
async function change(
  { organizations }: Store,
  organizationId: OrganizationId,
  after: (rules: readonly SynonymRule[]) => readonly SynonymRule[],
): Promise<void> {
  for (;;) {
    const before = await organizations.synonyms(organizationId);
    const rules = after(rulesIn(before));
    const json = rules.length === 0 ? undefined : JSON.stringify(rules);
    if (json === before) return;
    if ((await organizations.setSynonyms(organizationId, json, before)) === 'stored') return;
  }
}

/**
 * Replaces the rules of an organization by those of a file, also in a running service.
 *
 * @returns the rules
 * @throws SynonymFileError, with nothing changed; StoreUnavailable
 */
export async function importSynonyms(
  store: Store,
  organizationId: OrganizationId,
  file: Uint8Array,
): Promise<readonly SynonymRule[]> {
  const rules = readSynonymFile(file);
  await change(store, organizationId, () => rules);
  return rules;
}

const named = (phrase: string): string => phrase.trim().replaceAll(/\s+/gu, ' ').normalize().toLowerCase();

/**
 * Removes the rules in which a word or phrase is searched for, or all.
 *
 * @param phrase as a rule writes it, in any case; `undefined` for all rules
 * @returns the number of rules that were removed
 * @throws UnknownSynonym where no rule has it; StoreUnavailable
 */
export async function removeSynonym(
  store: Store,
  organizationId: OrganizationId,
  phrase: string | undefined,
): Promise<number> {
  let removed = 0;
  await change(store, organizationId, (rules) => {
    const kept =
      phrase === undefined
        ? []
        : rules.filter(({ words }) => !words.some((word) => named(word) === named(phrase)));
    removed = rules.length - kept.length;
    if (removed === 0 && phrase !== undefined) {
      throw new UnknownSynonym(`No rule has synonyms of "${phrase}".`);
    }
    return kept;
  });
  return removed;
}
