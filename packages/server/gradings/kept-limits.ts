import { limits } from '@decidable/contract/limits';
import type { KeptAtMost } from '../storage/ports.ts';

/** What an organization may keep of gradings. */
export interface KeptLimits {
  readonly exports: KeptAtMost;
  /** What gradings found of each product. */
  readonly details: KeptAtMost;
  /** Cells that are filled in for one grading. */
  readonly filledCells: number;
}

/** Details are bounded by their exports; there may be one for each, and for those repaired. Set by hand. */
export const KEPT_LIMITS: KeptLimits = {
  exports: { files: limits.exports, bytes: limits.exportsBytes },
  details: { files: 1_000, bytes: 2 * limits.exportsBytes },
  filledCells: limits.filledCells,
};
