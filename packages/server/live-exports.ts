export { trainModel } from './learning/train-model.ts';
export { type OutcomesReport, outcomesReport, type Tally } from './outcomes/outcomes-report.ts';
export { type Replayed, replayDecision } from './ranking/replay-decision.ts';
export { Builder } from './shops/build/build-pool.ts';
export { PersonaSettingsError, parsePersonaSettings } from './shops/persona-settings.ts';
export { Shops } from './shops/shops.ts';
