import { readFile } from 'node:fs/promises';
import * as contract from '@decidable/contract';

/** As much of JSON Schema as the contract's responses use. */
interface Schema {
  readonly type?: string;
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly Schema[];
  readonly items?: Schema;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly description?: string;
}

/** Schemas that get a name of their own in the declarations. */
const named: Readonly<Record<string, object>> = {
  Persona: contract.Persona,
  Factor: contract.Factor,
  Facet: contract.Facet,
  Explanation: contract.Explanation,
  Context: contract.Context,
  Warning: contract.Warning,
};

const responses: Readonly<Record<string, object>> = {
  TrackResponse: contract.track.response,
  SessionResponse: contract.session.response,
  EventResponse: contract.event.response,
  CatalogRankedResponse: contract.catalogRanked.response,
  SearchResponse: contract.search.response,
  RerankResponse: contract.rerank.response,
  SuggestResponse: contract.suggest.response,
};

/** Schemas are compared without their description: a field may describe the same shape in its own words. */
const shapeOf = ({ description: _, ...schema }: Schema) => JSON.stringify(schema);
const names = new Map(Object.entries(named).map(([name, schema]) => [shapeOf(schema), name]));

function typeOf(schema: Schema, indent: string, self?: string): string {
  const name = names.get(shapeOf(schema));
  if (name && name !== self) return name;
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(' | ');
  if (schema.anyOf) return schema.anyOf.map((option) => typeOf(option, indent)).join(' | ');
  if (schema.type === 'array') return `ReadonlyArray<${typeOf(schema.items ?? {}, indent)}>`;
  if (schema.type === 'integer') return 'number';
  if (schema.type !== 'object') return schema.type ?? 'unknown';
  if (!schema.properties) return 'Readonly<Record<string, unknown>>';
  const inner = `${indent}  `;
  const fields = Object.entries(schema.properties).map(([field, value]) => {
    const comment = value.description ? `${inner}/** ${value.description.replaceAll('*/', '* /')} */\n` : '';
    const mark = schema.required?.includes(field) ? '' : '?';
    return `${comment}${inner}readonly ${field}${mark}: ${typeOf(value, inner)};\n`;
  });
  return `{\n${fields.join('')}${indent}}`;
}

/**
 * The declarations of the SDK in one file that needs no other: what goes over the wire, printed from the contract's
 * schemas, then the SDK's own types, then what the module exports.
 */
export async function declarations(exported: readonly string[]): Promise<string> {
  const own = await readFile(new URL('./src/types.ts', import.meta.url), 'utf8');
  const wire = Object.entries({ ...named, ...responses }).map(
    ([name, schema]) => `export interface ${name} ${typeOf(schema, '', name)}`,
  );
  return [
    ...wire,
    own
      .replace(/^import type \{[^}]*\} from '@decidable\/contract';\n/m, '')
      .replace(/^export type \{.*\};\n/m, ''),
    '/** In a page with the script build, the same functions are those of the global `Decidable`. */',
    'export as namespace Decidable;',
    ...exported.map((name) => `export declare const ${name}: Client['${name}'];`),
    '',
  ].join('\n');
}
