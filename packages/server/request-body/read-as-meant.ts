/** The part of a JSON Schema that says what a field takes. */
interface Shape {
  readonly type?: string;
  readonly properties?: Readonly<Record<string, Shape>>;
  readonly required?: readonly string[];
  readonly items?: Shape;
  readonly anyOf?: readonly Shape[];
  readonly 'x-number-as-text'?: boolean;
}

/** The kinds that a field may be of. */
const alternatives = (shape: Shape): readonly Shape[] => shape.anyOf?.flatMap(alternatives) ?? [shape];

/** Whether a number is the text of an id: a fraction or a number beyond 2^53 may not be what was written. */
const isIdFor = (shape: Shape, value: unknown): value is number =>
  Number.isSafeInteger(value) &&
  alternatives(shape).some((each) => each['x-number-as-text']) &&
  !alternatives(shape).some(({ type }) => type === 'number' || type === 'integer');

const takesNull = (shape: Shape): boolean => alternatives(shape).some(({ type }) => type === 'null');

/**
 * Reads what does not fit in a body as the caller means it, in place: a whole number for an id as its text, `null` for
 * an optional field as absent.
 *
 * @returns whether anything was read otherwise than it was sent
 */
export function readAsMeant(shape: Shape, value: unknown): boolean {
  if (value === null || typeof value !== 'object') return false;
  let isChanged = false;
  if (Array.isArray(value)) {
    const { items } = shape;
    if (items === undefined) return false;
    for (let i = 0; i < value.length; i++) {
      if (isIdFor(items, value[i])) {
        value[i] = String(value[i]);
        isChanged = true;
      } else if (readAny(items, value[i])) isChanged = true;
    }
    return isChanged;
  }
  const { properties = {}, required = [] } = shape;
  const sent = value as Record<string, unknown>;
  for (const name of Object.keys(properties)) {
    if (!Object.hasOwn(sent, name)) continue;
    const inner = sent[name];
    if (inner === null && !required.includes(name) && !takesNull(properties[name])) {
      delete sent[name];
      isChanged = true;
    } else if (isIdFor(properties[name], inner)) {
      sent[name] = String(inner);
      isChanged = true;
    } else if (readAny(properties[name], inner)) isChanged = true;
  }
  return isChanged;
}

/** The same by every kind that a field may be of. */
function readAny(shape: Shape, value: unknown): boolean {
  if (value === null || typeof value !== 'object') return false;
  return alternatives(shape).reduce((isChanged, each) => readAsMeant(each, value) || isChanged, false);
}
