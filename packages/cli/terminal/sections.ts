import type { AuditResult } from '@decidable/engine/audit';
import type { Step } from '@decidable/report/next-step';
import { oneLine } from '@decidable/report/printable';
import type { Notice } from '@decidable/report/warnings';
import { listed } from '@decidable/report/wording';
import { padEnd, paragraph, width, wrap } from './layout.ts';
import type { Paint } from './paint.ts';

interface Place {
  readonly columns: number;
  readonly paint: Paint;
}

/** A grade in a box, with text to its right. */
export function badge(grade: AuditResult['grade'], beside: readonly string[], paint: Paint): string[] {
  const tint = paint.badge[grade ?? 'none'];
  const box = paint.colour
    ? [tint('     '), tint(`  ${grade ?? '–'}  `), tint('     ')]
    : ['╭───╮', `│ ${grade ?? '–'} │`, '╰───╯'];
  const height = Math.max(box.length, beside.length);
  return Array.from({ length: height }, (_, row) =>
    `  ${padEnd(box[row] ?? '', 5)}  ${beside[row] ?? ''}`.trimEnd(),
  );
}

export function heading(title: string, note: string, { columns, paint }: Place): string[] {
  const room = columns - title.length - 4;
  const beside = note !== '' && note.length <= room ? `  ${paint.dim(note)}` : '';
  return ['', `  ${paint.bold(title)}${beside}`, ''];
}

export function warnings(found: readonly Notice[], place: Place): string[] {
  if (found.length === 0) return [];
  return [
    ...heading('WORTH KNOWING', '', place),
    ...found.flatMap(({ files, message }) =>
      paragraph(
        `${files.length === 0 ? '' : `${listed(files)}: `}${message}`,
        place.columns,
        4,
        `  ${place.paint.yellow('!')} `,
      ),
    ),
  ];
}

export function steps(next: readonly Step[], place: Place): string[] {
  const { columns, paint } = place;
  return [
    ...heading('NEXT', '', place),
    ...next.flatMap(({ text, command }) => [
      ...wrap(text, columns - 4).map((line, row) => `  ${row === 0 ? paint.green('→') : ' '} ${line}`),
      ...(command === undefined
        ? []
        : commandLines(command, columns - 4).map((line) => `    ${paint.cyan(line)}`)),
    ]),
  ];
}

/** A shell command to copy, wrapped with line continuations between arguments, never within one. */
function commandLines(command: string, columns: number): string[] {
  const lines = [''];
  for (const word of oneLine(command).split(/ (?=--|[^ ]*\.csv)/u)) {
    const line = lines[lines.length - 1];
    if (line === '') lines[lines.length - 1] = word;
    else if (width(line) + 1 + width(word) + 2 <= columns) lines[lines.length - 1] = `${line} ${word}`;
    else {
      lines[lines.length - 1] = `${line} \\`;
      lines.push(`  ${word}`);
    }
  }
  return lines;
}
