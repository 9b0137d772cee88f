import { basename } from 'node:path';
import type { AuditedAttribute, AuditResult } from '@decidable/engine/audit';
import { afterAudit } from '@decidable/report/next-step';
import {
  advice,
  answeredInWords,
  askedWhere,
  explanations,
  lacking,
  leavesOf,
  leftAfterThree,
  leftInWords,
  meterOf,
  nothingFirst,
  productsLeft,
  stillAdds,
  togetherInWords,
  toldAbove,
} from '@decidable/report/plain-words';
import { auditAsShown } from '@decidable/report/shown-names';
import { notices, withRemedy } from '@decidable/report/warnings';
import {
  answered,
  bits,
  count,
  counted,
  leftOut,
  listed,
  moved,
  notQuestionsByReason,
  repeated,
  sorted,
  trusted,
  worthOf,
} from '@decidable/report/wording';
import { bar } from './bar.ts';
import { distributionLine } from './distribution.ts';
import { findingLines } from './finding-lines.ts';
import { fit, padEnd, padStart, paragraph, width } from './layout.ts';
import type { Paint } from './paint.ts';
import { shelfLines as knownShelfLines, lackingLines, spellingLines, yesOnlyLines } from './said-sections.ts';
import { badge, heading, steps, warnings } from './sections.ts';

/** Attributes shown unless all are asked for. Set by hand. */
const SHOWN = 10;
/** The first of them are shown with their values. Set by hand. */
const WITH_VALUES = 5;

export interface AuditReportOptions {
  readonly file: string;
  readonly columns: number;
  readonly paint: Paint;
  readonly all: boolean;
  /** Whether to say how each figure came about. */
  readonly explain?: boolean;
}

/** The report of an audit as lines for a terminal, none wider than `columns`. */
export function auditReport(audited: AuditResult, options: AuditReportOptions): string[] {
  const result = auditAsShown(audited);
  const groups = sorted(result);
  const files = { '': basename(options.file === '-' ? 'standard input' : options.file) };
  return [
    '',
    ...gradeLines(result, options),
    ...worthRecording(result, groups.worth, options),
    ...yesOnlyLines(result, options),
    ...(result.grade === null ? knownShelfLines(result, options) : []),
    ...lackingLines(result, options),
    ...(result.grade === null ? [] : knownShelfLines(result, options)),
    ...spellingLines(result, options),
    ...findingLines(result, options),
    ...(result.products === 0 ? [] : restLines(result, groups, options)),
    ...shelfLines(result, options),
    ...warnings(notices(result.warnings ?? [], files, options.all), options),
    ...steps(afterAudit(result, options.file), options),
    ...(groups.worth.length > 0 || options.explain === true ? figureLines(result, options) : []),
    '',
  ];
}

/** What the figures mean: a sentence on the bits, or one on each figure. */
function figureLines(
  result: AuditResult,
  { columns, paint, explain, ...rest }: AuditReportOptions,
): string[] {
  if (explain !== true) {
    return [
      '',
      ...paragraph('A bit halves the choice. --explain says how each figure came about.', columns, 2).map(
        paint.dim,
      ),
    ];
  }
  const entries = explanations(result);
  const label = Math.max(...entries.map(([figure]) => figure.length)) + 2;
  return [
    ...heading('HOW EACH FIGURE CAME ABOUT', '', { columns, paint, ...rest }),
    ...entries.flatMap(([figure, how]) =>
      paragraph(how, columns, 2 + label, `  ${paint.dim(padEnd(figure, label))}`),
    ),
  ];
}

function gradeLines(result: AuditResult, { file, columns, paint }: AuditReportOptions): string[] {
  const subtitle = `${counted(result.products, 'product')}, values ${trusted[result.source]}`;
  const verdict =
    leftAfterThree(result) ??
    (result.gradeReason && withRemedy(result.gradeReason, 'command line')) ??
    answeredInWords(result);
  const lines = badge(
    result.grade,
    [
      paint.bold(fit(file === '-' ? 'standard input' : basename(file), columns - 10)),
      paint.dim(fit(subtitle, columns - 10)),
      ...paragraph(verdict, columns - 10, 0),
    ],
    paint,
  );
  const meter = meterOf(result);
  if (meter !== undefined) {
    const share = answered(meter.now);
    const room = columns - 11 - width(share);
    const track = bar(paint, { solid: meter.now, total: meter.complete, full: 1, columns: room });
    lines.push('', `${' '.repeat(9)}${track} ${paint.bold(share)}`);
    lines.push(...paragraph(meter.what, columns, 9).map(paint.dim));
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
    const together = rest.reduce((sum, attribute) => sum + worthOf(attribute), 0);
    lines.push(
      ...paragraph(
        `and ${counted(rest.length, 'more attribute')} of ${bits(worthOf(rest[0]))} bits or less, ${bits(together)} together: ` +
          `${listed(
            rest.map(({ attribute }) => attribute),
            6,
          )} (--all shows each)`,
        columns,
        5,
      ).map(paint.dim),
    );
  } else lines.pop();
  const together = togetherInWords(result);
  if (together !== undefined) lines.push('', ...paragraph(together, columns, 5).map(paint.dim));
  return lines;
}

function attributeLines(
  attribute: AuditedAttribute,
  rank: number,
  { full, nameColumns }: { readonly full: number; readonly nameColumns: number },
  result: AuditResult,
  { columns, paint, all }: AuditReportOptions,
): string[] {
  const worth = `${moved(worthOf(attribute))} bits`;
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
  lines.push(...paragraph(sentencesOn(attribute, result).join(' '), columns, 5).map(paint.dim));
  const values = all || rank <= WITH_VALUES ? distributionLine(attribute, columns - 5) : undefined;
  if (values !== undefined) lines.push(`     ${values}`);
  return lines;
}

function sentencesOn(attribute: AuditedAttribute, result: AuditResult): string[] {
  const sentences = [`${lacking(attribute, result.products)}.`];
  const where = askedWhere(attribute, result.products);
  if (where !== undefined) sentences.push(where);
  sentences.push(leftInWords(attribute));
  const above = toldAbove(attribute);
  if (above !== undefined) sentences.push(above);
  const repeats = repeated(attribute);
  if (repeats !== undefined) sentences.push(repeats);
  const substitute = attribute.bestSubstitute;
  if (substitute && substitute.overlap >= 0.5) {
    sentences.push(`Once ${substitute.attribute} is answered, it adds ${stillAdds(substitute.overlap)}.`);
  }
  // Without a horizon it would say no more than the figures do, but for what follows from another column.
  const what = attribute.action !== undefined || attribute.derivable ? advice(attribute) : undefined;
  if (what !== undefined) sentences.push(what);
  return sentences;
}

function restLines(
  result: AuditResult,
  { little, complete, abstained }: ReturnType<typeof sorted>,
  options: AuditReportOptions,
): string[] {
  const { columns, paint, all } = options;
  const most = all ? Number.POSITIVE_INFINITY : 8;
  const few = all ? most : 4;
  const names = (of: readonly AuditedAttribute[]) =>
    listed(
      of.map(({ attribute }) => attribute),
      most,
    );
  const entries: [string, string][] = [];
  if (complete.length > 0) {
    const best = complete.toSorted((a, b) => b.bits.now - a.bits.now);
    const shown = best.map((each) => `${each.attribute} (${leavesOf(each)})`);
    entries.push(['Complete', listed(shown, most)]);
  }
  if (little.length > 0) entries.push(['Hardly worth it', names(little)]);
  const never = abstained.filter(({ recorded }) => recorded === 0);
  const seldom = abstained.filter(({ recorded }) => recorded > 0);
  if (seldom.length > 0) {
    const why = seldom.length === 1 ? seldom[0].abstained?.message : undefined;
    entries.push(['Too few values', `${names(seldom)}${why === undefined ? '' : `: ${why}`}`]);
  }
  if (never.length > 0) entries.push(['Empty', names(never)]);
  for (const [reason, columns] of notQuestionsByReason(result)) {
    if (reason === 'repeats') entries.push(['Repeated', `${listed(columns, few)} (${leftOut[reason]})`]);
  }
  for (const [reason, columns] of notQuestionsByReason(result)) {
    if (reason !== 'repeats')
      entries.push(['Not asked', `${listed(columns, few)} (${leftOut[reason] ?? reason})`]);
  }
  if (entries.length === 0) return [];
  const label = Math.max(...entries.map(([name]) => name.length)) + 2;
  return [
    ...heading('THE OTHER COLUMNS', '', options),
    ...entries.flatMap(([name, text], index) => {
      const isSame = index > 0 && entries[index - 1][0] === name;
      return paragraph(text, columns, 2 + label, `  ${paint.dim(padEnd(isSame ? '' : name, label))}`);
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
  const remains = shown.map(({ remaining }) => (remaining === undefined ? '' : productsLeft(remaining.now)));
  const widest = Math.max(...remains.map((text) => text.length));
  const note = widest === 0 ? 'products; record first' : 'products → left after three answers; record first';
  return [
    ...heading('SHELF BY SHELF', `by ${fit(by, Math.max(8, columns - note.length - 24))}: ${note}`, options),
    ...shown.flatMap(({ value, products, grade, first }, at) => {
      const sizeOf = padStart(count(products), sizes);
      const size =
        remains[at] === ''
          ? `${sizeOf}${' '.repeat(widest === 0 ? 0 : widest + 3)}`
          : `${sizeOf} → ${padEnd(remains[at], widest)}`;
      const lead = `  ${paint.badge[grade ?? 'none'](` ${grade ?? '–'} `)}  ${padEnd(fit(value, names), names)}  ${size}  `;
      return fitted(lead, first.length > 0 ? first.join(', ') : paint.dim(nothingFirst(grade)), columns);
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
