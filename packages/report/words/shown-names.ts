import type { AuditResult, VerifyResult } from '@decidable/engine/audit';

/** Characters of a name that fit a sentence. Set by hand. */
const LONGEST = 60;
/** The key of a column behind its name, as `Colour (product.metafields.shopify.color-pattern)`. */
const KEY = /\s*\((?:[\w-]+\.){2,}([\w-]+)\)$/u;

/**
 * The names of columns as people say them: without the key that a shop system writes behind them, or with its last part
 * where two columns would have one name, and not longer than fits a sentence. Names that are alike even then stay as
 * they are.
 */
function shownNames(names: readonly string[]): (name: string) => string {
  const shown = new Map<string, string>();
  let open: readonly string[] = [...new Set(names)];
  for (const shorten of [spoken, spokenWithKey]) {
    const alike = Map.groupBy(open, (name) => shorten(name).toLowerCase());
    const taken = new Set([...shown.values()].map((name) => name.toLowerCase()));
    for (const [short, [name, ...others]] of alike)
      if (others.length === 0 && !taken.has(short)) shown.set(name, shorten(name));
    // A column that has just this name keeps it.
    for (const name of open)
      if (name.length <= LONGEST && !KEY.test(name) && !taken.has(name.toLowerCase())) shown.set(name, name);
    open = open.filter((name) => !shown.has(name));
  }
  return (name) => shown.get(name) ?? name;
}

function spoken(name: string): string {
  const bare = name.replace(KEY, '');
  return cut(bare === '' ? name : bare);
}

function spokenWithKey(name: string): string {
  const last = KEY.exec(name)?.[1];
  return last === undefined ? name : cut(`${name.replace(KEY, '')} (${last})`);
}

function cut(name: string): string {
  return name.length <= LONGEST
    ? name
    : `${[...name]
        .slice(0, LONGEST - 1)
        .join('')
        .trimEnd()}…`;
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
    ...(result.findings && {
      findings: result.findings.map((each) => ({
        ...each,
        ...(each.column !== undefined && { column: name(each.column) }),
      })),
    }),
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
