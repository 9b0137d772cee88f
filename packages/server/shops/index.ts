export { BuildPool } from './build/build-pool.ts';
export {
  type CatalogueColumn,
  type CatalogueColumns,
  catalogueColumns,
  chooseColumns,
} from './catalogue-columns.ts';
export { type CatalogueFile, importCatalogue } from './import-catalogue.ts';
export type { CatalogueChanges } from './import-report.ts';
export { type ListedCatalogue, listCatalogues } from './list-catalogues.ts';
export { PersonaSettingsError, parsePersonaSettings, setPersonas } from './persona-settings.ts';
export { Shops } from './shops.ts';
export { writeSynonyms } from './synonyms/synonym-file.ts';
export {
  importSynonyms,
  learnedInForce,
  removeSynonym,
  synonymRulesOf,
  synonymSettingsOf,
} from './synonyms/synonym-settings.ts';
