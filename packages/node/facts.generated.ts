// Written by "npm run build -w packages/node" from @decidable/contract. Do not edit.
import type { Operations } from './operations.generated.ts';

/** What a call needs to know of its endpoint. */
export interface OperationFacts {
  readonly path: string;
  /** What a request does that is applied twice. */
  readonly applied: 'same' | 'unless kept' | 'twice';
  readonly isGrading: boolean;
  /** Whether the organization is filled in. */
  readonly fillsOrganization: boolean;
  /** The field that names a request, so that it is applied once. */
  readonly name?: string;
  /** The field of the request that this names, where it is not the whole. */
  readonly names?: string;
}

export const facts: { readonly [Name in keyof Operations]: OperationFacts } = {
  track: {"path":"/track","applied":"same","isGrading":false,"fillsOrganization":true,"name":"batchId"},
  trackBehavior: {"path":"/track/behavior","applied":"twice","isGrading":false,"fillsOrganization":true},
  trackKeywords: {"path":"/track/keywords","applied":"twice","isGrading":false,"fillsOrganization":true},
  session: {"path":"/session","applied":"same","isGrading":false,"fillsOrganization":false},
  catalogRanked: {"path":"/catalog/ranked","applied":"same","isGrading":false,"fillsOrganization":true,"name":"batchId","names":"signals"},
  search: {"path":"/search","applied":"same","isGrading":false,"fillsOrganization":true,"name":"batchId","names":"signals"},
  rerank: {"path":"/rerank","applied":"same","isGrading":false,"fillsOrganization":true,"name":"batchId","names":"signals"},
  suggest: {"path":"/suggest","applied":"same","isGrading":false,"fillsOrganization":true},
  catalogAudit: {"path":"/catalog/audit","applied":"unless kept","isGrading":true,"fillsOrganization":false},
  catalogVerify: {"path":"/catalog/verify","applied":"unless kept","isGrading":true,"fillsOrganization":false},
  event: {"path":"/event","applied":"same","isGrading":false,"fillsOrganization":true,"name":"eventId"},
  exposure: {"path":"/exposure","applied":"same","isGrading":false,"fillsOrganization":true},
};
