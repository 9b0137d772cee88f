import type { AuditResult } from '@decidable/engine/audit';
import {
  affectedBy,
  askedBy,
  examplesInWords,
  FINDINGS,
  type Finding,
  severities,
} from '@decidable/report/finding-words';
import { counted } from '@decidable/report/wording';
import { paragraph } from './layout.ts';
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

/** What marketplaces object to; with `explain`, all of it, with what to do and where it is asked. */
export function findingLines({ findings = [], products }: AuditResult, place: Place): string[] {
  if (findings.length === 0) return [];
  const { columns, paint, all, explain = false } = place;
  const shown = all || explain ? findings : findings.slice(0, SHOWN);
  return [
    ...heading(FINDINGS.toUpperCase(), 'no grade depends on it', place),
    ...shown.flatMap((finding) => [
      ...paragraph(finding.says, columns, 5, `  ${mark(finding, paint)}  `),
      ...paragraph(saidOf(finding, products, explain), columns, 5).map(paint.dim),
    ]),
    ...(shown.length === findings.length
      ? []
      : paragraph(
          `and ${counted(findings.length - shown.length, 'more finding')} (--explain tells each, with what to do about it)`,
          columns,
          5,
        ).map(paint.dim)),
  ];
}

const mark = ({ severity }: Finding, paint: Paint): string =>
  severity === 'error' ? paint.red('✗') : severity === 'warning' ? paint.yellow('!') : paint.dim('·');

function saidOf(finding: Finding, products: number, explain: boolean): string {
  const examples = examplesInWords(finding, explain ? finding.examples.length : EXAMPLES);
  const affected = `${affectedBy(finding, products)}${examples === undefined ? '' : `: ${examples}`}.`;
  if (!explain) return `${affected} ${finding.fix}`;
  const asked = `${askedBy(finding)} (${severities[finding.severity]}): ${finding.pages.map(({ address }) => address).join(' ')}`;
  return `${affected} ${finding.fix} ${finding.rule}, by ${asked}`;
}
