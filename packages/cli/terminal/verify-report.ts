import { basename } from 'node:path';
import type { Verdict, VerifyResult } from '@decidable/engine/audit';
import { afterVerify } from '@decidable/report/next-step';
import { verifyAsShown } from '@decidable/report/shown-names';
import {
  believedBits,
  believedInWords,
  cellFacts,
  changedCell,
  filesOf,
  gainInWords,
  headlineSentence,
  verdictSentence,
} from '@decidable/report/verify-words';
import { notices } from '@decidable/report/warnings';
import {
  answeredShown,
  beforeAndAfter,
  claimFigures,
  count,
  counted,
  listed,
  moved,
  trusted,
} from '@decidable/report/wording';
import { bar, twoSidedBar } from './bar.ts';
import { fit, padEnd, padStart, paragraph, width } from './layout.ts';
import type { Paint } from './paint.ts';
import { heading, steps, warnings } from './sections.ts';

/** Changed attributes shown unless all are asked for. Set by hand. */
const SHOWN = 15;
/** Changed cells of each that are shown. Set by hand. */
const EXAMPLES = 2;

export interface VerifyReportOptions {
  readonly before: string;
  readonly after: string;
  readonly columns: number;
  readonly paint: Paint;
  readonly all: boolean;
  /** Whether to say what figures stand behind each reason. */
  readonly explain?: boolean;
}

/** The report of a verification as lines for a terminal, none wider than `columns`. */
export function verifyReport(verified: VerifyResult, options: VerifyReportOptions): string[] {
  const result = verifyAsShown(verified);
  const files = filesOf(options.before, options.after);
  return [
    '',
    ...titleLines(result, options),
    ...answerabilityLines(result, options),
    ...claimLines(result, options),
    ...movedLines(result, options),
    ...productLines(result, options),
    ...warnings(notices(result.warnings ?? [], files, options.all), options),
    ...steps(afterVerify(result, options.after), options),
    '',
  ];
}

function titleLines(result: VerifyResult, { before, after, columns, paint }: VerifyReportOptions): string[] {
  const half = Math.floor((columns - 7) / 2);
  const called = (file: string) => fit(file === '-' ? 'standard input' : basename(file), half);
  const shelf = result.category === undefined ? '' : `shelf ${result.category}; `;
  return [
    `  ${paint.bold(`${called(before)} → ${called(after)}`)}`,
    ...paragraph(
      `${shelf}${counted(result.products.common, 'product')} in both; new values ${trusted[result.source]}`,
      columns,
      2,
    ).map(paint.dim),
    '',
  ];
}

function answerabilityLines(result: VerifyResult, options: VerifyReportOptions): string[] {
  const { columns, paint } = options;
  const { answerability } = result;
  const { before, after, moved: by } = answerability;
  if (before === null || after === null) return paragraph(headlineSentence(result), columns, 2);
  const told = answeredShown({ after, moved: by });
  const line = (label: 'before' | 'after', share: number) => {
    const shown = padStart(`${told[label]} answered`, 16);
    const room = columns - 11 - width(shown);
    const track = bar(paint, { solid: share, total: 1, full: 1, columns: room });
    return `  ${padEnd(label, 7)} ${track} ${paint.bold(shown)}`;
  };
  const tint = answerability.moved > 0 ? paint.green : answerability.moved < 0 ? paint.red : paint.dim;
  return [
    line('before', before),
    line('after', after),
    '',
    ...paragraph(headlineSentence(result), columns, 2).map(tint),
  ];
}

const MARK: Readonly<Record<Verdict, string>> = {
  verified: '✔',
  partial: '◐',
  doubtful: '?',
  unproven: '?',
  empty: '○',
  regressed: '▼',
  unchanged: '=',
  not_found: '✘',
};

function tintOf(verdict: Verdict, paint: Paint): (text: string) => string {
  if (verdict === 'verified') return paint.green;
  if (verdict === 'partial' || verdict === 'doubtful' || verdict === 'unproven') return paint.yellow;
  return verdict === 'unchanged' ? paint.dim : paint.red;
}

function claimLines(result: VerifyResult, options: VerifyReportOptions): string[] {
  const { claims = [] } = result;
  if (claims.length === 0) return [];
  const { columns, paint } = options;
  const names = Math.min(
    Math.max(...claims.map(({ attribute }) => width(fit(attribute, 32)))),
    Math.floor(columns * 0.4),
  );
  return [
    ...heading('CLAIMS', 'each held against what changed', options),
    ...claims.flatMap((claim) => {
      const tint = tintOf(claim.verdict, paint);
      const sentence = verdictSentence(claim, result);
      const name = paint.bold(padEnd(fit(claim.attribute, names), names));
      const head = `  ${tint(MARK[claim.verdict])} ${name}  ${tint(claim.verdict.replace('_', ' '))}`;
      return [
        head,
        ...paragraph(`${[gainInWords(claim, result), ...claimFigures(claim)].join(', ')}.`, columns, 4).map(
          paint.dim,
        ),
        ...(sentence === undefined ? [] : paragraph(sentence, columns, 6, '    · ')),
        ...claim.reasons.flatMap(({ message, details }) => [
          ...paragraph(message, columns, 6, '    · '),
          ...(details !== undefined && options.explain === true
            ? paragraph(details, columns, 6).map(paint.dim)
            : []),
        ]),
      ];
    }),
  ];
}

function movedLines(result: VerifyResult, options: VerifyReportOptions): string[] {
  const { columns, paint, all } = options;
  if (result.products.common === 0) return [];
  const still = result.attributes.filter(({ status }) => status === 'unchanged');
  const changed = result.attributes.filter(({ status }) => status !== 'unchanged');
  const lines = heading('WHAT MOVED', legend(result), options);
  if (changed.length === 0) return [...lines, ...paragraph('Nothing moved.', columns, 2)];
  const shown = all ? changed : changed.slice(0, SHOWN);
  const longest = Math.max(...shown.map(({ attribute }) => width(fit(attribute, 32))));
  const names = Math.min(longest, Math.floor(columns * 0.32));
  const most = {
    loss: Math.max(0, ...shown.map(({ bits }) => -bits.moved)),
    gain: Math.max(0, ...shown.map(({ bits }) => bits.moved)),
  };
  const room = columns - 2 - names - 2 - 2 - 15;
  for (const compared of shown) {
    const { attribute, bits: b, examples = [] } = compared;
    const tint = b.moved > 0 ? paint.green : b.moved < 0 ? paint.red : paint.dim;
    const believed = believedBits(compared);
    const track = twoSidedBar(paint, { moved: b.moved, believed: believed ?? b.moved }, most, room);
    const name = paint.bold(padEnd(fit(attribute, names), names));
    lines.push(`  ${name}  ${track}  ${tint(padStart(`${moved(b.moved)} bits`, 13))}`);
    const facts = [
      `${beforeAndAfter(b).join(' → ')} bits${believed === undefined ? '' : `, ${believedInWords(believed, compared)}`}`,
      ...cellFacts(compared, result),
    ];
    lines.push(...paragraph(facts.join(', '), columns, 4).map(paint.dim));
    for (const example of examples.slice(0, all ? examples.length : EXAMPLES))
      lines.push(`    ${paint.dim(fit(`e.g. ${changedCell(example)}`, columns - 4))}`);
  }
  if (changed.length > shown.length) {
    lines.push(`  ${paint.dim(`and ${count(changed.length - shown.length)} more (--all shows each)`)}`);
  }
  if (still.length > 0) {
    const names = listed(
      still.map(({ attribute }) => attribute),
      all ? still.length : 6,
    );
    lines.push('', ...paragraph(`Did not move: ${names}`, columns, 2).map(paint.dim));
  }
  return lines;
}

function legend(result: VerifyResult): string {
  const doubted = result.attributes.some((compared) => believedBits(compared) !== undefined);
  return `bits of the products in both${doubted ? '  █ counted  ░ not counted' : ''}`;
}

function productLines({ products }: VerifyResult, options: VerifyReportOptions): string[] {
  const { added, removed } = products;
  if (added.length === 0 && removed.length === 0) return [];
  const line = (verb: string, ids: readonly string[]) =>
    ids.length === 0
      ? []
      : paragraph(`${counted(ids.length, 'product')} ${verb}: ${listed(ids, 3)}`, options.columns, 2);
  return [
    ...heading('COME AND GONE', 'not part of what moved', options),
    ...line('added', added),
    ...line('removed', removed),
  ];
}
