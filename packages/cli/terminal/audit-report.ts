import { basename } from 'node:path';
import type { AuditedAttribute, AuditResult } from '@decidable/engine/audit';
import { afterAudit } from '../report/next-step.ts';
import {
  action,
  answered,
  bits,
  count,
  counted,
  fold,
  follows,
  leftOut,
  listed,
  moved,
  narrowing,
  notQuestionsByReason,
  paysAfter,
  percent,
  repeated,
  sorted,
  trusted,
} from '../report/wording.ts';
import { bar } from './bar.ts';
import { fit, padEnd, padStart, paragraph, width } from './layout.ts';
import type { Paint } from './paint.ts';
import { lackingLines, spellingLines } from './said-sections.ts';
import { badge, heading, steps, warnings } from './sections.ts';

/** Attributes shown unless all are asked for. Set by hand. */
const SHOWN = 10;

export interface AuditReportOptions {
  readonly file: string;
  readonly columns: number;
  readonly paint: Paint;
  readonly all: boolean;
}

/** The report of an audit as lines for a terminal, none wider than `columns`. */
export function auditReport(result: AuditResult, options: AuditReportOptions): string[] {
  const groups = sorted(result);
  return [
    '',
    ...gradeLines(result, options),
    ...worthRecording(result, groups.worth, options),
    ...lackingLines(result, options),
    ...spellingLines(result, options),
    ...(result.products === 0 ? [] : restLines(result, groups, options)),
    ...shelfLines(result, options),
    ...warnings(result.warnings ?? [], options),
    ...steps(afterAudit(result, options.file), options),
    '',
  ];
}

function gradeLines(result: AuditResult, { file, columns, paint }: AuditReportOptions): string[] {
  const subtitle = `${counted(result.products, 'product')}, values ${trusted[result.source]}`;
  const verdict =
    result.grade === null || result.answerability === null
      ? (result.gradeReason?.message ?? 'There is nothing to grade.')
      : `Shoppers' questions get ${answered(result.answerability)} of the answer that a complete shelf would give.`;
  const lines = badge(
    result.grade,
    [
      paint.bold(fit(file === '-' ? 'standard input' : basename(file), columns - 10)),
      paint.dim(fit(subtitle, columns - 10)),
      ...paragraph(verdict, columns - 10, 0),
    ],
    paint,
  );
  if (result.answerability !== null) {
    const share = answered(result.answerability);
    const room = columns - 11 - width(share);
    const track = bar(paint, { solid: result.answerability, total: 1, full: 1, columns: room });
    lines.push('', `${' '.repeat(9)}${track} ${paint.bold(share)}`);
  }
  return lines;
}

function worthRecording(
  result: AuditResult,
  worth: readonly AuditedAttribute[],
  options: AuditReportOptions,
): string[] {
  if (worth.length === 0) return [];
  const { columns, paint, all } = options;
  const shown = all ? worth : worth.slice(0, SHOWN);
  const full = Math.max(...shown.map((attribute) => attribute.bits.complete));
  const longest = Math.max(...shown.map(({ attribute }) => width(fit(attribute, 32))));
  const nameColumns = Math.min(longest, Math.floor(columns * 0.32));
  const lines = [...heading('WORTH RECORDING', '█ today  ░ still to gain', options)];
  shown.forEach((attribute, index) => {
    lines.push(...attributeLines(attribute, index + 1, { full, nameColumns }, result, options), '');
  });
  if (worth.length > shown.length) {
    const rest = worth.slice(shown.length);
    const together = rest.reduce((sum, { priority }) => sum + (priority ?? 0), 0);
    lines.push(
      ...paragraph(
        `and ${counted(rest.length, 'more attribute')} of ${bits(rest[0].priority ?? 0)} bits or less, ${bits(together)} together: ` +
          `${listed(
            rest.map(({ attribute }) => attribute),
            6,
          )} (--all shows each)`,
        columns,
        5,
      ).map(paint.dim),
    );
  } else lines.pop();
  return lines;
}

function attributeLines(
  attribute: AuditedAttribute,
  rank: number,
  { full, nameColumns }: { readonly full: number; readonly nameColumns: number },
  result: AuditResult,
  { columns, paint }: AuditReportOptions,
): string[] {
  const worth = `${moved(attribute.priority ?? 0)} bits`;
  const room = columns - 5 - nameColumns - 2 - 2 - Math.max(10, worth.length) - 1;
  const track = bar(paint, {
    solid: attribute.bits.now,
    total: attribute.bits.complete,
    full,
    columns: room,
  });
  const name = paint.bold(padEnd(fit(attribute.attribute, nameColumns), nameColumns));
  const lines = [
    `${padStart(`${rank}`, 3)}  ${name}  ${track}  ${padStart(paint.green(worth), Math.max(10, worth.length))}`,
  ];
  const facts = [`${counted(attribute.missing, 'product')} without it`];
  if (attribute.derivable && attribute.derivable.products > 0) {
    facts.push(follows(attribute.derivable.products, attribute.derivable.from));
  }
  if (attribute.placeholders > 0)
    facts.push(
      `${count(attribute.placeholders)} ${attribute.placeholders === 1 ? 'holds' : 'hold'} a placeholder`,
    );
  const sentences = [`${facts.join(', ')}; ${narrowing(attribute, result.products)}.`];
  if (attribute.appliesTo) {
    const { attribute: by, values } = attribute.appliesTo;
    sentences.push(`Asked where ${by} is ${listed(values, 3, 'or')}.`);
  }
  const repeats = repeated(attribute);
  if (repeats !== undefined) sentences.push(repeats);
  const substitute = attribute.bestSubstitute;
  if (substitute && substitute.overlap >= 0.5) {
    sentences.push(`${substitute.attribute} already tells ${percent(substitute.overlap)} of it.`);
  }
  if (attribute.action) {
    const sessions = paysAfter(attribute);
    sentences.push(
      `Advice: ${action[attribute.action]}${sessions === undefined ? '' : `; recording pays after ${sessions}`}.`,
    );
  }
  lines.push(...paragraph(sentences.join(' '), columns, 5).map(paint.dim));
  return lines;
}

function restLines(
  result: AuditResult,
  { little, complete, abstained }: ReturnType<typeof sorted>,
  options: AuditReportOptions,
): string[] {
  const { columns, paint, all } = options;
  const most = all ? Number.POSITIVE_INFINITY : 8;
  const few = all ? most : 4;
  const entries: [string, string][] = [];
  if (complete.length > 0) {
    const best = complete.toSorted((a, b) => b.bits.now - a.bits.now);
    entries.push([
      'Complete',
      listed(
        best.map(({ attribute, narrowing: { now } }) => `${attribute} (${fold(now)})`),
        most,
      ),
    ]);
  }
  if (little.length > 0) {
    entries.push([
      'Hardly worth it',
      listed(
        little.map(({ attribute }) => attribute),
        most,
      ),
    ]);
  }
  const [never, seldom] = [
    abstained.filter(({ recorded }) => recorded === 0),
    abstained.filter(({ recorded }) => recorded > 0),
  ];
  for (const group of [seldom, never]) {
    if (group.length === 0) continue;
    const why = group.length === 1 ? group[0].abstained?.message : undefined;
    entries.push([
      'Not judged',
      `${listed(
        group.map(({ attribute }) => attribute),
        most,
      )}${why ? `: ${why}` : group === never ? ' (nothing recorded)' : ' (too few values recorded)'}`,
    ]);
  }
  for (const [reason, names] of notQuestionsByReason(result)) {
    entries.push(['Left out', `${listed(names, few)} (${leftOut[reason] ?? reason})`]);
  }
  if (entries.length === 0) return [];
  const label = Math.max(...entries.map(([name]) => name.length)) + 2;
  return [
    ...heading('THE OTHER COLUMNS', '', options),
    ...entries.flatMap(([name, text], index) => {
      const repeated = index > 0 && entries[index - 1][0] === name;
      return paragraph(text, columns, 2 + label, `  ${paint.dim(padEnd(repeated ? '' : name, label))}`);
    }),
  ];
}

function shelfLines(result: AuditResult, options: AuditReportOptions): string[] {
  if (!result.shelves || result.shelves.values.length === 0) return [];
  const { columns, paint, all } = options;
  const { by, values } = result.shelves;
  const shown = all ? values : values.slice(0, SHOWN);
  const names = Math.min(
    Math.max(...shown.map(({ value }) => width(fit(value, 30)))),
    Math.floor(columns * 0.3),
  );
  const sizes = Math.max(...shown.map(({ products }) => count(products).length));
  return [
    ...heading('SHELF BY SHELF', `by ${fit(by, columns - 30)}; record first`, options),
    ...shown.flatMap(({ value, products, grade, first }) => {
      const lead = `  ${paint.badge[grade ?? 'none'](` ${grade ?? '–'} `)}  ${padEnd(fit(value, names), names)}  ${padStart(count(products), sizes)}  `;
      return fitted(lead, first.length > 0 ? first.join(', ') : paint.dim('nothing missing'), columns);
    }),
    ...(values.length > shown.length
      ? paragraph(
          `and ${counted(values.length - shown.length, 'more shelf', 'more shelves')} (--all shows each)`,
          columns,
          7,
        ).map(paint.dim)
      : []),
  ];
}

function fitted(lead: string, text: string, columns: number): string[] {
  const room = columns - width(lead);
  return [lead + (width(text) <= room ? text : fit(text, room))];
}
