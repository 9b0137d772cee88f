import { type Baseline, baselineMethod } from './baseline.ts';
import { itemKnn } from './item-knn.ts';
import { popularity } from './popularity.ts';
import { sequentialRules } from './sequential-rules.ts';
import { vSknn } from './v-sknn.ts';
import { vmisKnn } from './vmis-knn.ts';

/** The variants of each method; the benchmark uses the one that predicts held-out training sessions best. */
const BASELINES: Readonly<Record<string, readonly Baseline[]>> = {
  popularity: [popularity],
  'sequential rules': [sequentialRules],
  'item-kNN': [itemKnn],
  'V-SKNN': vSknn,
  'VMIS-kNN': vmisKnn,
};

/** Published methods that are measured in the same run. */
export const baselines = Object.entries(BASELINES).map(([name, variants]) => ({
  name,
  method: baselineMethod(variants),
}));
