import type { Shape } from '../request-body/misspellings.ts';

/**
 * What its schema names of a value that fits it. The rest is ignored in the end, and there can be a hundred thousand
 * fields of it.
 */
export function fieldsNamed(schema: object, value: unknown): unknown {
  const shape: Shape = schema;
  if (Array.isArray(value)) {
    const { items } = shape;
    return items === undefined ? value : value.map((entry) => fieldsNamed(items, entry));
  }
  if (value === null || typeof value !== 'object') return value;
  const { properties, additionalProperties } = shape.anyOf?.find((kind) => kind.properties) ?? shape;
  if (properties === undefined || additionalProperties !== undefined) return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, inner]) =>
      Object.hasOwn(properties, name) ? [[name, fieldsNamed(properties[name], inner)]] : [],
    ),
  );
}
