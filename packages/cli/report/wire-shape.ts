import type { Warning } from '@decidable/engine/catalogue';

/**
 * The JSON that the service returns for a grading that is not stored: `warnings` only where there are some.
 */
export function wireShape<Result extends { readonly warnings?: readonly Warning[] }>(result: Result) {
  const { warnings, ...graded } = result;
  return {
    ...graded,
    storage: { stored: false, message: 'Nothing was stored.' },
    ...(warnings !== undefined && warnings.length > 0 ? { warnings } : {}),
  };
}
