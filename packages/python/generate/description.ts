import { readFileSync } from 'node:fs';

/** As much of JSON Schema as the description uses. */
export interface Schema {
  readonly $ref?: string;
  readonly type?: string;
  readonly format?: string;
  readonly description?: string;
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly title?: string;
  readonly anyOf?: readonly Schema[];
  readonly items?: Schema;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: boolean | Schema;
  readonly default?: unknown;
  /** The field of the request that leaves this one out. Its type is that of an answer in full. */
  readonly 'x-left-out-by'?: string;
  /** Whether a whole number is taken in place of the text: an id, as shops have them. */
  readonly 'x-number-as-text'?: boolean;
  /** That the service knows a request by this field that is sent again, and applies it once; or the field of it that is. */
  readonly 'x-names-request'?: true | string;
}

interface Content {
  readonly content: { readonly 'application/json': { readonly schema: { readonly $ref: string } } };
}

export interface DescribedOperation {
  readonly operationId: string;
  readonly tags: readonly string[];
  readonly summary: string;
  readonly description: string;
  readonly 'x-repeated': string;
  readonly requestBody: Content;
  readonly responses: { readonly 200: Content } & Readonly<Record<string, object>>;
}

/** The OpenAPI description of the interface, as it is published. */
export interface Description {
  readonly info: { readonly version: string };
  readonly paths: Readonly<Record<string, { readonly post: DescribedOperation }>>;
  readonly components: {
    readonly schemas: Readonly<Record<string, Schema>>;
    readonly responses: Readonly<Record<string, { readonly description: string }>>;
  };
}

export const readDescription = (): Description =>
  JSON.parse(readFileSync(new URL('../../contract/openapi.json', import.meta.url), 'utf8'));

/** The name of the schema that a reference leads to. */
export const nameOf = (reference: string): string => reference.slice(reference.lastIndexOf('/') + 1);

/** The names of the schemas of a request and its answer. */
export const bodiesOf = ({ requestBody, responses }: DescribedOperation) => ({
  request: nameOf(requestBody.content['application/json'].schema.$ref),
  answer: nameOf(responses[200].content['application/json'].schema.$ref),
});
