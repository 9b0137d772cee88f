import { type AttributeValue, limits, type RerankRequest, type Warning } from '@decidable/contract';
import { nearestName } from '@decidable/engine/catalogue';

type Result = RerankRequest['results'][number];

/** Fields of a result that are no attributes. */
const OWN = ['id', 'score', 'attributes'];

const isScalar = (value: unknown): boolean =>
  typeof value === 'number' ||
  typeof value === 'boolean' ||
  (typeof value === 'string' && value.length <= limits.attributeValue);

const isAttribute = (name: string, value: unknown): value is AttributeValue =>
  name.length <= limits.attributeName &&
  (isScalar(value) || (Array.isArray(value) && value.length <= limits.attributes && value.every(isScalar)));

/**
 * Results with the attributes that stand beside their ids moved to where the others are. Search engines send more with a
 * result than a shop asked for, so that what is no attribute is left out, with one warning for all results.
 */
export function withInlineAttributes(results: readonly Result[], warn: (warning: Warning) => void): Result[] {
  /** Whether a name is an attribute's: a misspelt field is none, and is warned of as such. */
  const names = new Map<string, boolean>(OWN.map((name) => [name, false]));
  const isFree = (name: string): boolean => {
    let free = names.get(name);
    if (free === undefined) {
      free = nearestName(name, OWN) === undefined;
      names.set(name, free);
    }
    return free;
  };
  let leftOut: { readonly index: number; readonly name: string } | undefined;
  const read = results.map((result, index): Result => {
    if (typeof result === 'string') return result;
    let beside: Record<string, AttributeValue> | undefined;
    let count = 0;
    for (const name in result) {
      if (!isFree(name)) continue;
      const value: unknown = result[name as keyof typeof result];
      if (value === null) continue;
      if (count < limits.attributes && isAttribute(name, value)) {
        beside ??= {};
        beside[name] = value;
        count++;
      } else leftOut ??= { index, name };
    }
    if (beside === undefined) return result;
    const { id, score, attributes } = result;
    return { id, ...(score !== undefined && { score }), attributes: { ...beside, ...attributes } };
  });
  if (leftOut !== undefined) {
    const field = `results[${leftOut.index}].${leftOut.name}`;
    warn({
      code: 'no_attribute',
      field,
      message: `${field} is no attribute and was ignored, as are others like it: send a text of at most ${limits.attributeValue.toLocaleString('en')} characters, a number, true or false, or a list of them, at most ${limits.attributes} a result.`,
    });
  }
  return read;
}

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
