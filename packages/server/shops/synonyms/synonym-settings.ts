import { type SynonymRule, stemsOfSynonym } from '@decidable/engine/ranking';
import { ANY_LANGUAGE } from '@decidable/engine/session';
import { NotFound } from '../../errors.ts';
import { learnedSynonymsOf } from '../../learning/learned-model.ts';
import type { LearnedSynonym } from '../../learning/learned-synonyms.ts';
import type { OrganizationId, Storage } from '../../storage/ports.ts';
import { readSynonymFile } from './synonym-file.ts';

type Store = Pick<Storage, 'organizations'>;
type LearningStore = Pick<Storage, 'organizations' | 'models'>;

/** An organization has no rule with this word. */
export class UnknownSynonym extends NotFound {}

/** A learned synonym that the organization does not want: neither phrase finds the other, also after further training. */
interface Refusal {
  readonly refused: readonly [string, string];
}

/** What an organization said of synonyms. */
export interface SynonymSettings {
  /** The rules that it gave, in the order of its file. */
  readonly rules: readonly SynonymRule[];
  readonly refusals: readonly Refusal[];
}

function settingsIn(json: string | undefined): SynonymSettings {
  const all = json === undefined ? [] : (JSON.parse(json) as readonly (SynonymRule | Refusal)[]);
  return {
    rules: all.filter((one) => 'words' in one),
    refusals: all.filter((one) => 'refused' in one),
  };
}

/** @throws StoreUnavailable */
export async function synonymSettingsOf(
  { organizations }: Store,
  organizationId: OrganizationId,
): Promise<SynonymSettings> {
  return settingsIn(await organizations.synonyms(organizationId));
}

/** The rules that an organization has given, in the order of its file. @throws StoreUnavailable */
export async function synonymRulesOf(
  store: Store,
  organizationId: OrganizationId,
): Promise<readonly SynonymRule[]> {
  return (await synonymSettingsOf(store, organizationId)).rules;
}

const named = (phrase: string): string => phrase.trim().replaceAll(/\s+/gu, ' ').normalize().toLowerCase();

/** Names a phrase in any of its endings: a later training may have learned another one. */
const keyOf = (phrase: string): string => stemsOfSynonym(phrase, ANY_LANGUAGE).join(' ');

/**
 * The learned synonyms that are used beside the given rules: without those that the organization refused, and those of
 * two phrases that it gave a rule for, whose direction it chose.
 */
export function learnedInForce(
  { rules, refusals }: SynonymSettings,
  learned: readonly LearnedSynonym[],
): readonly LearnedSynonym[] {
  if (learned.length === 0) return learned;
  const decided = [
    ...refusals.map(({ refused }) => refused),
    ...rules.map(({ words, finds = [] }) => [...words, ...finds]),
  ].map((phrases) => new Set(phrases.map(keyOf)));
  return learned.filter(
    ({ word, finds }) => !decided.some((both) => both.has(keyOf(word)) && both.has(keyOf(finds))),
  );
}

/** All rules by which a shop is searched, the given ones first. */
export const rulesInForce = (
  settings: SynonymSettings,
  learned: readonly LearnedSynonym[],
): readonly SynonymRule[] => [
  ...settings.rules,
  ...learnedInForce(settings, learned).map(
    ({ word, finds }): SynonymRule => ({ words: [word], finds: [finds], learned: true }),
  ),
];

/** Changes the settings; again where another process has changed them meanwhile. */
async function change(
  { organizations }: Store,
  organizationId: OrganizationId,
  after: (settings: SynonymSettings) => SynonymSettings,
): Promise<void> {
  for (;;) {
    const before = await organizations.synonyms(organizationId);
    const { rules, refusals } = after(settingsIn(before));
    const all = [...rules, ...refusals];
    const json = all.length === 0 ? undefined : JSON.stringify(all);
    if (json === before) return;
    if ((await organizations.setSynonyms(organizationId, json, before)) === 'stored') return;
  }
}

/**
 * Replaces the rules of an organization by those of a file, also in a running service. Refused synonyms stay refused.
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
  await change(store, organizationId, ({ refusals }) => ({ rules, refusals }));
  return rules;
}

/**
 * Removes the rules in which a word or phrase is searched for, and refuses the learned synonyms of it, so that they are
 * not learned again; or all of either.
 *
 * @param phrase as it is written in a rule, in any case; `undefined` for all
 * @returns the number of rules and learned synonyms that were removed
 * @throws UnknownSynonym where none has it; StoreUnavailable
 */
export async function removeSynonym(
  store: LearningStore,
  organizationId: OrganizationId,
  phrase: string | undefined,
): Promise<number> {
  const learned = await learnedSynonymsOf(store.models, organizationId);
  const isMeant = (other: string): boolean => phrase === undefined || named(other) === named(phrase);
  let removed = 0;
  await change(store, organizationId, (settings) => {
    const rules = settings.rules.filter(({ words }) => !words.some(isMeant));
    const refused = learnedInForce(settings, learned).filter(
      ({ word, finds }) => isMeant(word) || isMeant(finds),
    );
    removed = settings.rules.length - rules.length + refused.length;
    if (removed === 0 && phrase !== undefined) {
      throw new UnknownSynonym(`No rule has synonyms of "${phrase}".`);
    }
    const pairs = new Map(
      refused.map(({ word, finds }) => [[word, finds].map(named).sort().join('\n'), [word, finds] as const]),
    );
    return { rules, refusals: [...settings.refusals, ...pairs.values().map((both) => ({ refused: both }))] };
  });
  return removed;
}
