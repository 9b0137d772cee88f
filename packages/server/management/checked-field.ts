import { InvalidInput } from '../errors.ts';

/** Checks a field with a rule that several callers share; what it refuses is told with the name of the field. */
export function checkedField<Value, Checked>(
  name: string,
  value: Value,
  check: (value: Value) => Checked,
): Checked {
  try {
    return check(value);
  } catch (error) {
    if (!(error instanceof InvalidInput)) throw error;
    throw new InvalidInput(`${name}: ${error.message}`, { cause: error });
  }
}
