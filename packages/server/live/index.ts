export { Builder } from './builder.ts';
export type { DecisionRecord } from './decisions.ts';
export { type Live, type LiveOptions, openLive } from './live.ts';
export { type OutcomesReport, outcomesReport, type Tally } from './outcomes-report.ts';
export { PersonaSettingsError, parsePersonaSettings } from './persona-settings.ts';
export { type Replayed, replayDecision } from './replaying.ts';
export { Shops } from './shops.ts';
export { type Trained, trainModel } from './training.ts';
