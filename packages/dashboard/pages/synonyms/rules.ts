/** A line of the rules as the service will read it. */
export interface ReadRule {
  /** From 1. */
  readonly line: number;
  readonly words: readonly string[];
  /** What the words find, where they find it in one direction only. */
  readonly finds?: readonly string[];
}

export interface RuleFault {
  readonly line: number;
  readonly message: string;
}

export interface ReadRules {
  readonly rules: readonly ReadRule[];
  readonly faults: readonly RuleFault[];
}

const phrases = (text: string): string[] =>
  text.split(',').map((phrase) => phrase.trim().replaceAll(/\s+/g, ' '));

/** Reads rules while they are written. The service checks more, and decides. */
export function readRules(text: string): ReadRules {
  const rules: ReadRule[] = [];
  const faults: RuleFault[] = [];
  for (const [index, written] of text.split(/\r\n|\r|\n/).entries()) {
    const rule = written.trim();
    if (rule === '' || rule.startsWith('#')) continue;
    const line = index + 1;
    const sides = rule.split('=>').map(phrases);
    const [words, finds] = sides;
    if (sides.length > 2) faults.push({ line, message: 'Write one => a line.' });
    else if (sides.flat().includes(''))
      faults.push({ line, message: 'A word is missing beside a comma or =>.' });
    else if (finds === undefined && words.length < 2)
      faults.push({ line, message: 'Write a second word behind a comma, or what it finds behind =>.' });
    else rules.push({ line, words, ...(finds !== undefined && { finds }) });
  }
  return { rules, faults };
}

/** The line that a refusal of the service names. */
export function lineOf(message: string): number | undefined {
  const named = /^Line (\d+)\b/.exec(message)?.[1];
  return named === undefined ? undefined : Number(named);
}

/** Where a line stands in a text, to select it. */
export function rangeOfLine(text: string, line: number): readonly [start: number, end: number] {
  const lines = text.split('\n');
  const start = lines.slice(0, line - 1).reduce((sum, each) => sum + each.length + 1, 0);
  return [start, start + (lines[line - 1]?.length ?? 0)];
}
