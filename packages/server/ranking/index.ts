export { type Replayed, replayDecision } from './replay-decision.ts';
export { type SessionHistory, sessionHistory } from './session-history.ts';
