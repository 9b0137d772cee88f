import { breakingChanges } from './compatibility.ts';
import type { Description, Json, JsonObject } from './describe.ts';

/** Deeper than any schema of the interface; a schema may contain itself. */
const MAX_DEPTH = 16;

/**
 * A page in Markdown for those who move from one version to the next: what breaks, then every difference between two
 * descriptions, by endpoint.
 */
export function migrationPage(before: Description, after: Description): string {
  const breaking = breakingChanges(before, after);
  const [old, young] = [factsOf(before), factsOf(after)];
  const paths = [...new Set([...old.keys(), ...young.keys()])].sort();
  const sections = paths.flatMap((path) => {
    const lines = differences(old.get(path), young.get(path));
    return lines.length === 0 ? [] : [`## \`${path}\``, '', ...lines, ''];
  });
  const list = breaking.length === 0 ? ['Nothing breaks.'] : breaking.map((change) => `- ${change}`);
  return [
    `# From ${nameOf(before)} to ${nameOf(after)}`,
    '',
    'Made from the two descriptions. What breaks clients of the old one:',
    '',
    ...list,
    '',
    ...(sections.length === 0 ? ['There is no other difference.', ''] : sections),
  ].join('\n');
}

const nameOf = ({ servers, info }: Description): string =>
  `${((servers as JsonObject[] | undefined)?.[0]?.url as string | undefined) ?? ''} ${(info as JsonObject).version}`.trim();

type Facts = ReadonlyMap<string, string>;

function differences(old: Facts | undefined, young: Facts | undefined): string[] {
  if (old === undefined) return ['New.'];
  if (young === undefined) return ['Removed.'];
  return [...new Set([...old.keys(), ...young.keys()])].sort().flatMap((place) => {
    const [was, is] = [old.get(place), young.get(place)];
    if (was === is) return [];
    if (was === undefined) return [`- new: \`${place}\` ${is}`];
    return [is === undefined ? `- gone: \`${place}\` ${was}` : `- \`${place}\`: ${was} → ${is}`];
  });
}

/** Everything that a description says, by operation: its place, and the value as JSON. */
function factsOf(description: Description): Map<string, Facts> {
  const found = new Map<string, Facts>();
  for (const [path, methods] of Object.entries(description.paths)) {
    for (const [method, operation] of Object.entries(methods)) {
      const facts = new Map<string, string>();
      put(facts, description, '', operation, 0);
      found.set(`${method.toUpperCase()} ${path}`, facts);
    }
  }
  return found;
}

function put(
  facts: Map<string, string>,
  description: Description,
  place: string,
  value: Json,
  depth: number,
): void {
  if (value === null || typeof value !== 'object' || depth > MAX_DEPTH) {
    facts.set(place, JSON.stringify(value));
    return;
  }
  const { $ref } = value as JsonObject;
  const inner =
    typeof $ref === 'string'
      ? $ref
          .split('/')
          .slice(1)
          .reduce<Json>((part, name) => (part as JsonObject)[name], description)
      : value;
  const entries = Array.isArray(inner)
    ? inner.map((each) => [keyOf(each), each] as const)
    : Object.entries(inner as JsonObject);
  for (const [name, each] of entries) {
    put(facts, description, place === '' ? name : `${place}.${name}`, each, depth + 1);
  }
}

/** Entries of a list are told apart by what they are, not by where they stand. */
const keyOf = (entry: Json): string =>
  typeof entry === 'object' && entry !== null
    ? String((entry as JsonObject).name ?? (entry as JsonObject).$ref ?? (entry as JsonObject).type ?? '*')
    : String(entry);
