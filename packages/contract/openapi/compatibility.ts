import type { Description, Json, JsonObject } from './describe.ts';

const isObject = (value: Json | undefined): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const objectOf = (value: Json | undefined): JsonObject => (isObject(value) ? value : {});
const listOf = (value: Json | undefined): readonly Json[] => (Array.isArray(value) ? value : []);
const same = (a: Json | undefined, b: Json | undefined) => JSON.stringify(a) === JSON.stringify(b);

/** Upper bounds, which narrow when they fall, and lower bounds, which narrow when they rise. */
const ceilings = [
  'maxLength',
  'maxItems',
  'maxProperties',
  'maximum',
  'exclusiveMaximum',
  'x-max-bytes',
  'x-max-json-bytes',
  'x-max-nesting',
];
const floors = ['minLength', 'minItems', 'minProperties', 'minimum', 'exclusiveMinimum'];

type Direction = 'request' | 'response';

/**
 * Every change between two descriptions that the versioning policy calls breaking, in words. Empty when clients
 * of the first can use the second.
 */
export function breakingChanges(before: Description, after: Description): readonly string[] {
  const found: string[] = [];
  for (const [path, methods] of Object.entries(before.paths)) {
    for (const [method, operation] of Object.entries(methods)) {
      const now = objectOf(after.paths[path])[method];
      if (isObject(now)) new Comparison(before, after, path, found).operation(objectOf(operation), now);
      else found.push(`${method.toUpperCase()} ${path} was removed.`);
    }
  }
  if (!same(securityOf(before), securityOf(after))) found.push('The way to authenticate changed.');
  for (const { url } of listOf(before.servers).map(objectOf)) {
    if (!listOf(after.servers).some((server) => same(objectOf(server).url, url)))
      found.push(`The address ${url} was removed.`);
  }
  return found;
}

function securityOf(description: Description): Json {
  const schemes = objectOf(objectOf(description.components).securitySchemes);
  return Object.entries(schemes).map(([name, scheme]) => {
    const { type = null, in: place = null, name: header = null } = objectOf(scheme);
    return [name, type, place, header];
  });
}

class Comparison {
  readonly #before: Description;
  readonly #after: Description;
  readonly #path: string;
  readonly #found: string[];
  /** The request fields that are new: no client of the first description sends them. */
  #newFields: ReadonlySet<string> = new Set();

  constructor(before: Description, after: Description, path: string, found: string[]) {
    this.#before = before;
    this.#after = after;
    this.#path = path;
    this.#found = found;
  }

  operation(before: JsonObject, after: JsonObject): void {
    if (Number(after['x-max-body-bytes']) < Number(before['x-max-body-bytes'])) {
      this.#tell('body', 'accepts fewer bytes');
    }
    if (!same(before['x-metered'], after['x-metered'])) this.#tell('metering', 'changed');
    if (before['x-repeated'] !== undefined && !same(before['x-repeated'], after['x-repeated'])) {
      this.#tell('a request that is sent again', 'is applied otherwise');
    }
    if (rankOf(after['x-access']) > rankOf(before['x-access'])) this.#tell('access', 'takes a higher role');
    this.#media(before.requestBody, after.requestBody, 'request');
    this.#parameters(listOf(before.parameters), listOf(after.parameters));
    const [old, young] = [bodySchema(before.requestBody), bodySchema(after.requestBody)];
    this.#schema(old, young, 'request', 'request');
    const known = objectOf(objectOf(resolve(this.#before, old)).properties);
    const fields = Object.keys(objectOf(objectOf(resolve(this.#after, young)).properties));
    this.#newFields = new Set(fields.filter((name) => known[name] === undefined));
    for (const [status, response] of Object.entries(objectOf(before.responses))) {
      const now = objectOf(after.responses)[status];
      if (now === undefined) {
        this.#tell(`response ${status}`, 'was removed');
        continue;
      }
      this.#media(response, now, `response ${status}`);
      this.#schema(
        bodySchema(resolve(this.#before, response)),
        bodySchema(resolve(this.#after, now)),
        'response',
        `response ${status}`,
      );
    }
  }

  /** A request is still taken in each content type, and a response still comes in each. */
  #media(old: Json | undefined, young: Json | undefined, where: string): void {
    const types = (description: Description, body: Json | undefined) =>
      Object.keys(objectOf(objectOf(resolve(description, body)).content));
    const now = types(this.#after, young);
    for (const type of types(this.#before, old)) {
      if (!now.includes(type)) this.#tell(where, `the content type ${type} was removed`);
    }
  }

  /** Those in the path are part of its name; those after the question mark are fields of a request. */
  #parameters(before: readonly Json[], after: readonly Json[]): void {
    const young = new Map(after.map((each) => [objectOf(each).name, objectOf(each)]));
    const known = new Map(before.map((each) => [objectOf(each).name, objectOf(each)]));
    for (const [name, parameter] of known) {
      const now = young.get(name);
      if (now === undefined) this.#tell(`parameter ${name}`, 'was removed or renamed');
      else this.#schema(parameter.schema, now.schema, 'request', `parameter ${name}`);
    }
    for (const [name, { required }] of young) {
      if (required === true && known.get(name)?.required !== true)
        this.#tell(`parameter ${name}`, 'became required');
    }
  }

  #tell(where: string, what: string): void {
    this.#found.push(`${this.#path} ${where}: ${what}.`);
  }

  #schema(old: Json | undefined, young: Json | undefined, direction: Direction, where: string): void {
    const before = objectOf(resolve(this.#before, old));
    const after = objectOf(resolve(this.#after, young));
    // A request field that takes anything now took less before.
    if (direction === 'request' && young === true) return;
    this.#type(before, after, direction, where);
    this.#values(before, after, direction, where);
    if (!same(before.default, after.default)) this.#tell(where, 'its default, and so its meaning, changed');
    if (!same(before.format, after.format)) this.#tell(where, 'its format, and so its meaning, changed');
    if (before['x-number-as-text'] === true && after['x-number-as-text'] !== true)
      this.#tell(where, 'numbers are no longer taken as texts');
    if (direction === 'request') this.#bounds(before, after, where);
    this.#properties(before, after, direction, where);
    if (before.items !== undefined) this.#schema(before.items, after.items ?? {}, direction, `${where}[]`);
    if (isObject(before.additionalProperties)) {
      this.#schema(before.additionalProperties, after.additionalProperties ?? {}, direction, `${where}.*`);
    }
    this.#branches(before, after, direction, where);
  }

  #type(before: JsonObject, after: JsonObject, direction: Direction, where: string): void {
    if (same(before.type, after.type)) return;
    const [old, young] = [typesOf(before), typesOf(after)];
    const lost = old.filter(
      (type) => !young.includes(type) && !(type === 'integer' && young.includes('number')),
    );
    const gained = young.filter((type) => !old.includes(type));
    if (lost.length > 0 || (direction === 'response' && gained.length > 0)) {
      this.#tell(where, `its type changed from ${old.join(' or ')} to ${young.join(' or ') || 'anything'}`);
    }
  }

  #values(before: JsonObject, after: JsonObject, direction: Direction, where: string): void {
    const [old, young] = [valuesOf(before), valuesOf(after)];
    if (old === undefined) {
      if (young !== undefined && direction === 'request') this.#tell(where, 'its values became a fixed list');
      return;
    }
    if (young === undefined) return;
    for (const value of old.filter((known) => !young.some((other) => same(known, other)))) {
      this.#tell(where, `the value ${JSON.stringify(value)} was removed`);
    }
    if (direction === 'response' && before['x-closed'] === true && young.length > old.length) {
      this.#tell(where, 'a value was added to a closed set');
    }
  }

  #bounds(before: JsonObject, after: JsonObject, where: string): void {
    for (const bound of ceilings) {
      if (after[bound] !== undefined && !(Number(after[bound]) >= Number(before[bound] ?? Infinity))) {
        this.#tell(where, `its type narrowed: ${bound} is now ${after[bound]}`);
      }
    }
    for (const bound of floors) {
      const standard = bound.endsWith('imum') ? -Infinity : 0;
      if (after[bound] !== undefined && !(Number(after[bound]) <= Number(before[bound] ?? standard))) {
        this.#tell(where, `its type narrowed: ${bound} is now ${after[bound]}`);
      }
    }
    for (const rule of ['pattern', 'multipleOf', 'uniqueItems', 'propertyNames']) {
      if (after[rule] !== undefined && !same(before[rule], after[rule])) {
        this.#tell(where, `its type narrowed: ${rule} was added or changed`);
      }
    }
    if (after.additionalProperties === false && before.additionalProperties !== false) {
      this.#tell(where, 'it no longer accepts fields that are not described');
    }
  }

  #properties(before: JsonObject, after: JsonObject, direction: Direction, where: string): void {
    const [old, young] = [objectOf(before.properties), objectOf(after.properties)];
    const [oldRequired, required] = [listOf(before.required), listOf(after.required)];
    for (const [name, schema] of Object.entries(old)) {
      if (young[name] === undefined) this.#tell(`${where}.${name}`, 'was removed or renamed');
      else this.#schema(schema, young[name], direction, `${where}.${name}`);
    }
    for (const name of direction === 'request' ? required : []) {
      if (!oldRequired.includes(name)) this.#tell(`${where}.${name}`, 'became required');
    }
    for (const name of direction === 'response' ? oldRequired : []) {
      const field = young[String(name)];
      const leftOutBy = objectOf(field)['x-left-out-by'];
      // Who does not know the request field that leaves it out always gets it.
      if (typeof leftOutBy === 'string' && this.#newFields.has(leftOutBy)) continue;
      if (!required.includes(name) && field !== undefined) {
        this.#tell(`${where}.${name}`, 'is no longer always there');
      }
    }
  }

  /** Alternatives are compared by kind, and in order within one; one that is gone from a request, or new in a response, breaks. */
  #branches(before: JsonObject, after: JsonObject, direction: Direction, where: string): void {
    const [old, young] = [listOf(before.anyOf), listOf(after.anyOf)];
    const kind = (description: Description, branch: Json) => {
      const schema = objectOf(resolve(description, branch));
      return JSON.stringify(schema.type ?? valuesOf(schema)?.map((value) => typeof value)?.[0] ?? null);
    };
    const taken = new Map<string, number>();
    for (const branch of old) {
      const own = kind(this.#before, branch);
      const nth = taken.get(own) ?? 0;
      taken.set(own, nth + 1);
      const match = young.filter((other) => kind(this.#after, other) === own)[nth];
      if (match === undefined) {
        if (direction === 'request' || young.length === 0) this.#tell(where, 'one of its kinds was removed');
      } else this.#schema(branch, match, direction, where);
    }
    if (direction === 'response' && old.length > 0) {
      const added = young.filter(
        (other) => !old.some((branch) => kind(this.#before, branch) === kind(this.#after, other)),
      );
      if (added.length > 0) this.#tell(where, 'a kind was added');
    }
    if (old.length === 0 && young.length > 0 && Object.keys(before).length > 0)
      this.#tell(where, 'its type changed');
  }
}

/** Follows a reference within its document. */
function resolve(description: Description, value: Json | undefined): Json | undefined {
  const reference = objectOf(value).$ref;
  if (typeof reference !== 'string') return value;
  return reference
    .split('/')
    .slice(1)
    .reduce<Json | undefined>((part, name) => objectOf(part)[name], description);
}

/** The schema of a body, of whichever media type. */
function bodySchema(body: Json | undefined): Json | undefined {
  return objectOf(Object.values(objectOf(objectOf(body).content))[0]).schema;
}

/** Who may call, from everybody up. */
const ACCESS = ['anyone', 'person', 'viewer', 'editor', 'owner'];
const rankOf = (access: Json | undefined): number => ACCESS.indexOf(String(access));

function typesOf(schema: JsonObject): readonly string[] {
  if (Array.isArray(schema.type)) return schema.type.map(String);
  return schema.type === undefined ? [] : [String(schema.type)];
}

function valuesOf(schema: JsonObject): readonly Json[] | undefined {
  if (schema.const !== undefined) return [schema.const];
  return Array.isArray(schema.enum) ? schema.enum : undefined;
}
