import { deprecationWords, type EndpointContract, ErrorEnvelope, endpoints } from '@decidable/contract';
import { type Schema, TypePrinter } from './type-text.ts';

const HEADER = '// Written by "npm run build -w packages/node" from @decidable/contract. Do not edit.';

const isRequired = (schema: Schema, field: string) => schema.required?.includes(field) ?? false;

/** A request as callers write it: the client fills in the organization where it is required. */
export function requestOf({ request }: EndpointContract): Schema {
  const schema = request as Schema;
  if (!isRequired(schema, 'organizationId')) return schema;
  const { organizationId: _, ...properties } = schema.properties ?? {};
  return {
    ...schema,
    properties,
    required: schema.required?.filter((field) => field !== 'organizationId') ?? [],
  };
}

/** What a call needs to know of its endpoint. */
export function factsOf(contract: EndpointContract) {
  const schema = contract.request as Schema;
  const fields = Object.entries(schema.properties ?? {});
  const [name, named] = fields.find(([, field]) => field['x-names-request']) ?? [];
  const names = named?.['x-names-request'];
  return {
    path: contract.path,
    applied: contract.repeated,
    isGrading: contract.tag === 'Catalogue grading',
    fillsOrganization: isRequired(schema, 'organizationId'),
    ...(name !== undefined && { name }),
    ...(typeof names === 'string' && { names }),
  };
}

const capital = (word: string) => word[0]!.toUpperCase() + word.slice(1);

/** The source of `operations.generated.ts`: the types of the wire and of the methods. */
export function operationsSource(): string {
  const printer = new TypePrinter();
  const contracts = Object.values(endpoints) as readonly EndpointContract[];
  const methods = contracts.map((contract) => {
    const { operationId, summary, description, response, deprecated } = contract;
    const [request, answer] = [`${capital(operationId)}Request`, `${capital(operationId)}Response`];
    printer.declare(request, requestOf(contract));
    printer.declare(answer, response as Schema);
    return (
      `  /** ${summary}. ${description}${deprecated ? ` @deprecated ${deprecationWords(deprecated)}` : ''} */\n` +
      `  ${operationId}(request: ${request}, options?: CallOptions): Promise<${answer}>;\n`
    );
  });
  const { title: _, ...envelope } = ErrorEnvelope as Schema;
  printer.declare('ErrorEnvelope', envelope);
  return [
    HEADER,
    "import type { CallOptions } from './options.ts';",
    '',
    printer.declarations.join('\n\n'),
    '',
    '/** Every operation of the service. */',
    `export interface Operations {\n${methods.join('')}}`,
    '',
  ].join('\n');
}

/** The source of `facts.generated.ts`: what a call needs to know of its endpoint. */
export function factsSource(): string {
  const contracts = Object.values(endpoints) as readonly EndpointContract[];
  return [
    HEADER,
    "import type { Operations } from './operations.generated.ts';",
    '',
    '/** What a call needs to know of its endpoint. */',
    'export interface OperationFacts {',
    '  readonly path: string;',
    '  /** What a request does that is applied twice. */',
    "  readonly applied: 'same' | 'unless kept' | 'twice';",
    '  readonly isGrading: boolean;',
    '  /** Whether the organization is filled in. */',
    '  readonly fillsOrganization: boolean;',
    '  /** The field that names a request, so that it is applied once. */',
    '  readonly name?: string;',
    '  /** The field of the request that this names, where it is not the whole. */',
    '  readonly names?: string;',
    '}',
    '',
    `export const facts: { readonly [Name in keyof Operations]: OperationFacts } = {\n${contracts.map((each) => `  ${each.operationId}: ${JSON.stringify(factsOf(each))},\n`).join('')}};`,
    '',
  ].join('\n');
}
