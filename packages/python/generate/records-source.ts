import { bodiesOf, type Description, nameOf, type Schema } from './description.ts';
import { capital, docstring, HEADER, singular, snake } from './python-text.ts';

/** Names that Python itself has. */
const RENAMED: Readonly<Record<string, string>> = { Warning: 'ServiceWarning' };

/** How a value of an answer is typed, and read from its JSON; no reader where it is taken as it is. */
interface Read {
  readonly type: string;
  readonly reader?: string;
}

/** Writes the schemas of answers as classes, each after those that it needs. */
class RecordWriter {
  readonly #schemas: Description['components']['schemas'];
  readonly classes = new Map<string, string>();

  constructor(schemas: Description['components']['schemas']) {
    this.#schemas = schemas;
  }

  /** @throws Error where two classes would have one name */
  declare(name: string, schema: Schema): void {
    const text = this.#class(name, schema);
    const known = this.classes.get(name);
    if (known !== undefined && known !== text) throw new Error(`Two classes would be called ${name}.`);
    this.classes.set(name, text);
  }

  /** The class of a named schema. */
  reference(title: string): string {
    const name = RENAMED[title] ?? title;
    if (!this.classes.has(name)) this.declare(name, this.#schemas[title]!);
    return name;
  }

  #read(schema: Schema, name: string): Read {
    if (schema.$ref !== undefined) {
      const target = this.reference(nameOf(schema.$ref));
      return { type: target, reader: `${target}.of_json` };
    }
    if (schema.anyOf) {
      const some = schema.anyOf.filter(({ type }) => type !== 'null');
      if (some.length !== 1)
        throw new Error(`${name} has several types, which an answer has not had before.`);
      const { type, reader } = this.#read(some[0]!, name);
      return { type: `Optional[${type}]`, ...(reader !== undefined && { reader }) };
    }
    if (schema.enum) return { type: 'str' };
    switch (schema.type) {
      case 'array': {
        const { type, reader } = this.#read(schema.items ?? {}, singular(name));
        return { type: `List[${type}]`, ...(reader !== undefined && { reader: `each(${reader})` }) };
      }
      case 'object':
        if (schema.properties === undefined) return { type: 'Dict[str, Any]' };
        this.declare(name, schema);
        return { type: name, reader: `${name}.of_json` };
      case 'string':
        return schema.format === 'date-time' ? { type: 'datetime', reader: 'instant' } : { type: 'str' };
      case 'boolean':
        return { type: 'bool' };
      case 'integer':
        return { type: 'int' };
      case 'number':
        return { type: 'float' };
      default:
        throw new Error(`${name} has a type that an answer has not had before.`);
    }
  }

  #class(name: string, schema: Schema): string {
    const owner = name.replace(/Response$/, '');
    const required = new Set(schema.required);
    const fields = Object.entries(schema.properties ?? {}).map(([wire, field]) => {
      const { type, reader } = this.#read(field, owner + capital(wire));
      const isThere = required.has(wire) || field['x-left-out-by'] !== undefined;
      const optional = type.startsWith('Optional[') ? type : `Optional[${type}]`;
      return {
        isThere,
        field: `Field("${wire}", "${snake(wire)}"${reader === undefined ? '' : `, ${reader}`}),`,
        line: `    ${snake(wire)}: ${isThere ? type : `${optional} = None`}\n${described(field)}`,
      };
    });
    // Those without a default come first.
    const lines = [...fields.filter(({ isThere }) => isThere), ...fields.filter(({ isThere }) => !isThere)];
    return [
      '@dataclass(frozen=True, eq=False, repr=False)\n',
      `class ${name}(Record):\n`,
      schema.description === undefined ? '' : `${docstring(schema.description, '    ')}\n`,
      ...lines.map(({ line }) => line),
      '\n    _fields: ClassVar[Tuple[Field, ...]] = (\n',
      ...fields.map(({ field }) => `        ${field}\n`),
      '    )\n',
    ].join('');
  }
}

/** What a field is. A set of values is told here: more may be added, so it is no type. */
function described({ description, enum: values, anyOf }: Schema): string {
  const set = values ?? anyOf?.find((each) => each.enum)?.enum;
  const told = set === undefined ? '' : `One of ${set.join(', ')}. More may be added.`;
  const text = [description, told].filter(Boolean).join(' ');
  return text === '' ? '' : docstring(text, '    ');
}

/** The source of `records.py`: the classes of what the service answers. */
export function recordsSource({ paths, components }: Description): string {
  const answers = Object.values(paths).map(({ post }) => [bodiesOf(post).answer, post.operationId] as const);
  const writer = new RecordWriter({
    ...components.schemas,
    ...Object.fromEntries(
      answers.map(([name, operation]) => [
        name,
        { description: `What \`${snake(operation)}\` answers.`, ...components.schemas[name] },
      ]),
    ),
  });
  for (const [name] of answers) writer.reference(name);
  writer.reference('ErrorDetails');
  const names = [...writer.classes.keys()];
  return [
    HEADER,
    '"""What the service answers."""\n',
    'from __future__ import annotations\n',
    'from dataclasses import dataclass',
    'from datetime import datetime',
    'from typing import Any, ClassVar, Dict, List, Optional, Tuple\n',
    'from ..record import Field, Record, each, instant\n',
    `__all__ = [\n${names
      .sort()
      .map((name) => `    "${name}",\n`)
      .join('')}]\n\n`,
    [...writer.classes.values()].join('\n\n'),
  ].join('\n');
}
