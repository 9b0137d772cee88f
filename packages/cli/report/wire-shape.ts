import type { Warning } from '@decidable/engine/catalogue';

/**
 * The JSON that the service answers with for a grading that nobody asked to keep: `warnings` only where there are some.
 */
export function wireShape<Result extends { readonly warnings?: readonly Warning[] }>(result: Result) {
  const { warnings, ...graded } = result;
  return {
    ...graded,
    storage: { stored: false, message: 'Nothing was stored.' },
    ...(warnings !== undefined && warnings.length > 0 ? { warnings } : {}),
  };
}
