import { limits } from '@decidable/contract/limits';
import { EXPORT_LIMITS } from '@decidable/exports';

/** What an export may have that becomes a catalogue, or one of several that are united. */
export const EXPORT_SIZES = { ...EXPORT_LIMITS, columns: limits.csvColumns };
