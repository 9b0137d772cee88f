import { nearestName } from '@decidable/engine/catalogue';
import type { ErrorObject } from 'ajv';

/** Where a problem is, as people write it: `signals[3].value`. */
function fieldOf(pointer: string): string {
  return pointer
    .split('/')
    .slice(1)
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'))
    .reduce((path, part) => {
      if (/^\d+$/.test(part)) return `${path}[${part}]`;
      return path === '' ? part : `${path}.${part}`;
    }, '');
}

const nouns: Readonly<Record<string, string>> = {
  string: 'text',
  number: 'a number',
  integer: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  null: 'null',
};

function kindOf(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  return typeof value;
}

const quoted = (text: string) => `"${text.length > 40 ? `${text.slice(0, 40).toWellFormed()}…` : text}"`;
const count = (value: number) => value.toLocaleString('en');
const codePoints = (value: unknown) => [...String(value)].length;

/**
 * The one error to tell of several that a validator returns. Where a value may be one of several kinds, the
 * kind that was sent decides which error helps: of nested choices the innermost.
 */
export function problemOf(errors: readonly ErrorObject[]): ErrorObject {
  const oversize = errors.find((error) => error.keyword === 'x-max-bytes');
  if (oversize) return oversize;
  const choice = errors
    .filter(({ keyword }) => keyword === 'anyOf')
    .reduce<ErrorObject | undefined>(
      (deepest, error) =>
        deepest === undefined || error.instancePath.length > deepest.instancePath.length ? error : deepest,
      undefined,
    );
  if (choice === undefined) return ofTheField(errors[0], errors);
  const inside = errors.find(
    (error) =>
      error.keyword !== 'anyOf' &&
      error.keyword !== 'type' &&
      error.schemaPath.startsWith(`${choice.schemaPath}/`),
  );
  if (inside !== undefined) return ofTheField(inside, errors);
  const within = `${choice.instancePath}/`;
  return (
    errors.find(({ keyword, instancePath }) => keyword === 'type' && instancePath.startsWith(within)) ??
    choice
  );
}

/** An invalid field name is reported as a name, not as an invalid text. */
function ofTheField(problem: ErrorObject, errors: readonly ErrorObject[]): ErrorObject {
  if (problem.propertyName === undefined) return problem;
  return errors.find(({ keyword }) => keyword === 'propertyNames') ?? problem;
}

/** The name of the validated part, as messages call it. */
export interface Where {
  /** At the beginning of a sentence: `The body`. */
  readonly whole: string;
  /** Within one: `the body of /track`. */
  readonly of: string;
}

/** The fault and its remedy, in one or two sentences that name the field. */
export function messageOf(problem: ErrorObject, where: Where): string {
  const field = fieldOf(problem.instancePath);
  const name = field === '' ? where.whole : field;
  const { data, params } = problem;
  switch (problem.keyword) {
    case 'required':
      return missing(problem, field, where);
    case 'type':
      return field === ''
        ? `${name} must be a JSON object, not ${nouns[kindOf(data)]}.`
        : wrongKind(name, params.type as string, kindOf(data));
    case 'minLength':
      return `${name} must not be empty.`;
    case 'maxLength':
      return `${name} is ${count(codePoints(data))} characters long; at most ${count(params.limit)} are allowed. Shorten it.`;
    case 'minItems':
      return `${name} must have ${count(params.limit)} or more entries, not ${count((data as unknown[]).length)}. Fill it, or leave out what it belongs to.`;
    case 'maxItems':
      return `${name} has ${count((data as unknown[]).length)} entries; at most ${count(params.limit)} fit in one call. Send the rest in another call.`;
    case 'maxProperties':
      return `${name} has ${count(Object.keys(data as object).length)} fields; at most ${count(params.limit)} are allowed. Leave some out.`;
    case 'propertyNames':
      return `${name} has a field whose name is too long: ${quoted(String(params.propertyName))}. Shorten it.`;
    case 'enum': {
      const allowed = params.allowedValues as readonly unknown[];
      const meant = typeof data === 'string' ? nearestName(data, allowed.map(String)) : undefined;
      return `${name} must be one of ${allowed.join(', ')}.${meant === undefined ? '' : ` Did you mean ${meant}?`}`;
    }
    case 'minimum':
      return `${name} is ${data}; it must be at least ${count(params.limit)}.`;
    case 'maximum':
      return `${name} is ${data}; it must be at most ${count(params.limit)}.`;
    case 'exclusiveMinimum':
      return `${name} is ${data}; it must be more than ${count(params.limit)}.`;
    case 'x-max-bytes':
      return `${name} is ${count(Buffer.byteLength(data as string))} bytes of UTF-8; at most ${count(problem.schema as number)} (2 MiB) are allowed. Leave out columns that describe nothing, or send the shelves one by one.`;
    case 'x-max-json-bytes':
      return `${name} is ${count(Buffer.byteLength(JSON.stringify(data)))} bytes as JSON; at most ${count(problem.schema as number)} are allowed. Send less of it.`;
    case 'x-max-nesting':
      return `${name} is nested deeper than ${problem.schema} levels. Flatten it.`;
    case 'anyOf':
      return `${name} must be ${kinds(problem)}, not ${nouns[kindOf(data)]}.`;
    default:
      return `${name} cannot be accepted: it ${problem.message ?? 'does not fit the description of the API'}.`;
  }
}

function wrongKind(name: string, wanted: string, sent: string): string {
  if (wanted === 'integer' && sent === 'number') {
    return `${name} must be a whole number: leave out the fraction.`;
  }
  return `${name} must be ${nouns[wanted] ?? wanted}, not ${nouns[sent]}.${remedyFor(wanted, sent)}`;
}

function remedyFor(wanted: string, sent: string): string {
  if (wanted === 'string' && (sent === 'number' || sent === 'boolean')) return ' Put it in quotes.';
  if (sent === 'null') return ' Leave an optional field out where there is no value.';
  const isNumber = wanted === 'number' || wanted === 'integer';
  return isNumber && sent === 'string' ? ' Send it without quotes.' : '';
}

function missing(problem: ErrorObject, field: string, { of }: Where): string {
  const sent = problem.data as Record<string, unknown>;
  const required = (problem.parentSchema as { required: readonly string[] }).required;
  const lacking = required.filter((name) => !Object.hasOwn(sent, name));
  const prefix = field === '' ? '' : `${field}.`;
  const names = lacking.map((name) => prefix + name).join(', ');
  const known = Object.keys((problem.parentSchema as { properties?: object }).properties ?? {});
  const strangers = Object.keys(sent).filter((name) => !known.includes(name));
  const meant = lacking.flatMap((name) => {
    const stranger = nearestName(name, strangers);
    return stranger === undefined ? [] : [` You sent ${quoted(stranger)}: did you mean ${name}?`];
  });
  const where = field === '' ? of : field;
  return `${names} ${lacking.length === 1 ? 'is' : 'are'} required: add ${lacking.length === 1 ? 'it' : 'them'} to ${where}.${meant.join('')}`;
}

function kinds(problem: ErrorObject): string {
  const branches = problem.schema as readonly { type?: string }[];
  const found = branches.map(
    ({ type }) => nouns[type ?? ''] ?? 'one of the kinds in the description of the API',
  );
  return found.length < 2 ? found.join('') : `${found.slice(0, -1).join(', ')} or ${found.at(-1)}`;
}
