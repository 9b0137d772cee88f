import type { Warning } from '@decidable/engine/catalogue';

/** Whether and where a grading was kept, as the service says it. */
export type StorageShape =
  | { readonly stored: true; readonly id: string }
  | { readonly stored: false; readonly message: string };

/**
 * The JSON that the service returns for a grading: `warnings` only where there are some.
 */
export function wireShape<Result extends { readonly warnings?: readonly Warning[] }>(
  result: Result,
  storage: StorageShape = { stored: false, message: 'Nothing was stored.' },
) {
  const { warnings, ...graded } = result;
  return {
    ...graded,
    storage,
    ...(warnings !== undefined && warnings.length > 0 ? { warnings } : {}),
  };
}
