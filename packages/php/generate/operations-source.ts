import { deprecationWords, type EndpointContract, endpoints } from '@decidable/contract';
import { factsOf, requestOf } from '../../node/generate/operations-source.ts';
import type { Schema } from '../../node/generate/type-text.ts';
import { ShapePrinter } from './shape-text.ts';

/** Columns of a line of a doc comment. */
const WIDTH = 110;

/** A doc comment of these paragraphs, wrapped. */
function comment(indent: string, paragraphs: readonly string[]): string {
  const lines = paragraphs.flatMap((paragraph) =>
    paragraph.startsWith('@phpstan-type') || paragraph === ''
      ? [paragraph]
      : paragraph.replaceAll('*/', '* /').match(new RegExp(`\\S.{0,${WIDTH}}(?=\\s|$)`, 'g'))!,
  );
  return `${indent}/**\n${lines.map((line) => `${indent} *${line && ` ${line}`}\n`).join('')}${indent} */\n`;
}

const php = (value: unknown): string => {
  if (Array.isArray(value)) return `[${value.map(php).join(', ')}]`;
  if (typeof value === 'object' && value !== null)
    return `[${Object.entries(value)
      .map(([name, each]) => `'${name}' => ${php(each)}`)
      .join(', ')}]`;
  return typeof value === 'string' ? `'${value}'` : String(value);
};

const optionsOf = (schema: Schema): Schema[] => schema.anyOf?.flatMap(optionsOf) ?? [schema];

/**
 * The paths of what is an object in a request: in PHP an empty one is an empty list. What may be a list as well is left as it
 * is; `*` stands for each entry.
 */
function objectsOf(schema: Schema, path: readonly string[] = []): string[] {
  const of = (type: string) => optionsOf(schema).filter((option) => option.type === type);
  const [objects, lists] = [of('object'), of('array')];
  if (objects.length > 0 && lists.length > 0) return [];
  const parts = [
    ...objects.flatMap(({ properties }) => Object.entries(properties ?? {})),
    ...[...objects.map((each) => each.additionalProperties), ...lists.map(({ items }) => items)].flatMap(
      (each) => (typeof each === 'object' ? [['*', each] as const] : []),
    ),
  ];
  const within = parts.flatMap(([name, part]) => objectsOf(part, [...path, name]));
  return [...new Set([...(objects.length > 0 ? [path.join('.')] : []), ...within])].filter(Boolean);
}

/** The source of `Generated/Operations.php`: the shapes of the wire and a method an operation. */
export function operationsSource(): string {
  const printer = new ShapePrinter();
  const contracts = Object.values(endpoints) as readonly EndpointContract[];
  const methods = contracts.map((contract) => {
    const { operationId, summary, description, response, deprecated } = contract;
    const name = operationId[0]!.toUpperCase() + operationId.slice(1);
    const request = requestOf(contract);
    printer.declare(`${name}Request`, request);
    printer.declare(`${name}Response`, response as Schema);
    const facts = { ...factsOf(contract), objects: objectsOf(request) };
    const words = [
      `${summary}. ${description}`,
      ...(deprecated ? [`@deprecated ${deprecationWords(deprecated)}`] : []),
      '',
      `@param ${name}Request $request`,
      '@param array{timeout?: float, retries?: int, headers?: array<string, string|null>} $options seconds for the whole call, how often it is sent again at most, and headers of the shopper such as user-agent and referer',
      `@return ${name}Response`,
      '@throws DecidableException',
    ];
    return `${comment('    ', words)}    public function ${operationId}(array $request, array $options = []): array\n    {\n        return $this->call('${operationId}', ${php(facts)}, $request, $options);\n    }\n`;
  });
  const call = comment('    ', [
    '@param array{path: string, applied: string, isGrading: bool, fillsOrganization: bool, objects: list<string>, name?: string, names?: string} $facts what a call needs to know of its endpoint',
    '@param array<string, mixed> $request',
    '@param array{timeout?: float, retries?: int, headers?: array<string, string|null>} $options',
    '@return array<string, mixed>',
  ]);
  return [
    '<?php\n\n// Written by "npm run php" from @decidable/contract. Do not edit.\n\ndeclare(strict_types=1);\n\nnamespace Decidable\\Generated;\n\nuse Decidable\\DecidableException;\n\n',
    comment('', ['Every operation of the service.', '', ...printer.aliases]),
    'abstract class Operations\n{\n',
    methods.join('\n'),
    `\n${call}    abstract protected function call(string $operation, array $facts, array $request, array $options): array;\n}\n`,
  ].join('');
}
