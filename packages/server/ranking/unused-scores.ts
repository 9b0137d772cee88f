import type { RerankRequest, Warning } from '@decidable/contract';

type Result = RerankRequest['results'][number];

/**
 * The warning that scores of results are not used: they are only where each result has one and none is above the one
 * before it; otherwise the places decide.
 */
export function unusedScores(results: readonly Result[]): Warning | undefined {
  const scores = results.map((result) => (typeof result === 'string' ? undefined : result.score));
  if (scores.every((score) => score === undefined)) return undefined;
  const lacking = scores.indexOf(undefined);
  const rising = scores.findIndex((score, i) => i > 0 && score! > scores[i - 1]!);
  if (lacking < 0 && rising < 0) return undefined;
  const [field, message] =
    lacking >= 0
      ? [`results[${lacking}]`, 'has no score, though others have: send one with each result, or none']
      : [
          `results[${rising}].score`,
          'is higher than the score before it: send the results in the order of their scores, best first',
        ];
  return {
    code: 'scores_ignored',
    field,
    message: `${field} ${message}. The scores were ignored; the order of the results counts.`,
  };
}
