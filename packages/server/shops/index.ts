export { BuildPool } from './build/build-pool.ts';
export {
  type CatalogueColumn,
  type CatalogueColumns,
  catalogueColumns,
  chooseColumns,
} from './catalogues/catalogue-columns.ts';
export {
  type CatalogueFile,
  type CataloguePlan,
  type ColumnChoices,
  type EarlierCatalogue,
  planCatalogue,
} from './catalogues/catalogue-plan.ts';
export { type CatalogueEdits, type EditedCatalogue, editCatalogue } from './catalogues/edit-catalogue.ts';
export { importCatalogue, storePlanned } from './catalogues/import-catalogue.ts';
export type { CatalogueChanges, Listed } from './catalogues/import-report.ts';
export { type ListedCatalogue, listCatalogues } from './catalogues/list-catalogues.ts';
export { currentCatalogue, replaceCurrent } from './catalogues/replace-current.ts';
export { restoreCatalogue } from './catalogues/restore-catalogue.ts';
export {
  PersonaSettingsError,
  parsePersonaSettings,
  personaSettingsOf,
  setPersonas,
} from './persona-settings.ts';
export { Shops } from './shops.ts';
export { writeSynonyms } from './synonyms/synonym-file.ts';
export {
  importSynonyms,
  learnedInForce,
  removeSynonym,
  synonymRulesOf,
  synonymSettingsOf,
} from './synonyms/synonym-settings.ts';
