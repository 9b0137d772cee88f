import type { AuditResult } from '@decidable/report/results';
import {
  affectedBy,
  exampleInWords,
  type Finding,
  severities,
  WHAT_FINDINGS_ARE,
} from '@decidable/report/sections/finding-words';
import { count, counted } from '@decidable/report/wording';
import { Button } from '../../parts/controls/button.tsx';
import { Badge } from '../../parts/layout/badge.tsx';
import { Card } from '../../parts/layout/card.tsx';

/** Findings of the first page. Set by hand. */
const SHOWN = 3;
const KINDS = { error: 'bad', warning: 'warn', notice: 'accent' } as const;

/** What marketplaces refuse, where there is something, with the way to all of it. */
export function Refused({
  result: { findings = [], products },
  onSee,
}: {
  readonly result: AuditResult;
  readonly onSee: () => void;
}) {
  const refused = findings.filter(({ severity }) => severity === 'error');
  if (refused.length === 0) return null;
  return (
    <Card title="Marketplaces refuse some products" actions={<Button onClick={onSee}>See which</Button>}>
      <ul>
        {refused.slice(0, SHOWN).map((finding) => (
          <li key={finding.rule}>
            {finding.says} {affectedBy(finding, products)}.
          </li>
        ))}
      </ul>
      {refused.length > SHOWN && <p class="quiet">and {counted(refused.length - SHOWN, 'more finding')}</p>}
    </Card>
  );
}

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
      {finding.pages.map(({ marketplace, address }, at) => (
        <span key={address}>
          {at > 0 && ', '}
          <a href={address} target="_blank" rel="noreferrer">
            {marketplace}
          </a>
        </span>
      ))}
    </p>
  </Card>
);
