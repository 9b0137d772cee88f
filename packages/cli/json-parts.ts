/** Elements of a list that become one part. Set by hand. */
const ELEMENTS = 1_000;

/** The JSON of a value of plain objects, lists, texts and numbers, as `JSON.stringify` writes it, part by part. */
export function* jsonParts(value: unknown): Iterable<string> {
  if (Array.isArray(value)) yield* listParts(value);
  else if (typeof value === 'object' && value !== null && !('toJSON' in value)) {
    let before = '{';
    for (const [key, own] of Object.entries(value)) {
      if (own === undefined) continue;
      yield `${before}${JSON.stringify(key)}:`;
      yield* jsonParts(own);
      before = ',';
    }
    yield before === '{' ? '{}' : '}';
  } else yield JSON.stringify(value) ?? 'null';
}

function* listParts(list: readonly unknown[]): Iterable<string> {
  yield '[';
  for (let from = 0; from < list.length; from += ELEMENTS) {
    const part = list.slice(from, from + ELEMENTS);
    if (from > 0) yield ',';
    if (part.every((each) => typeof each !== 'object')) yield JSON.stringify(part).slice(1, -1);
    else {
      for (const [at, each] of part.entries()) {
        if (at > 0) yield ',';
        yield* jsonParts(each);
      }
    }
  }
  yield ']';
}
