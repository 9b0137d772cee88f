import type { GradingSummary } from '@decidable/contract/management';
import type { AuditResult, VerifyResult } from '@decidable/engine/audit';

/** The figures of an audit that lists show. */
export function auditSummary({
  products,
  grade,
  answerability,
  remaining,
  attributes,
}: AuditResult): GradingSummary {
  const first = attributes.find(
    ({ missing, priority, action }) =>
      missing > 0 && priority !== null && action !== 'ask' && action !== 'leave',
  );
  return {
    products,
    ...(grade !== null && { grade }),
    ...(answerability !== null && { answerability }),
    ...(remaining !== undefined &&
      grade !== null && {
        left: { of: remaining.of, now: remaining.now, complete: remaining.complete },
      }),
    missing: attributes.reduce((sum, { missing }) => sum + missing, 0),
    ...(first !== undefined && { first: first.attribute }),
  };
}

/** The figures of a comparison that lists show. */
export function comparisonSummary({ products, answerability, claims }: VerifyResult): GradingSummary {
  return {
    products: products.common,
    ...(answerability.after !== null && { answerability: answerability.after }),
    ...(answerability.before !== null && answerability.after !== null && { moved: answerability.moved }),
    ...(claims !== undefined && {
      claims: {
        all: claims.length,
        verified: claims.filter(({ verdict }) => verdict === 'verified').length,
      },
    }),
  };
}
