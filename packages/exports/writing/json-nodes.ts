/** A value of a JSON text, and where it stands. */
export type JsonNode = JsonScalar | JsonList | JsonObject;

interface Placed {
  readonly start: number;
  readonly end: number;
  /** Of members of an object: the offsets of their name, with its quotation marks. */
  readonly keyStart?: number;
  readonly keyEnd?: number;
}

export interface JsonScalar extends Placed {
  readonly kind: 'string' | 'number' | 'boolean' | 'null';
}

export interface JsonList extends Placed {
  readonly kind: 'list';
  readonly items: readonly JsonNode[];
}

export interface JsonObject extends Placed {
  readonly kind: 'object';
  /** By name, as the reader names fields; of several of one name the last. */
  readonly members: ReadonlyMap<string, JsonNode>;
}

const KINDS: Readonly<Record<string, 'string' | 'boolean' | 'null'>> = {
  '"': 'string',
  t: 'boolean',
  f: 'boolean',
  n: 'null',
};

/** The value at an offset of a text that was read as an export: valid JSON that is not nested too deep. */
export function nodeAt(text: string, from = 0): JsonNode {
  let at = from;
  const space = () => {
    while (/\s|\ufeff/.test(text[at] ?? '')) at++;
  };
  const string = () => {
    for (at++; text[at] !== '"'; at++) if (text[at] === '\\') at++;
    at++;
  };
  const value = (): JsonNode => {
    space();
    const start = at;
    if (text[at] === '{' || text[at] === '[') {
      return text[at] === '{' ? object(start) : list(start);
    }
    const kind = KINDS[text[at]] ?? 'number';
    if (kind === 'string') string();
    else while (at < text.length && !/[\s,\]}]/.test(text[at])) at++;
    return { kind, start, end: at };
  };
  const list = (start: number): JsonList => {
    const items: JsonNode[] = [];
    at++;
    for (space(); text[at] !== ']'; space()) {
      if (text[at] === ',') at++;
      else items.push(value());
    }
    at++;
    return { kind: 'list', start, end: at, items };
  };
  const object = (start: number): JsonObject => {
    const members = new Map<string, JsonNode>();
    at++;
    for (space(); text[at] !== '}'; space()) {
      if (text[at] === ',') {
        at++;
        continue;
      }
      const keyStart = at;
      string();
      const keyEnd = at;
      const key = (JSON.parse(text.slice(keyStart, keyEnd)) as string).trim().normalize('NFC');
      space();
      at++;
      const own = value();
      members.delete(key);
      members.set(key, { ...own, keyStart, keyEnd });
    }
    at++;
    return { kind: 'object', start, end: at, members };
  };
  return value();
}
