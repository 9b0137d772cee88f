import type { EndpointContract, Warning } from '@decidable/contract';

const plain = (name: string) => name.toLowerCase().replaceAll(/[\s_-]/g, '');

/** Optimal string alignment: insertions, deletions, substitutions and swaps of neighbours. */
function distance(a: string, b: string): number {
  let [before, row]: [number[], number[]] = [[], Array.from({ length: b.length + 1 }, (_, j) => j)];
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) {
      const changed = a[i - 1] === b[j - 1] ? 0 : 1;
      let best = Math.min(row[j] + 1, next[j - 1] + 1, row[j - 1] + changed);
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) {
        best = Math.min(best, before[j - 2] + 1);
      }
      next.push(best);
    }
    [before, row] = [row, next];
  }
  return row[b.length];
}

/**
 * The candidate that a name is probably a misspelling of: equal but for case and separators, or at most a
 * fifth of its letters (and at least one) away.
 */
export function nearest(name: string, candidates: readonly string[]): string | undefined {
  const written = plain(name);
  if (written.length > 64) return undefined;
  let found: string | undefined;
  let least = Math.max(1, Math.floor(written.length / 5)) + 1;
  for (const candidate of candidates) {
    const meant = plain(candidate);
    // A name of two letters, such as "id", is recognised only by its case and separators.
    if (meant.length < 3 && meant !== written) continue;
    if (Math.abs(meant.length - written.length) >= least) continue;
    const away = distance(written, meant);
    if (away < least) [found, least] = [candidate, away];
  }
  return found;
}

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

/** The misspellings of one body, and the number of fields that were checked. */
interface Search {
  readonly warnings: Warning[];
  unknown: number;
}

/** Unknown fields are ignored; those that look like a misspelling of a known one are named. */
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
    const meant = nearest(
      name,
      Object.keys(known).filter((field) => !Object.hasOwn(sent, field)),
    );
    if (meant === undefined) continue;
    search.warnings.push({
      code: 'unknown_field',
      message: `${prefix}${name} is not a field of ${path === '' ? 'this request' : path} and was ignored: did you mean ${meant}?`,
      field: prefix + name,
    });
  }
}
