import type { KeptGrading } from '../storage/ports.ts';
import type { GradingSettings } from './jobs/jobs.ts';

/** What a kept grading was made from. */
export interface GradingOrigin {
  readonly names: readonly string[];
  /** Kept exports, in the order of the names. */
  readonly exports: readonly string[];
  readonly ofCatalogue: boolean;
  readonly settings: GradingSettings;
  /** The attributes of the result, by place. */
  readonly attributes: readonly string[];
}

export const originOf = ({ origin }: Pick<KeptGrading, 'origin'>): GradingOrigin | undefined =>
  origin === undefined ? undefined : (JSON.parse(origin) as GradingOrigin);

/** The kept file with what a grading found of each product. */
export const detailsId = (gradingId: string): string => `details-${gradingId}`;
