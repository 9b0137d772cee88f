import type { AuditResult } from '@decidable/engine/audit';
import {
  affectedBy,
  askedBy,
  examplesInWords,
  FINDINGS,
  type Finding,
  severities,
} from '@decidable/report/sections/finding-words';
import { count, counted } from '@decidable/report/wording';
import { fit, paragraph } from './layout.ts';
import type { Paint } from './paint.ts';
import { heading } from './sections.ts';

interface Place {
  readonly columns: number;
  readonly paint: Paint;
  readonly all: boolean;
  readonly explain?: boolean;
}

/** Findings, and products of each, that are shown unless all are asked for. Set by hand. */
const SHOWN = 6;
const EXAMPLES = 2;
/** Characters of a value within a sentence. Set by hand. */
const SHOWN_LENGTH = 48;

/** What marketplaces object to; with `explain`, all of it, with the products and where it is asked. */
export function findingLines({ findings = [], products }: AuditResult, place: Place): string[] {
  if (findings.length === 0) return [];
  const { columns, paint, all, explain = false } = place;
  const shown = all || explain ? findings : findings.slice(0, SHOWN);
  const rest = findings.length - shown.length;
  return [
    ...heading(FINDINGS.toUpperCase(), 'no grade depends on it', place),
    ...shown.flatMap((finding) => [
      ...paragraph(finding.says, columns, 5, `  ${mark(finding, paint)}  `),
      ...(explain ? wholeLines(finding, products, columns) : shortLines(finding, products, columns)).map(
        paint.dim,
      ),
    ]),
    ...(rest === 0
      ? []
      : paragraph(
          `and ${counted(rest, 'more finding')} (--explain tells each, with its products)`,
          columns,
          5,
        ).map(paint.dim)),
  ];
}

const mark = ({ severity }: Finding, paint: Paint): string =>
  severity === 'error' ? paint.red('✗') : severity === 'warning' ? paint.yellow('!') : paint.dim('·');

function shortLines(finding: Finding, products: number, columns: number): string[] {
  const examples = finding.examples.map((example) =>
    example.value === undefined ? example : { ...example, value: shortValue(example.value) },
  );
  const named = examplesInWords({ ...finding, examples }, EXAMPLES);
  const affected = `${affectedBy(finding, products)}${named === undefined ? '' : `: ${named}`}.`;
  return paragraph(`${affected} ${finding.fix}`, columns, 5);
}

/** Addresses of one shop differ at their ends. */
const shortValue = (value: string): string =>
  /^https?:/i.test(value) && value.length > SHOWN_LENGTH
    ? `…${value.slice(1 - SHOWN_LENGTH)}`
    : fit(value, SHOWN_LENGTH);

function wholeLines(finding: Finding, products: number, columns: number): string[] {
  const { examples, rule, severity, fix, pages } = finding;
  const more = finding.products - examples.length;
  return [
    ...paragraph(`${affectedBy(finding, products)}. ${fix}`, columns, 5),
    ...examples.flatMap(({ id, value, title = '' }) =>
      paragraph(value === undefined ? `${id}: ${title}` : `${id}: “${value}”`, columns, 7),
    ),
    ...(examples.length > 0 && more > 0 ? [`       and ${count(more)} more`] : []),
    ...paragraph(`${rule}: ${severities[severity]}, by ${askedBy(finding)}`, columns, 5),
    ...pages.flatMap(({ address }) => paragraph(address, columns, 7)),
  ];
}
