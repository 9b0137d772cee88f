import { bodiesOf, type DescribedOperation, type Description, type Schema } from './description.ts';
import { capital, HEADER, methodDocstring, snake } from './python-text.ts';
import { RequestWriter } from './requests-source.ts';

const OPTIONS = [
  ['timeout', 'Optional[float]', "Seconds for the whole call, retries included; the client's unless given."],
  [
    'retries',
    'Optional[int]',
    "How often the call is sent again at most, where that is safe; the client's unless given.",
  ],
  [
    'headers',
    'Optional[Mapping[str, str]]',
    "Headers to send besides, such as the user-agent and referer of the shopper's request.",
  ],
] as const;

interface Argument {
  readonly wire: string;
  readonly type: string;
  readonly isRequired: boolean;
  readonly text: string;
}

/** The arguments of an operation: the fields of its request but the organization that the client fills in. */
function argumentsOf(schema: Schema, owner: string, writer: RequestWriter): Argument[] {
  return Object.entries(schema.properties ?? {})
    .filter(([wire]) => wire !== 'organizationId' || !schema.required?.includes(wire))
    .map(([wire, field]) => {
      const usual = field.default === undefined ? '' : `Unless given, ${JSON.stringify(field.default)}.`;
      return {
        wire,
        type: writer.typeOf(field, owner + capital(wire)),
        isRequired: schema.required?.includes(wire) ?? false,
        text: [field.description ?? `See \`${owner}${capital(wire)}\`.`, usual].filter(Boolean).join(' '),
      };
    });
}

function methodOf(operation: DescribedOperation, { components }: Description, writer: RequestWriter): string {
  const { request, answer } = bodiesOf(operation);
  const args = argumentsOf(components.schemas[request]!, request.replace(/Request$/, ''), writer);
  const parameters = [
    ...args.filter(({ isRequired }) => isRequired).map(({ wire, type }) => `${snake(wire)}: ${type}`),
    ...args
      .filter(({ isRequired }) => !isRequired)
      .map(({ wire, type }) => `${snake(wire)}: Optional[${type}] = None`),
    ...OPTIONS.map(([name, type]) => `${name}: ${type} = None`),
  ];
  return [
    `    def ${snake(operation.operationId)}(\n        self,\n        *,\n`,
    ...parameters.map((each) => `        ${each},\n`),
    `    ) -> ${answer}:\n`,
    methodDocstring(
      operation.summary,
      operation.description,
      [
        ...args.map(({ wire, text }) => [snake(wire), text] as const),
        ...OPTIONS.map(([name, , text]) => [name, text] as const),
      ],
      [['DecidableError', 'The call failed; its class says how.']],
    ),
    `        return self._call(\n            _${snake(operation.operationId).toUpperCase()},\n            ${answer},\n            {\n`,
    ...args.map(({ wire }) => `                "${wire}": ${snake(wire)},\n`),
    '            },\n            CallOptions(timeout, retries, headers),\n        )\n',
  ].join('');
}

function factsOf(path: string, operation: DescribedOperation, { components }: Description): string {
  const { operationId, tags } = operation;
  const schema = components.schemas[bodiesOf(operation).request]!;
  const fields = Object.entries(schema.properties ?? {});
  const [name, named] = fields.find(([, field]) => field['x-names-request']) ?? [];
  const names = named?.['x-names-request'];
  const python = (is: boolean) => (is ? 'True' : 'False');
  const facts = [
    `"${snake(operationId)}"`,
    `"${path}"`,
    `"${operation['x-repeated']}"`,
    python(tags.includes('Catalogue grading')),
    python(schema.required?.includes('organizationId') ?? false),
    ...(name === undefined ? [] : [`"${name}"`]),
    ...(typeof names === 'string' ? [`"${names}"`] : []),
  ];
  return `_${snake(operationId).toUpperCase()} = Operation(${facts.join(', ')})\n`;
}

/** The source of `operations.py`: a method for each operation. */
export function operationsSource(description: Description): string {
  const writer = new RequestWriter(description.components.schemas);
  const operations = Object.entries(description.paths).map(([path, { post }]) => ({ path, post }));
  const methods = operations.map(({ post }) => methodOf(post, description, writer));
  const answers = operations.map(({ post }) => bodiesOf(post).answer).sort();
  const text = methods.join('\n');
  const used = (names: readonly string[]) => names.filter((name) => new RegExp(`\\b${name}\\b`).test(text));
  return [
    HEADER,
    '"""The operations of the interface."""\n',
    'from __future__ import annotations\n',
    `from typing import ${used(['Any', 'Literal', 'Mapping', 'Optional', 'Sequence', 'Union']).join(', ')}\n`,
    'from ..operation import Caller, CallOptions, Operation',
    `from .records import (\n${answers.map((name) => `    ${name},\n`).join('')})`,
    `from .requests import (\n${used([...writer.dictionaries.keys(), 'Id', 'Number'].sort())
      .map((name) => `    ${name},\n`)
      .join('')})\n`,
    operations.map(({ path, post }) => factsOf(path, post, description)).join(''),
    '\nclass Operations(Caller):',
    '    """Every operation of the service, under its operation id."""\n',
    text,
  ].join('\n');
}
