/** As much of JSON Schema as the contract uses. */
export interface Schema {
  readonly type?: string;
  readonly title?: string;
  readonly description?: string;
  readonly deprecated?: boolean;
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly Schema[];
  readonly items?: Schema;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: boolean | Schema;
  /** The field of the request that leaves this one out. Its type is that of an answer in full. */
  readonly 'x-left-out-by'?: string;
  /** That the service knows a request by this field that is sent again, and applies it once; or the field of it that is. */
  readonly 'x-names-request'?: true | string;
}

const commentOf = (text: string | undefined, indent: string): string =>
  text === undefined ? '' : `${indent}/** ${text.replaceAll('*/', '* /')} */\n`;

/** Schemas are compared without their description: a field may describe the same shape in its own words. */
const shapeOf = ({ description: _, ...schema }: Schema): string => JSON.stringify(schema);

/** Prints schemas as TypeScript. A schema with a title becomes a declaration of that name, in the order of first use. */
export class TypePrinter {
  readonly #shapes = new Map<string, string>();
  readonly #declared = new Map<string, string>();

  /** The declarations of the titled schemas that were printed so far. */
  get declarations(): readonly string[] {
    return [...this.#declared.values()];
  }

  /** Declares a schema under a name, which a titled schema of another shape must not have. */
  declare(name: string, schema: Schema): void {
    const shape = shapeOf(schema);
    const known = this.#shapes.get(name);
    if (known !== undefined && known !== shape) throw new Error(`Two schemas are called ${name}.`);
    if (known !== undefined) return;
    this.#shapes.set(name, shape);
    const { title: _, ...plain } = schema;
    const text = this.#text(plain, '');
    const declared = text.startsWith('{')
      ? `export interface ${name} ${text}`
      : `export type ${name} = ${text};`;
    this.#declared.set(name, commentOf(schema.description, '') + declared);
  }

  #text(schema: Schema, indent: string): string {
    if (schema.title !== undefined) {
      this.declare(schema.title, schema);
      return schema.title;
    }
    if (schema.const !== undefined) return JSON.stringify(schema.const);
    if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(' | ');
    if (schema.anyOf) return schema.anyOf.map((option) => this.#text(option, indent)).join(' | ');
    if (schema.type === 'array') return `ReadonlyArray<${this.#text(schema.items ?? {}, indent)}>`;
    if (schema.type === 'integer') return 'number';
    if (schema.type === 'object') return this.#object(schema, indent);
    return schema.type ?? 'unknown';
  }

  #object({ properties, required = [], additionalProperties }: Schema, indent: string): string {
    const others =
      typeof additionalProperties === 'object' ? this.#text(additionalProperties, `${indent}  `) : 'unknown';
    if (properties === undefined) return `Readonly<Record<string, ${others}>>`;
    const inner = `${indent}  `;
    const fields = Object.entries(properties).map(([name, schema]) => {
      const isThere = required.includes(name) || schema['x-left-out-by'] !== undefined;
      const mark = isThere ? '' : '?';
      const comment = [schema.description, schema.deprecated && '@deprecated'].filter(Boolean).join(' ');
      return `${commentOf(comment || undefined, inner)}${inner}readonly ${name}${mark}: ${this.#text(schema, inner)};\n`;
    });
    if (additionalProperties) fields.push(`${inner}readonly [name: string]: ${others};\n`);
    return `{\n${fields.join('')}${indent}}`;
  }
}
