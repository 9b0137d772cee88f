import type { AuditResult } from '@decidable/report/results';
import {
  affectedBy,
  exampleInWords,
  type Finding,
  severities,
  WHAT_FINDINGS_ARE,
} from '@decidable/report/sections/finding-words';
import { count } from '@decidable/report/wording';
import { Badge } from '../../parts/layout/badge.tsx';
import { Card } from '../../parts/layout/card.tsx';

const KINDS = { error: 'bad', warning: 'warn', notice: 'accent' } as const;

/** What marketplaces object to, the gravest first. */
export const Findings = ({ result: { findings = [], products } }: { readonly result: AuditResult }) => (
  <div class="stack">
    <p class="quiet">{WHAT_FINDINGS_ARE}</p>
    {findings.map((finding) => (
      <FindingCard key={finding.rule} finding={finding} products={products} />
    ))}
  </div>
);

const FindingCard = ({ finding, products }: { readonly finding: Finding; readonly products: number }) => (
  <Card
    title={finding.says}
    about={affectedBy(finding, products)}
    actions={<Badge kind={KINDS[finding.severity]}>{severities[finding.severity]}</Badge>}
  >
    <p>{finding.fix}</p>
    {finding.examples.length > 0 && (
      <ul>
        {finding.examples.map((example) => (
          <li key={example.id}>
            <bdi>{exampleInWords(example)}</bdi>
          </li>
        ))}
        {finding.products > finding.examples.length && (
          <li class="quiet">and {count(finding.products - finding.examples.length)} more</li>
        )}
      </ul>
    )}
    <p class="quiet">
      <code>{finding.rule}</code>, asked by{' '}
      {finding.pages.map(({ marketplace, address }) => (
        <span key={address}>
          <a href={address} target="_blank" rel="noreferrer">
            {marketplace}
          </a>{' '}
        </span>
      ))}
    </p>
  </Card>
);
