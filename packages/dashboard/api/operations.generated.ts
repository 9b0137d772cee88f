// Written by "npm run build" from @decidable/contract/management. Do not edit.
import type * as contract from '@decidable/contract/management';
import type { Operation } from './operation.ts';

export const becomeFirstOwner: Operation<typeof contract.becomeFirstOwner> = ['POST', '/welcome'];
export const changeMe: Operation<typeof contract.changeMe> = ['PATCH', '/me'];
export const compareAsSession: Operation<typeof contract.compareAsSession> = ['POST', '/organizations/{organizationId}/sessions/{sessionId}/comparison'];
export const eraseSession: Operation<typeof contract.eraseSession> = ['DELETE', '/organizations/{organizationId}/sessions/{sessionId}', 'events'];
export const exportSession: Operation<typeof contract.exportSession> = ['GET', '/organizations/{organizationId}/sessions/{sessionId}/export', 'download'];
export const listKeys: Operation<typeof contract.listKeys> = ['GET', '/organizations/{organizationId}/keys'];
export const listSessions: Operation<typeof contract.listSessions> = ['GET', '/organizations/{organizationId}/sessions'];
export const rankAsSession: Operation<typeof contract.rankAsSession> = ['POST', '/organizations/{organizationId}/sessions/{sessionId}/ranking'];
export const readDecision: Operation<typeof contract.readDecision> = ['GET', '/organizations/{organizationId}/sessions/{sessionId}/decisions/{decisionId}'];
export const readMe: Operation<typeof contract.readMe> = ['GET', '/me'];
export const readOutcomes: Operation<typeof contract.readOutcomes> = ['GET', '/organizations/{organizationId}/outcomes'];
export const readSession: Operation<typeof contract.readSession> = ['GET', '/organizations/{organizationId}/sessions/{sessionId}'];
export const renewSignIn: Operation<typeof contract.renewSignIn> = ['POST', '/sign-in/renewal'];
export const ruleSession: Operation<typeof contract.ruleSession> = ['PUT', '/organizations/{organizationId}/sessions/{sessionId}/ruling'];
export const selfTest: Operation<typeof contract.selfTest> = ['POST', '/organizations/{organizationId}/self-test'];
export const setPassword: Operation<typeof contract.setPassword> = ['POST', '/password'];
export const signIn: Operation<typeof contract.signIn> = ['POST', '/sign-in'];
export const signOut: Operation<typeof contract.signOut> = ['POST', '/sign-out'];
export const watchSession: Operation<typeof contract.watchSession> = ['GET', '/organizations/{organizationId}/sessions/{sessionId}/live', 'events'];
export const welcomeState: Operation<typeof contract.welcomeState> = ['GET', '/welcome'];
