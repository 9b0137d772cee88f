import { bodiesOf, type Description, nameOf, type Schema } from './description.ts';
import { capital, docstring, HEADER, singular } from './python-text.ts';

/** Fields that take more than the interface: the client writes it as the interface has it. */
const WIDER: Readonly<Record<string, string>> = { 'Signal.at': 'Union[str, float, datetime]' };

/** Fields that no class can declare, as they are words of the language. */
const KEYWORDS: ReadonlySet<string> = new Set(['not']);

/** Writes the schemas of requests as types: arguments in full, the objects in them as typed dictionaries. */
export class RequestWriter {
  readonly #schemas: Description['components']['schemas'];
  /** The typed dictionaries that were needed so far, each after those that it needs. */
  readonly dictionaries = new Map<string, string>();

  constructor(schemas: Description['components']['schemas']) {
    this.#schemas = schemas;
  }

  /** The type of a value, the objects of which are named after `name` where they have no name of their own. */
  typeOf(schema: Schema, name: string): string {
    if (schema.$ref !== undefined) {
      const target = nameOf(schema.$ref);
      this.#declare(target, this.#schemas[target]!);
      return target;
    }
    if (schema.anyOf) return union(schema.anyOf.map((option) => this.typeOf(option, name)));
    if (schema.enum) return `Literal[${schema.enum.map((value) => JSON.stringify(value)).join(', ')}]`;
    switch (schema.type) {
      case 'array':
        return `Sequence[${this.typeOf(schema.items ?? {}, singular(name))}]`;
      case 'object':
        return this.#object(schema, name);
      case 'string':
        return schema['x-number-as-text'] ? 'Id' : 'str';
      case 'boolean':
        return 'bool';
      case 'integer':
        return 'int';
      case 'number':
        return 'Number';
      case 'null':
        return 'None';
      default:
        throw new Error(`${name} has a type that a request has not had before.`);
    }
  }

  #object(schema: Schema, name: string): string {
    const { properties, additionalProperties } = schema;
    // A typed dictionary takes no fields beyond its own, so what takes any is a mapping.
    if (properties === undefined && typeof additionalProperties !== 'object') return 'Mapping[str, Any]';
    const own = `${schema.title ?? name}Param`;
    if (additionalProperties === true) this.#add(own, `${own} = Mapping[str, Any]\n`);
    else if (typeof additionalProperties === 'object') {
      const values = [...Object.values(properties ?? {}), additionalProperties].flatMap(
        (each) => each.anyOf ?? [each],
      );
      const type = union(values.map((each) => this.typeOf(each, singular(name))));
      this.#add(own, `${own} = Mapping[str, ${type}]\n`);
    } else this.#declare(own, schema);
    return own;
  }

  #declare(name: string, schema: Schema): void {
    const typeOf = (field: string, each: Schema): string =>
      WIDER[`${name}.${field}`] ?? this.typeOf(each, name.replace(/Param$/, '') + capital(field));
    const properties = Object.entries(schema.properties ?? {});
    if (properties.some(([field]) => KEYWORDS.has(field))) {
      const types = properties.map(([field, each]) => `    "${field}": ${typeOf(field, each)},\n`);
      this.#add(name, `${name} = TypedDict("${name}", {\n${types.join('')}}, total=False)\n`);
      return;
    }
    const fields = properties.map(([field, each]) => {
      const type = typeOf(field, each);
      const doc = each.description === undefined ? '' : docstring(each.description, '    ');
      return { isRequired: schema.required?.includes(field), line: `    ${field}: ${type}\n${doc}` };
    });
    const lines = (isRequired: boolean) =>
      fields.filter((each) => Boolean(each.isRequired) === isRequired).map(({ line }) => line);
    const doc = schema.description === undefined ? '' : `${docstring(schema.description, '    ')}\n`;
    // Python before 3.11 marks no single field as required.
    const [required, optional] = [lines(true), lines(false)];
    const text =
      required.length === 0
        ? `class ${name}(TypedDict, total=False):\n${doc}${optional.join('')}`
        : optional.length === 0
          ? `class ${name}(TypedDict):\n${doc}${required.join('')}`
          : `class _${name}(TypedDict):\n${required.join('')}\n\nclass ${name}(_${name}, total=False):\n${doc}${optional.join('')}`;
    this.#add(name, text);
  }

  #add(name: string, text: string): void {
    const known = this.dictionaries.get(name);
    if (known !== undefined && known !== text) throw new Error(`Two requests have a ${name}.`);
    this.dictionaries.set(name, text);
  }
}

/** One of several types, each once, and `None` last. */
function union(types: readonly string[]): string {
  const distinct = [...new Set(types)].sort((a, b) => Number(a === 'None') - Number(b === 'None'));
  return distinct.length === 1 ? distinct[0]! : `Union[${distinct.join(', ')}]`;
}

/** The source of `requests.py`: the dictionaries that arguments take. */
export function requestsSource({ paths, components }: Description): string {
  const writer = new RequestWriter(components.schemas);
  for (const { post } of Object.values(paths)) {
    const { request } = bodiesOf(post);
    const owner = request.replace(/Request$/, '');
    for (const [field, schema] of Object.entries(components.schemas[request]!.properties ?? {}))
      writer.typeOf(schema, owner + capital(field));
  }
  const names = [...writer.dictionaries.keys(), 'Id', 'Number'];
  const dictionaries = [...writer.dictionaries.values()].join('\n\n');
  const typing = ['Any', 'Literal', 'Mapping', 'Sequence', 'TypedDict', 'Union'].filter((name) =>
    new RegExp(`\\b${name}\\b`).test(`${dictionaries} Union`),
  );
  return [
    HEADER,
    '"""What the arguments of calls are made of. Their fields have the names of the wire."""\n',
    'from __future__ import annotations\n',
    'from datetime import datetime',
    'from decimal import Decimal',
    `from typing import ${typing.join(', ')}`,
    'from uuid import UUID\n',
    `__all__ = [\n${names
      .sort()
      .map((name) => `    "${name}",\n`)
      .join('')}]\n`,
    'Id = Union[str, int, UUID]',
    '"""An id, as shops have them; it is sent as its text."""\n',
    'Number = Union[int, float, Decimal]',
    '"""Prices are often a Decimal; they are sent as JSON has them."""\n\n',
    dictionaries,
  ].join('\n');
}
