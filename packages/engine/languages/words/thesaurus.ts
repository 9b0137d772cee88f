import type { Language } from '../language-pack.ts';
import data from './thesaurus.json' with { type: 'json' };

/** Names of one thing: "sofa", "couch", "settee". */
export type ThingNames = readonly string[];

const { $schema: _, ...byLanguage } = data;
const THESAURUS: Readonly<Record<Language, readonly ThingNames[]>> = byLanguage;

/** The things that have several names in a language; none where nobody has collected them. */
export const thesaurusOf = (language: Language): readonly ThingNames[] => THESAURUS[language] ?? [];

export const languagesWithThesaurus = (): readonly Language[] => Object.keys(THESAURUS);
