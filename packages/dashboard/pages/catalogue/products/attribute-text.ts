/** Between the values of a list, as exports write them. */
const BETWEEN = ', ';

/** A value of a product as it is written in a field. */
export function attributeText(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (Array.isArray(value)) return value.map(attributeText).join(BETWEEN);
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

/** The attributes whose text differs: what is sent, so that the others stay. */
export function changedAttributes(
  before: Readonly<Record<string, string>>,
  after: Readonly<Record<string, string>>,
): Record<string, string> {
  return Object.fromEntries(
    Object.entries(after).flatMap(([name, text]) =>
      text.trim() === (before[name] ?? '') ? [] : [[name, text.trim()]],
    ),
  );
}
