export const HEADER = '# Written by "npm run python" from the OpenAPI description. Do not edit.';

/** The words of Python that no name may be, as far as the interface uses them. */
const KEYWORDS: ReadonlySet<string> = new Set([
  'from',
  'in',
  'is',
  'class',
  'global',
  'import',
  'with',
  'not',
  'or',
]);

/** `decisionId` as `decision_id`. */
export const snake = (name: string): string => {
  const words = name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
  return KEYWORDS.has(words) ? `${words}_` : words;
};

export const capital = (word: string): string => word[0]!.toUpperCase() + word.slice(1);

/** What one of several is called: `matches` has no place in the interface, so a rule of three lines is enough. */
export const singular = (name: string): string =>
  name.endsWith('ies') ? `${name.slice(0, -3)}y` : name.endsWith('ss') ? name : name.replace(/s$/, '');

const WIDTH = 110;

/** Breaks a text into lines of at most 110 characters, indentation included. */
export function wrapped(text: string, indent: string, further = indent): string {
  const lines: string[] = [];
  let [line, isEmpty] = [indent, true];
  for (const word of text.split(/\s+/)) {
    if (!isEmpty && line.length + word.length + 1 > WIDTH) {
      lines.push(line);
      [line, isEmpty] = [further, true];
    }
    line += isEmpty ? word : ` ${word}`;
    isEmpty = false;
  }
  return [...lines, line].join('\n');
}

const escaped = (text: string) => text.replaceAll('\\', '\\\\').replaceAll('"""', "'''");

/** A string that documents what stands before it or around it. A quotation mark at its end would end it too early. */
export function docstring(text: string, indent: string): string {
  const body = wrapped(escaped(text).replace(/"$/, '" '), `${indent}"""`, indent);
  return body.includes('\n') || body.length + 3 > WIDTH ? `${body}\n${indent}"""\n` : `${body}"""\n`;
}

/** A docstring of a summary, paragraphs, and a list of arguments. */
export function methodDocstring(
  summary: string,
  description: string,
  args: readonly (readonly [name: string, text: string])[],
  raises: readonly (readonly [name: string, text: string])[],
): string {
  const inner = ' '.repeat(8);
  const list = (entries: typeof args) =>
    entries
      .map(([name, text]) => `${wrapped(`${name}: ${escaped(text)}`, `${inner}    `, `${inner}        `)}\n`)
      .join('');
  return [
    `${inner}"""${escaped(summary)}.\n\n${wrapped(escaped(description), inner)}\n`,
    `\n${inner}Args:\n${list(args)}`,
    `\n${inner}Raises:\n${list(raises)}${inner}"""\n`,
  ].join('');
}
