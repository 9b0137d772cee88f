import type { AuditResult } from '@decidable/engine/audit';
import { emptyQuestion, gradeIfNo, howToAnswer, yesOnlyInWords } from '@decidable/report/empty-words';
import { said, saidBy, spelt } from '@decidable/report/said-wording';
import {
  expectedInWords,
  lacksInWords,
  marketplacesInWords,
  SHELF_HEADING,
  shelfInWords,
  tellingShelves,
} from '@decidable/report/sections/shelf-words';
import { bits, count, listed, moved, sorted } from '@decidable/report/wording';
import { fit, padEnd, padStart, paragraph, width } from './layout.ts';
import type { Paint } from './paint.ts';
import { heading } from './sections.ts';

interface Place {
  readonly columns: number;
  readonly paint: Paint;
  readonly all: boolean;
}

/** Values and groups of spellings shown unless all are asked for. Set by hand. */
const SHOWN = 6;

/** What titles and descriptions say and no column holds. */
export function lackingLines({ lacking = [] }: AuditResult, place: Place): string[] {
  if (lacking.length === 0) return [];
  const { columns, paint } = place;
  const names = Math.min(
    Math.max(...lacking.map(({ attribute }) => width(fit(attribute, 32)))),
    Math.floor(columns * 0.4),
  );
  return [
    ...heading('WHAT NO COLUMN HOLDS', 'said in texts; bits if it were recorded', place),
    ...lacking.flatMap((fact, index) => {
      const name = paint.bold(padEnd(fit(fact.attribute, names), names));
      const worth = paint.green(`${moved(fact.bits)} bits`);
      const room = columns - 7 - names - width(`${moved(fact.bits)} bits`);
      return [
        ...(index === 0 ? [] : ['']),
        `     ${name}  ${padStart(worth, room + width(`${moved(fact.bits)} bits`))}`,
        ...paragraph(`${saidBy(fact)}: ${said(fact, SHOWN)}.`, columns, 5).map(paint.dim),
        ...fact.examples
          .slice(0, 2)
          .flatMap(({ product, text }) => paragraph(`${product}: “${text}”`, columns, 7).map(paint.dim)),
      ];
    }),
  ];
}

/** Shelves shown unless all are asked for. Set by hand. */
const SHOWN_SHELVES = 3;

/** What the shelves that are recognised usually have, and this export lacks. */
export function shelfLines(result: AuditResult, place: Place): string[] {
  const shelves = tellingShelves(result);
  if (shelves.length === 0) return [];
  const { columns, paint, all } = place;
  const shown = all ? shelves : shelves.slice(0, SHOWN_SHELVES);
  return [
    ...heading(SHELF_HEADING.toUpperCase(), 'expected, not measured', place),
    ...shown.flatMap((shelf, index) => [
      ...(index === 0 ? [] : ['']),
      ...paragraph(
        `${shelfInWords(shelf, result)}${shelf.lacks.length === 0 ? '' : `: ${lacksInWords(shelf)}`}.`,
        columns,
        5,
      ),
      ...[expectedInWords(shelf), ...marketplacesInWords(shelf)].flatMap((sentence) =>
        sentence === undefined ? [] : paragraph(sentence, columns, 7).map(paint.dim),
      ),
    ]),
    ...(shown.length === shelves.length
      ? []
      : [`     ${paint.dim(`and ${count(shelves.length - shown.length)} more (--all shows each)`)}`]),
  ];
}

/** Facts that only ever say yes, of which an empty cell may mean no. */
export function yesOnlyLines(result: AuditResult, place: Place): string[] {
  if (emptyQuestion(result) === undefined) return [];
  const { columns, paint, all } = place;
  const { yesOnly } = sorted(result);
  const shown = all ? yesOnly : yesOnly.slice(0, SHOWN);
  const grade = gradeIfNo(result);
  return [
    ...heading('DOES EMPTY MEAN NO?', 'facts that only ever say yes', place),
    ...shown.flatMap((fact) =>
      paragraph(`${fact.attribute}: ${yesOnlyInWords(fact, result.products)}`, columns, 5),
    ),
    ...(shown.length === yesOnly.length
      ? []
      : [`     ${paint.dim(`and ${count(yesOnly.length - shown.length)} more (--all shows each)`)}`]),
    ...paragraph([grade, howToAnswer(result, 'command line')].filter(Boolean).join(' '), columns, 5).map(
      paint.dim,
    ),
  ];
}

/** Values that look like spellings of one. */
export function spellingLines({ attributes }: AuditResult, place: Place): string[] {
  const groups = attributes
    .flatMap(({ attribute, spellings = [] }) => spellings.map((group) => ({ attribute, group })))
    .sort((left, right) => right.group.bits - left.group.bits);
  if (groups.length === 0) return [];
  const { columns, paint, all } = place;
  const shown = all ? groups : groups.slice(0, SHOWN);
  const rest = groups.slice(shown.length);
  return [
    ...heading('SPELLINGS OF ONE VALUE', 'nothing was merged', place),
    ...shown.flatMap(({ attribute, group }) =>
      paragraph(`${attribute}: ${spelt(group)}; ${bits(group.bits)} bits.`, columns, 5),
    ),
    ...(rest.length === 0
      ? []
      : paragraph(
          `and ${count(rest.length)} more in ${listed([...new Set(rest.map(({ attribute }) => attribute))], 4)} (--all shows each)`,
          columns,
          5,
        ).map(paint.dim)),
  ];
}
