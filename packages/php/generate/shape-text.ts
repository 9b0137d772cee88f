import type { Schema } from '../../node/generate/type-text.ts';

/** Prints schemas as types of PHPDoc. A schema with a title becomes an alias of that name, in the order of first use. */
export class ShapePrinter {
  readonly #declared = new Map<string, string>();

  /** The aliases that were printed so far, as lines of a doc comment. */
  get aliases(): readonly string[] {
    return [...this.#declared].map(([name, text]) => `@phpstan-type ${name} ${text}`);
  }

  /** Declares a schema under a name. */
  declare(name: string, schema: Schema): void {
    if (this.#declared.has(name)) return;
    this.#declared.set(name, '');
    const { title: _, ...plain } = schema;
    const text = this.#text(plain);
    // Anew, so that it stands after what it uses.
    this.#declared.delete(name);
    this.#declared.set(name, text);
  }

  #text(schema: Schema): string {
    if (schema.title !== undefined) {
      this.declare(schema.title, schema);
      return schema.title;
    }
    if (schema.const !== undefined) return literal(schema.const);
    if (schema.enum) return schema.enum.map(literal).join('|');
    if (schema.anyOf) return [...new Set(schema.anyOf.map((option) => this.#text(option)))].join('|');
    switch (schema.type) {
      case 'array':
        return `list<${this.#text(schema.items ?? {})}>`;
      case 'object':
        return this.#object(schema);
      case 'integer':
        return 'int';
      case 'number':
        return 'int|float';
      case 'boolean':
        return 'bool';
      default:
        return schema.type ?? 'mixed';
    }
  }

  #object({ properties, required = [], additionalProperties }: Schema): string {
    if (properties === undefined || additionalProperties)
      return `array<string, ${typeof additionalProperties === 'object' ? this.#text(additionalProperties) : 'mixed'}>`;
    const fields = Object.entries(properties).map(
      ([name, schema]) => `${name}${required.includes(name) ? '' : '?'}: ${this.#text(schema)}`,
    );
    return `array{${fields.join(', ')}}`;
  }
}

const literal = (value: unknown): string =>
  typeof value === 'string' ? `'${value.replaceAll("'", "\\'")}'` : JSON.stringify(value);
