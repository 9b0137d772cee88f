export { Builder } from './builder.ts';
export { type OutcomesReport, outcomesReport, type Tally } from './outcomes-report.ts';
export { PersonaSettingsError, parsePersonaSettings } from './persona-settings.ts';
export { type Replayed, replayDecision } from './replaying.ts';
export { Shops } from './shops.ts';
export { trainModel } from './training.ts';
