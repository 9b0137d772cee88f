/** The shapes that words are made of, for those who show them. */
export type {
  Action,
  AuditedAttribute,
  AuditResult,
  Distribution,
  GradedClaim,
  VerifyResult,
} from '@decidable/engine/audit';
