import { type EndpointContract, endpoints, type Warning } from '@decidable/contract';
import { nearestName } from '@decidable/engine/catalogue';

/** The part of a JSON Schema that says which fields there are. */
export interface Shape {
  readonly properties?: Readonly<Record<string, Shape>>;
  readonly additionalProperties?: unknown;
  readonly items?: Shape;
  readonly anyOf?: readonly Shape[];
}

/** The shape of the entries of a list that are objects; some may be bare ids instead. */
const entryOf = ({ items }: Shape): Shape | undefined =>
  items?.anyOf?.find(({ properties }) => properties !== undefined) ?? items;

/** Warnings in one answer. */
const most = 20;
/** The most unknown fields that are checked in one body: a caller who sends thousands did not misspell them. */
const MOST_LOOKED_AT = 200;

/** The fields of all requests, each with the endpoints that know it. */
const KNOWN_TO = Object.groupBy(
  Object.values(endpoints).flatMap(({ path, request }) =>
    Object.keys((request as Shape).properties ?? {}).map((name) => ({ name, path })),
  ),
  ({ name }) => name,
);

/** What to do about a field that other endpoints know; `undefined` for one that none knows. */
function knownElsewhere(name: string): string | undefined {
  if (!Object.hasOwn(KNOWN_TO, name)) return undefined;
  const paths = KNOWN_TO[name]!.map(({ path }) => path);
  return `it is a field of ${paths.length < 3 ? paths.join(' and ') : `${paths.slice(0, 2).join(', ')} and others`}`;
}

/** The misspellings of one body, and the number of fields that were checked. */
interface Search {
  readonly warnings: Warning[];
  unknown: number;
}

/** Unknown fields are ignored; those that look like a misspelling of a known one, or are known elsewhere, are named. */
export function misspellings(contract: EndpointContract, body: unknown): Warning[] {
  // Nearly every body has no misspelling, so nothing is allocated until one is found.
  if (!hasUnknown(contract.request as Shape, body)) return [];
  const search: Search = { warnings: [], unknown: 0 };
  look(contract.request as Shape, body, '', search);
  return search.warnings;
}

/** Whether a value has any field that its shape does not name. */
function hasUnknown(shape: Shape, value: unknown): boolean {
  if (value === null || typeof value !== 'object') return false;
  if (Array.isArray(value)) {
    const entry = entryOf(shape);
    if (entry?.properties === undefined) return false;
    for (const inner of value) if (hasUnknown(entry, inner)) return true;
    return false;
  }
  const known = shape.properties;
  if (known === undefined || shape.additionalProperties !== undefined) return false;
  const sent = value as Readonly<Record<string, unknown>>;
  for (const name in sent) {
    if (!Object.hasOwn(known, name)) return true;
    const inner = sent[name];
    if (typeof inner === 'object' && hasUnknown(known[name], inner)) return true;
  }
  return false;
}

const isOver = ({ warnings, unknown }: Search): boolean =>
  warnings.length >= most || unknown >= MOST_LOOKED_AT;

function look(shape: Shape, value: unknown, path: string, search: Search): void {
  if (value === null || typeof value !== 'object' || isOver(search)) return;
  if (Array.isArray(value)) {
    const entry = entryOf(shape);
    if (entry?.properties === undefined) return;
    value.forEach((inner, i) => {
      look(entry, inner, `${path}[${i}]`, search);
    });
    return;
  }
  const known = shape.properties;
  if (known === undefined || shape.additionalProperties !== undefined) return;
  const prefix = path === '' ? '' : `${path}.`;
  const sent = value as Readonly<Record<string, unknown>>;
  for (const name in sent) {
    if (Object.hasOwn(known, name)) {
      const inner = sent[name];
      if (typeof inner === 'object') look(known[name], inner, prefix + name, search);
      continue;
    }
    if (isOver(search)) return;
    search.unknown++;
    const meant = nearestName(
      name,
      Object.keys(known).filter((field) => !Object.hasOwn(sent, field)),
    );
    const hint = meant !== undefined ? `did you mean ${meant}?` : path === '' && knownElsewhere(name);
    if (!hint) continue;
    search.warnings.push({
      code: 'unknown_field',
      message: `${prefix}${name} is not a field of ${path === '' ? 'this request' : path} and was ignored: ${hint}${meant === undefined ? '.' : ''}`,
      field: prefix + name,
    });
  }
}
