import type { AuditResult, VerifyResult } from '@decidable/engine/audit';

/** Characters of a name that fit a sentence. Set by hand. */
const LONGEST = 60;
/** The key of a column behind its name, as `Colour (product.metafields.shopify.color-pattern)`. */
const KEY = /\s*\((?:[\w-]+\.){2,}[\w-]+\)$/u;

/**
 * The names of columns as people say them: without the key that a shop system writes behind them, and not longer than
 * fits a sentence. A name that would then be the name of another column stays as it is.
 */
function shownNames(names: readonly string[]): (name: string) => string {
  const short = (name: string) => {
    const spoken = name.replace(KEY, '');
    const words = spoken === '' ? name : spoken;
    return words.length <= LONGEST
      ? words
      : `${[...words]
          .slice(0, LONGEST - 1)
          .join('')
          .trimEnd()}…`;
  };
  const claims = Map.groupBy(new Set(names), (name) => short(name).toLowerCase());
  return (name) => ((claims.get(short(name).toLowerCase())?.length ?? 0) > 1 ? name : short(name));
}

/** The result with every column named as it is shown. */
export function auditAsShown(result: AuditResult): AuditResult {
  const name = shownNames([...result.attributes, ...result.notQuestions].map(({ attribute }) => attribute));
  const { shelves } = result;
  return {
    ...result,
    attributes: result.attributes.map((each) => ({
      ...each,
      attribute: name(each.attribute),
      ...(each.appliesTo && { appliesTo: { ...each.appliesTo, attribute: name(each.appliesTo.attribute) } }),
      ...(each.bestSubstitute && {
        bestSubstitute: { ...each.bestSubstitute, attribute: name(each.bestSubstitute.attribute) },
      }),
      ...(each.derivable && { derivable: { ...each.derivable, from: name(each.derivable.from) } }),
      ...(each.repeatedBy && {
        repeatedBy: each.repeatedBy.map((repeat) => ({ ...repeat, attribute: name(repeat.attribute) })),
      }),
    })),
    notQuestions: result.notQuestions.map((each) => ({
      ...each,
      attribute: name(each.attribute),
      ...(each.of !== undefined && { of: name(each.of) }),
    })),
    ...(shelves && {
      shelves: {
        by: name(shelves.by),
        values: shelves.values.map((shelf) => ({ ...shelf, first: shelf.first.map(name) })),
      },
    }),
  };
}

/** The result with every column named as it is shown. */
export function verifyAsShown(result: VerifyResult): VerifyResult {
  const name = shownNames(result.attributes.map(({ attribute }) => attribute));
  return {
    ...result,
    attributes: result.attributes.map((each) => ({ ...each, attribute: name(each.attribute) })),
    ...(result.claims && {
      claims: result.claims.map((each) => ({ ...each, attribute: name(each.attribute) })),
    }),
    ...(result.unclaimed && { unclaimed: result.unclaimed.map(name) }),
  };
}
